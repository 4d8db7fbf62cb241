// The board of a game on screen: a canvas, and over it a grid that a keyboard and a screen reader walk.

import { type ReadonlySignal, type Signal, effect, signal, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Board, Brush, Cell } from "../board";
import { dark, palette, still } from "../theme";
import { lang, word } from "../speech";
import { Icon } from "../parts";
import { listen } from "./gestures";
import { type Shown, Stage } from "./stage";

export interface BoardProps {
  board: Board;
  shown: ReadonlySignal<Shown | null>;
  /** The cell that is pointed at or walked to. */
  cell: Signal<Cell | null>;
  /** Drawn over the board. Read signals in it: it is drawn again when they change. */
  over?: (brush: Brush) => void;
  /** More words for a cell, put before its label. */
  prefix?: (cell: Cell) => string;
  choose?: (cell: Cell) => void;
  /** Cells that the keys n and p jump to. */
  stops?: () => readonly Cell[];
}

export function BoardView(props: BoardProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useSignal<Stage | null>(null);
  useEffect(() => {
    const element = canvas.current as HTMLCanvasElement;
    const made = new Stage(element, props.board);
    stage.value = made;
    return follow(made, props);
  }, [props.board]);
  const onKeyDown = (event: KeyboardEvent) => zoomKey(event, stage.value);
  return (
    <div class="board" onKeyDown={onKeyDown}>
      <canvas ref={canvas} aria-hidden="true" />
      {stage.value && props.shown.value && <Grid {...props} stage={stage.value} />}
      {stage.value && <Zoom stage={stage.value} />}
    </div>
  );
}

/** Draw whenever something that shows has changed, at most once a frame. */
function follow(stage: Stage, props: BoardProps): () => void {
  let waiting = 0;
  const size = signal(0);
  const draw = () => {
    waiting = 0;
    const shown = props.shown.peek();
    if (shown) stage.draw(shown, palette.peek(), still.peek(), props.over);
  };
  const stop = effect(() => {
    size.value;
    dark.value;
    stage.camera.value;
    if (props.shown.value) props.over?.(NOWHERE);
    waiting ||= requestAnimationFrame(draw);
  });
  const watcher = new ResizeObserver(() => size.value++);
  watcher.observe(stage.canvas);
  const deaf = listen(stage.canvas, stage, {
    hover: (cell) => (props.cell.value = cell),
    tap: (cell) => {
      props.cell.value = cell;
      props.choose?.(cell);
    },
  });
  return () => {
    stop();
    deaf();
    watcher.disconnect();
    cancelAnimationFrame(waiting);
  };
}

/** A brush that draws nothing, so that the signals an overlay reads are known before the frame. */
const NOWHERE = new Proxy({}, { get: (_, name) => (name === "ctx" ? DEAF : name === "palette" ? palette.peek() : 0) }) as Brush;
const DEAF = new Proxy({}, { get: () => () => ({ width: 0, addColorStop() {} }), set: () => true }) as CanvasRenderingContext2D;

function zoomKey(event: KeyboardEvent, stage: Stage | null): void {
  if (!stage || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "+" || event.key === "=") stage.zoom(1.3);
  else if (event.key === "-") stage.zoom(1 / 1.3);
  else if (event.key === "0") stage.fit();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function Zoom({ stage }: { stage: Stage }) {
  return (
    <div class="zoom">
      <button type="button" class="tool" aria-label={word("zoomIn")} title={word("zoomIn")} onClick={() => stage.zoom(1.4)}><Icon name="plus" /></button>
      <button type="button" class="tool" aria-label={word("zoomOut")} title={word("zoomOut")} onClick={() => stage.zoom(1 / 1.4)}><Icon name="minus" /></button>
      <button type="button" class="tool" aria-label={word("zoomFit")} title={word("zoomFit")} onClick={() => stage.fit()}><Icon name="fit" /></button>
    </div>
  );
}

const STEPS: Record<string, Cell> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Only the cell of the focus and its neighbours are elements: boards may have ten thousand cells. */
function Grid({ stage, shown, board, cell, prefix, choose, stops }: BoardProps & { stage: Stage }) {
  const grid = useRef<HTMLDivElement>(null);
  const { columns, rows } = board.size(shown.value!.to);
  const here = useSignal<Cell>([Math.floor(columns / 2), Math.floor(rows / 2)]);
  const pending = useMemo(() => ({ focus: false }), []);
  useLayoutEffect(() => {
    if (!pending.focus) return;
    pending.focus = false;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  });
  stage.camera.value;
  const walk = (to: Cell) => {
    const next: Cell = [Math.min(columns - 1, Math.max(0, to[0])), Math.min(rows - 1, Math.max(0, to[1]))];
    stage.reveal(next);
    pending.focus = true;
    here.value = cell.value = next;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [c, r] = here.value;
    const step = STEPS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step) walk([c + step[0] * (event.shiftKey ? 5 : 1), r + step[1] * (event.shiftKey ? 5 : 1)]);
    else if (event.key === "Enter") choose?.(here.value);
    else if ((event.key === "n" || event.key === "p") && stops) walk(nextStop(stops(), here.value, event.key === "n"));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const [c, r] = here.value;
  const near: Cell[][] = [[[c, r - 1]], [[c - 1, r], [c, r], [c + 1, r]], [[c, r + 1]]];
  const inside = ([x, y]: Cell) => x >= 0 && y >= 0 && x < columns && y < rows;
  const words = (at: Cell) => `${word("cell", { c: at[0], r: at[1] })}: ${prefix?.(at) ?? ""}${board.label(shown.value!.to, at, lang.value)}`;
  return (
    <div ref={grid} class="grid" role="grid" aria-label={word("board")} aria-description={word("boardHelp")} aria-rowcount={rows} aria-colcount={columns} onKeyDown={onKeyDown}>
      {near.map((line) => line.filter(inside)).filter((line) => line.length > 0).map((line) => (
        <div role="row" aria-rowindex={line[0][1] + 1} key={line[0][1]}>
          {line.map((at) => {
            const { left, top, size } = stage.place(at);
            const active = at[0] === c && at[1] === r;
            return (
              <div key={at[0]} role="gridcell" class="cell" tabIndex={active ? 0 : -1} aria-colindex={at[0] + 1} aria-label={words(at)}
                style={{ transform: `translate(${left}px, ${top}px)`, width: `${size}px`, height: `${size}px` }}
                onClick={() => { walk(at); choose?.(at); }}
                onFocus={() => (cell.value = here.value)} />
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** The stop after or before a cell, in reading order, round and round. */
export function nextStop(stops: readonly Cell[], from: Cell, onward: boolean): Cell {
  const order = (a: Cell, b: Cell) => a[1] - b[1] || a[0] - b[0];
  const sorted = [...stops].sort(order);
  if (!sorted.length) return from;
  const after = sorted.find((stop) => order(stop, from) > 0) ?? sorted[0];
  const before = sorted.findLast((stop) => order(stop, from) < 0) ?? sorted[sorted.length - 1];
  return onward ? after : before;
}
