// The board of a game on screen: a canvas, and over it a grid that a keyboard and a screen reader walk.

import { type ReadonlySignal, type Signal, effect, signal, useComputed, useSignal } from "@preact/signals";
import { useContext, useEffect, useRef } from "preact/hooks";
import type { Board, Brush, Cell, Scene } from "../board";
import type { Axes } from "../generated/wire";
import { coloured, type Colouring, dark, palette, still } from "../theme";
import { Colours, Tool } from "../parts";
import { listen, type Painter } from "./gestures";
import { Grid } from "./Grid";
import { rulers } from "./rulers";
import { type Shown, Stage } from "./stage";
import { type Said, Tip } from "./Tip";

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
  /** Empty a cell: the keys Delete and Backspace. */
  erase?: (cell: Cell) => void;
  /** Draws with the mouse or a finger. */
  painter?: Painter;
  /** Cells that the keys n and p jump to. */
  stops?: () => readonly Cell[];
  /** The order of coordinates, for rulers and names of cells. */
  axes?: Axes;
  /** Whether words stand beside the cell that is pointed at, and which besides those of the board. */
  tips?: boolean;
  said?: (cell: Cell) => Said | null;
}

/** How much wider than high a board is. */
export function ratio(board: Board, scene: Scene | undefined): number {
  if (!scene) return 1;
  const { columns, rows } = board.size(scene);
  return columns / rows;
}

export function BoardView(props: BoardProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useSignal<Stage | null>(null);
  const colours = useContext(Colours);
  const scene = useComputed(() => props.shown.value?.to).value;
  const { axes = "xy" } = props;
  useEffect(() => {
    const element = canvas.current as HTMLCanvasElement;
    const made = new Stage(element, props.board);
    stage.value = made;
    return follow(made, props, colours);
  }, [props.board, colours.join()]);
  const onKeyDown = (event: KeyboardEvent) => zoomKey(event, stage.value);
  return (
    <div class="board" style={{ "--ratio": ratio(props.board, scene) }} onKeyDown={onKeyDown}>
      <div class="field">
        <canvas ref={canvas} aria-hidden="true" />
        {stage.value && scene && <Grid {...props} axes={axes} stage={stage.value} scene={scene} />}
        {stage.value && scene && props.tips && <Tip {...props} axes={axes} stage={stage.value} scene={scene} />}
      </div>
      {stage.value && <Zoom stage={stage.value} />}
    </div>
  );
}

/** Draw whenever something that shows has changed, at most once a frame. */
function follow(stage: Stage, props: BoardProps, colours: Colouring): () => void {
  let waiting = 0;
  const size = signal(0);
  const draw = () => {
    waiting = 0;
    const shown = props.shown.peek();
    if (!shown) return;
    stage.draw(shown, coloured(palette.peek(), colours), still.peek(), props.over);
    rulers(stage, palette.peek(), props.axes ?? "xy");
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
    painter: props.painter,
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
const NOWHERE = new Proxy(
  {},
  { get: (_, name) => (name === "ctx" ? DEAF : name === "palette" ? palette.peek() : 0) },
) as Brush;
const DEAF = new Proxy(
  {},
  { get: () => () => ({ width: 0, addColorStop() {} }), set: () => true },
) as CanvasRenderingContext2D;

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
      <Tool name="zoomIn" icon="plus" act={() => stage.zoom(1.4)} />
      <Tool name="zoomOut" icon="minus" act={() => stage.zoom(1 / 1.4)} />
      <Tool name="zoomFit" icon="fit" act={() => stage.fit()} />
    </div>
  );
}
