// What a person is about to do: the chosen place, what it offers, and where a click would act.

import { computed, signal } from "@preact/signals";
import type { Cell, Text } from "../board";
import type { Axes, Offer, Position, Target } from "../generated/wire";
import type { Table } from "./table";

export const same = (a: Cell | null, b: Cell | null): boolean =>
  a === b || (a !== null && b !== null && a[0] === b[0] && a[1] === b[1]);

/** Why something was refused; `cell`: where the click was, if it was on the board. */
export interface Refusal {
  text: Text;
  cell: Cell | null;
}

/** Several meanings of one click; `place`: the cell, where what stands there could be chosen instead. */
export interface Doubt {
  here: [Offer, Target][];
  place: Cell | null;
}

/** The calls that an offer makes: one with the number in its place, or so many, each with its own first argument. */
export function calls({ amount }: Offer, args: unknown[], number: number): unknown[][] {
  if (!amount) return [args];
  if (amount.argument >= 0) return [args.map((arg, n) => (n === amount.argument ? number : arg))];
  const { values = [] } = amount;
  return Array.from({ length: number }, (_, n) => (n < values.length ? [values[n], ...args.slice(1)] : args));
}

export class Hand {
  readonly cell = signal<Cell | null>(null);
  readonly offers = signal<Offer[]>([]);
  /** What can be done without choosing a cell. */
  readonly general = signal<Offer[]>([]);
  /** The position for which all of this was asked. */
  readonly known = signal<Position | null>(null);
  /** The offer whose targets are shown, if one was chosen among several. */
  readonly aim = signal<Offer | null>(null);
  /** The offer that is looked at in the list: its targets are shown alone. */
  readonly hint = signal<Offer | null>(null);
  /** A cell on which several offers could act, or what stands there could be chosen instead. */
  readonly doubt = signal<Doubt | null>(null);
  /** A target that was clicked, and waits for a cell beside it: where to look. */
  readonly half = signal<[Offer, Target] | null>(null);
  readonly amounts = signal<Record<string, number>>({});
  /** Why the last thing was refused, and which click it was. */
  readonly refusal = signal<Refusal | null>(null);
  /** The cells where something can be done. */
  readonly places = computed<Cell[]>(() => {
    const position = this.table.position.value;
    return position?.asked ? position.places : [];
  });
  /** Where a click acts now. */
  readonly targets = computed<[Offer, Target][]>(() => {
    const half = this.half.value;
    if (half) return half[1].then.map((target): [Offer, Target] => [half[0], target]);
    const aimed = this.aim.value ? [this.aim.value] : this.offers.value;
    return aimed.flatMap((offer) => offer.targets.map((target): [Offer, Target] => [offer, target]));
  });
  /** The cells to show: those of one offer where one is chosen or looked at, else each cell once. */
  readonly marked = computed<{ cells: Cell[]; one: boolean }>(() => {
    if (this.half.value) return { cells: this.targets.value.map(([, { cell }]) => cell), one: true };
    const one = this.aim.value ?? this.hint.value;
    const targets = one ? one.targets : this.targets.value.map(([, target]) => target);
    const cells = new Map(targets.map(({ cell }) => [cell.join(), cell]));
    return { cells: [...cells.values()], one: one !== null || this.offers.value.length < 2 };
  });
  private asked = 0;
  /** Whether calls are being made: offers are fetched again only after the last one. */
  private acting = false;
  /** From where to where something has moved; the position in which it has comes after the answer. */
  private moved: [Cell, Cell] | null = null;

  constructor(readonly table: Table) {}

  /** The order of coordinates in this game. */
  get axes(): Axes {
    return this.table.welcome.value?.head.axes ?? "xy";
  }

  /** The position has changed: what was offered may no longer hold. */
  async renew(): Promise<void> {
    const position = this.table.position.peek();
    if (!position?.asked) return this.clear(true);
    if (this.acting) return;
    if (this.moved) this.follow(...this.moved);
    this.moved = null;
    const ticket = ++this.asked;
    const cell = this.kept(position) ?? this.alone(position.places);
    this.cell.value = cell;
    const aim = this.aim.peek()?.function;
    const [general, offers] = await Promise.all([this.table.pick(null), cell ? this.table.pick(cell) : []]);
    if (ticket !== this.asked) return;
    this.general.value = general;
    this.offers.value = offers;
    this.hint.value = null;
    const again = [...offers, ...general].filter((offer) => offer.function === aim && offer.targets.length > 0);
    this.aim.value = again.length === 1 ? again[0] : this.only(offers);
    this.doubt.value = this.half.value = null;
    this.known.value = position;
  }

