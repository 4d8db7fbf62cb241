// The draft on the easel: what it is now, what it was, and the changes that wait for the server's answer.

import { computed, signal } from "@preact/signals";
import * as api from "../api";
import type { Cell, Text } from "../board";
import type { BrushHead, Draft, EditAnswer, EditorHead, EditRequest, Symmetry } from "../generated/editor";
import { remember } from "../memory";
import { messageOf } from "../speech";
import type { Shown } from "../viewer/stage";

type Edit = NonNullable<EditRequest["edits"]>[number];
/** A request without its draft, which is known only when its turn comes. */
type Step = Omit<EditRequest, "draft"> & { draft?: Draft };

/** How far one can go back. */
const PAST_MOST = 100;
/** Longer drafts are not remembered for the next visit. */
const REMEMBERED_MOST = 200_000;
export const ERASER = "erase";

export class Easel {
  readonly now = signal<EditAnswer>(undefined as unknown as EditAnswer);
  readonly shown = signal<Shown | null>(null);
  readonly past = signal<EditAnswer[]>([]);
  readonly future = signal<EditAnswer[]>([]);
  /** What could not be done, from the last change. */
  readonly refused = signal<Text[]>([]);
  readonly notice = signal<Text | null>(null);
  /** The name of the brush; empty: cells are looked at. */
  readonly brush = signal("");
  readonly amounts = signal<Record<string, number>>({});
  readonly symmetry = signal<Symmetry>("none");
  /** The cell whose numbers are shown. */
  readonly chosen = signal<Cell | null>(null);
  /** Whether an answer is awaited. */
  readonly busy = signal(false);
  /** Cells that were painted and are not yet drawn. */
  readonly wet = signal<Cell[]>([]);
  /** Where the draft may be wrong: the cell that the server names, else those whose change has made it so. */
  readonly suspects = signal<readonly Cell[]>([]);
  /** Where a brush that goes from cell to cell begins. */
  readonly from = signal<Cell | null>(null);
  readonly palette = computed(() => this.head[this.now.value.draft.kind]);
  private steps: { step: Step; stroke: number }[] = [];
  private stroke = 0;
  private last = 0;
  private idle = Promise.resolve();

  constructor(
    readonly head: EditorHead,
    first: EditAnswer,
    notice: Text | null = null,
  ) {
    this.notice.value = notice;
    this.show(first);
  }

  brushOf(name: string): BrushHead | undefined {
    return this.palette.value.brushes.find((brush) => brush.name === name);
  }

  amountOf(brush: BrushHead): number {
    return this.amounts.value[brush.name] ?? brush.amount?.usual ?? 0;
  }

  // Painting

  /** Whatever is painted until the next stroke is taken back at once. */
  begin(): void {
    this.stroke += 1;
    this.from.value = null;
  }

  paint(name: string, cells: Cell[]): void {
    const brush = this.brushOf(name);
    if (!brush) return;
    this.wet.value = [...this.wet.value, ...cells];
    this.chosen.value = cells[cells.length - 1];
    this.edit({ type: "paint", brush: name, cells, amount: this.amountOf(brush), symmetry: this.symmetry.value });
  }

  /** A cell was pressed: with a brush that goes from one to another, it is either of them. */
  press(cell: Cell, name = this.brush.value): void {
    const brush = this.brushOf(name);
    if (!brush) this.look(cell);
    else if (brush.joins && !this.from.value) this.from.value = cell;
    else {
      const from = brush.joins ? this.from.value : null;
      this.begin();
      this.paint(name, from ? [from, cell] : [cell]);
    }
  }

  look(cell: Cell): void {
    this.chosen.value = cell;
    this.ask({});
  }

  /** A change of its own. */
  set(edit: Edit): void {
    this.begin();
    this.edit(edit);
  }

  private edit(edit: Edit): void {
    this.ask({ edits: [edit] });
  }

  /** Take another draft: one that was typed, opened or begun anew. */
  take(draft: Draft, more: Omit<Step, "draft"> = {}): void {
    this.ask({ draft, ...more });
  }

  // What the server makes of it

  private ask(step: Step): void {
    const waiting = this.steps.at(-1);
    const joined = waiting?.stroke === this.stroke && waiting.step.edits && step.edits && !waiting.step.draft;
    if (joined) waiting.step = { ...waiting.step, edits: merged([...(waiting.step.edits ?? []), ...(step.edits ?? [])]) };
    else this.steps.push({ step, stroke: this.stroke });
    if (!this.busy.value) this.idle = this.run();
  }

  private async run(): Promise<void> {
    this.busy.value = true;
    for (let next = this.steps.shift(); next; next = this.steps.shift()) {
      const before = this.now.peek();
      const { step, stroke } = next;
      const request = { ...step, draft: step.draft ?? before.draft, cell: this.chosen.peek() };
      try {
        const answer = await api.edit(request);
        this.notice.value = null;
        if (step.edits || step.draft || step.turn_into) this.refused.value = answer.refused;
        if (answer.draft.text !== before.draft.text) this.note(before, stroke);
        this.show(answer, before.trouble ? this.suspects.peek() : touched(step, before, this.chosen.peek()));
      } catch (error) {
        this.notice.value = messageOf(error);
      }
      if (!this.steps.length) this.wet.value = [];
    }
    this.busy.value = false;
  }

  /** Remember what was there before a stroke. */
  private note(before: EditAnswer, stroke: number): void {
    if (stroke !== this.last || !this.past.value.length) this.past.value = [...this.past.value, before].slice(-PAST_MOST);
    this.last = stroke;
    this.future.value = [];
  }

  private show(answer: EditAnswer, suspects: readonly Cell[] = []): void {
    const { text } = answer.draft;
    const { trouble } = answer;
    this.suspects.value = !trouble ? [] : trouble.cell ? [trouble.cell] : suspects;
    this.now.value = answer;
    if (answer.scene) this.shown.value = { from: answer.scene, to: answer.scene, part: 1 } as unknown as Shown;
    if (!this.brushOf(this.brush.peek())) this.brush.value = "";
    if (text && text.length <= REMEMBERED_MOST) remember(memory(answer.draft.game), JSON.stringify(answer.draft));
  }

  // Back and forth

  undo(): void {
    this.travel(this.past, this.future);
  }

  redo(): void {
    this.travel(this.future, this.past);
  }

  private travel(from: typeof this.past, to: typeof this.past): void {
    if (this.busy.value) return void this.idle.then(() => this.travel(from, to));
    const there = from.value.at(-1);
    if (!there) return;
    to.value = [...to.value, this.now.value];
    from.value = from.value.slice(0, -1);
    this.begin();
    this.refused.value = [];
    this.show(there);
    if (this.chosen.value) this.ask({});
  }
}

/** The cells that a step has changed. */
function touched({ edits = [] }: Step, { here }: EditAnswer, chosen: Cell | null): Cell[] {
  return edits.flatMap((edit) => {
    if (edit.type === "paint") return edit.cells;
    const own = "row" in edit && here.some(({ table, row }) => table === edit.table && row === edit.row);
    return own && chosen ? [chosen] : [];
  });
}

/** Cells that the same brush paints go into one edit. */
function merged(edits: Edit[]): Edit[] {
  const [last, next] = edits.slice(-2);
  if (last?.type !== "paint" || next?.type !== "paint" || last.brush !== next.brush) return edits;
  return [...edits.slice(0, -2), { ...last, cells: [...last.cells, ...next.cells] }];
}

/** Under which name the last draft of a game is remembered. */
export const memory = (game: string): string => `draft.${game}`;
