// The grid over a board, for keyboards and screen readers. Only the cell of the focus and its neighbours are elements:
// boards may have ten thousand cells.

import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Cell, Scene } from "../board";
import { written } from "../coordinates";
import type { Axes } from "../generated/wire";
import { heading } from "../phrases";
import { lang, word } from "../speech";
import type { BoardProps } from "./BoardView";
import type { Stage } from "./stage";

type GridProps = BoardProps & { stage: Stage; scene: Scene; axes: Axes };

/** How far shift goes with an arrow. */
const LEAP = 5;
const STEPS: Record<string, Cell> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

interface Walk {
  grid: RefObject<HTMLDivElement | null>;
  here: Signal<Cell>;
  to: (cell: Cell) => void;
}

/** Where the focus is, and how it goes elsewhere: the element is there only after the next drawing. */
function useWalk({ stage, cell }: GridProps, columns: number, rows: number): Walk {
  const grid = useRef<HTMLDivElement>(null);
  const here = useSignal<Cell>([Math.floor(columns / 2), Math.floor(rows / 2)]);
  const pending = useMemo(() => ({ focus: false }), []);
  useLayoutEffect(() => {
    if (!pending.focus) return;
    pending.focus = false;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  });
  const to = ([c, r]: Cell) => {
    const next: Cell = [Math.min(columns - 1, Math.max(0, c)), Math.min(rows - 1, Math.max(0, r))];
    stage.reveal(next);
    pending.focus = true;
    here.value = cell.value = next;
  };
  return { grid, here, to };
}

function press(event: KeyboardEvent, walk: Walk, { choose, erase, stops }: GridProps): void {
  const [c, r] = walk.here.value;
  const step = STEPS[event.key];
  const far = event.shiftKey ? LEAP : 1;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (step) walk.to([c + step[0] * far, r + step[1] * far]);
  else if (event.key === "Enter") choose?.([c, r]);
  else if ((event.key === "Delete" || event.key === "Backspace") && erase) erase([c, r]);
  else if ((event.key === "n" || event.key === "p") && stops) walk.to(nextStop(stops(), [c, r], event.key === "n"));
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** A cell and its neighbours, by rows. */
export function around([c, r]: Cell, columns: number, rows: number): Cell[][] {
  const row = (y: number, ...xs: number[]): Cell[] =>
    y < 0 || y >= rows ? [] : xs.filter((x) => x >= 0 && x < columns).map((x) => [x, y]);
  return [row(r - 1, c), row(r, c - 1, c, c + 1), row(r + 1, c)].filter((line) => line.length > 0);
}

export function Grid(props: GridProps) {
  const { stage, scene, board, cell, choose } = props;
  const { columns, rows } = board.size(scene);
  const walk = useWalk(props, columns, rows);
  const here = walk.here.value;
  stage.camera.value;
  const click = (at: Cell) => {
    walk.to(at);
    choose?.(at);
  };
  return (
    <div
      ref={walk.grid}
      class="grid"
      role="grid"
      aria-label={word("board")}
      aria-description={[word("boardHelp"), props.stops && word("stopsHelp"), props.erase && word("eraseHelp")].filter(Boolean).join(" ")}
      aria-rowcount={rows}
      aria-colcount={columns}
      onKeyDown={(event) => press(event, walk, props)}
    >
      {around(here, columns, rows).map((line) => (
        <div role="row" aria-rowindex={line[0][1] + 1} key={line[0][1]}>
          {line.map((at) => (
            <GridCell
              key={at[0]}
              {...props}
              at={at}
              active={at[0] === here[0] && at[1] === here[1]}
              click={() => click(at)}
              focus={() => (cell.value = here)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface CellProps extends GridProps {
  at: Cell;
  active: boolean;
  click: () => void;
  focus: () => void;
}

function GridCell({ stage, scene, board, axes, prefix, at, active, click, focus }: CellProps) {
  const { left, top, size } = stage.place(at);
  const place = { transform: `translate(${left}px, ${top}px)`, width: `${size}px`, height: `${size}px` };
  const label = `${prefix?.(at) ?? ""}${board.label(scene, at, lang.value)}`;
  return (
    <div
      role="gridcell"
      class="cell"
      tabIndex={active ? 0 : -1}
      aria-colindex={at[0] + 1}
      aria-label={heading(lang.value, word("cell", { at: written(axes, at) })) + label}
      style={place}
      onClick={click}
      onFocus={focus}
    />
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