  /** What was chosen stays so in its phase, and in the next one if something can be done with it. */
  private kept({ frame, places }: Position): Cell | null {
    const cell = this.cell.peek();
    return frame === this.known.peek()?.frame || places.some((one) => same(one, cell)) ? cell : null;
  }

  /** Where there is one place to choose, it is chosen. */
  private alone(places: Cell[]): Cell | null {
    return places.length === 1 ? places[0] : null;
  }

  clear(all = false): void {
    this.asked++;
    this.cell.value = this.aim.value = this.hint.value = this.doubt.value = this.half.value = null;
    this.offers.value = [];
    if (all) this.general.value = [];
  }

  /** Take the last click back: half an order, a choice among several, what was aimed at, what was chosen. */
  back(): void {
    this.refusal.value = null;
    if (this.half.value || this.doubt.value) this.half.value = this.doubt.value = null;
    else if (this.aim.value && this.offers.value.length > 1) this.aim.value = null;
    else this.clear();
  }

  /**
   * A click on the board: it acts on a target, chooses a place, or is told why it does neither. On what can itself be
   * chosen it never acts at once.
   */
  async choose(cell: Cell): Promise<void> {
    const position = this.table.position.peek();
    if (!position?.asked) return;
    this.refusal.value = this.doubt.value = null;
    const here = this.targets.peek().filter(([, target]) => same(target.cell, cell));
    if (this.half.peek()) return here.length ? this.act(...here[0]) : this.back();
    const own = same(cell, this.cell.peek());
    const place = position.places.some((one) => same(one, cell));
    if (place && !own && (!this.aim.peek() || !here.length)) await this.pick(cell);
    else if (here.length > 1 || (here.length && (own || place))) this.doubt.value = { here, place: place && !own ? cell : null };
    else if (here.length) await this.act(...here[0]);
    else if (this.offers.peek().length && !own) await this.explain(this.cell.peek() ?? cell, cell);
    else if (!own) {
      await this.pick(cell);
      if (!this.offers.peek().length) await this.explain(cell, cell);
    }
  }

  /** Choose a place, whatever else could be done there. */
  async pick(cell: Cell): Promise<void> {
    const ticket = ++this.asked;
    this.cell.value = cell;
    this.aim.value = this.doubt.value = this.half.value = null;
    const offers = await this.table.pick(cell);
    if (ticket !== this.asked) return;
    this.offers.value = offers;
    this.aim.value = this.only(offers);
  }

  /** Where one thing can be done, and needs a target, it is chosen. */
  private only(offers: Offer[]): Offer | null {
    return offers.length === 1 && offers[0].targets.length > 0 ? offers[0] : null;
  }

  /** The engine says why a click gives no order. */
  private async explain(place: Cell, cell: Cell): Promise<void> {
    const text = await this.table.why(place, cell, this.aim.peek()?.function ?? null);
    if (text) this.refusal.value = { text, cell };
  }

  /** Show the targets of one offer alone, or again all; one that has a single target, half an order, goes on to the rest. */
  take(offer: Offer): void {
    this.doubt.value = this.half.value = null;
    const again = this.aim.peek() === offer;
    this.aim.value = again ? null : offer;
    if (!again && offer.targets.length === 1 && offer.targets[0].then.length) this.half.value = [offer, offer.targets[0]];
  }

  amount(offer: Offer): number {
    const { least, most, usual } = offer.amount ?? { least: 1, most: 1, usual: 1 };
    return Math.min(most, Math.max(least, this.amounts.value[offer.function] ?? usual));
  }

  setAmount(offer: Offer, value: number): void {
    this.amounts.value = { ...this.amounts.peek(), [offer.function]: value };
  }

  /** Make the call of an offer, on a target if it has some; or, where the target asks for more, wait for it. */
  async act(offer: Offer, target?: Target): Promise<void> {
    this.doubt.value = this.refusal.value = null;
    if (target?.then.length) {
      this.half.value = [offer, target];
      return;
    }
    const from = this.cell.peek();
    const to = this.half.peek()?.[1].cell ?? target?.cell ?? from;
    this.acting = true;
    const text = await this.table.call(offer.function, calls(offer, target?.args ?? offer.args, this.amount(offer)));
    this.acting = false;
    this.refusal.value = text && { text, cell: to };
    if (offer.moves && from && to && !text) this.moved = [from, to];
    else await this.renew();
  }

  /** Stay with what has moved; with the others, if it can do nothing more and they can. */
  private follow(from: Cell, to: Cell): void {
    const places = this.table.position.peek()?.places ?? [];
    const lively = (cell: Cell) => places.some((one) => same(one, cell));
    if (lively(to) || !lively(from)) this.cell.value = to;
  }
}
