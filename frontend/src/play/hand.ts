// What a person is about to do: the chosen place, what it offers, and where a click would act.

import { computed, signal } from "@preact/signals";
import type { Cell, Text } from "../board";
import type { Offer, Target } from "../generated/wire";
import type { Table } from "./table";

export const same = (a: Cell | null, b: Cell | null): boolean =>
  a === b || (a !== null && b !== null && a[0] === b[0] && a[1] === b[1]);

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
  /** The offer whose targets are shown, if one was chosen among several. */
  readonly aim = signal<Offer | null>(null);
  /** The offer that is looked at in the list: its targets are shown alone. */
  readonly hint = signal<Offer | null>(null);
  /** A cell on which several offers could act. */
  readonly doubt = signal<[Offer, Target][]>([]);
  readonly amounts = signal<Record<string, number>>({});
  /** Why the last thing was refused. */
  readonly refusal = signal<Text | null>(null);
  /** The cells where something can be done. */
  readonly places = computed<Cell[]>(() => {
    const position = this.table.position.value;
    return position?.asked ? position.places : [];
  });
  /** Where a click acts now. */
  readonly targets = computed<[Offer, Target][]>(() => {
    const aimed = this.aim.value ? [this.aim.value] : this.offers.value;
    return aimed.flatMap((offer) => offer.targets.map((target): [Offer, Target] => [offer, target]));
  });
  /** The cells to show: those of one offer where one is chosen or looked at, else each cell once. */
  readonly marked = computed<{ cells: Cell[]; one: boolean }>(() => {
    const one = this.aim.value ?? this.hint.value;
    const targets = one ? one.targets : this.targets.value.map(([, target]) => target);
    const cells = new Map(targets.map(({ cell }) => [cell.join(), cell]));
    return { cells: [...cells.values()], one: one !== null || this.offers.value.length < 2 };
  });
  private asked = 0;
  /** Whether calls are being made: offers are fetched again only after the last one. */
  private acting = false;

  constructor(readonly table: Table) {}

  /** The position has changed: what was offered may no longer hold. */
  async renew(): Promise<void> {
    const position = this.table.position.peek();
    if (!position?.asked) return this.clear(true);
    if (this.acting) return;
    const ticket = ++this.asked;
    const cell = this.cell.peek() ?? this.alone(position.places);
    this.cell.value = cell;
    const aim = this.aim.peek()?.function;
    const [general, offers] = await Promise.all([this.table.pick(null), cell ? this.table.pick(cell) : []]);
    if (ticket !== this.asked) return;
    this.general.value = general;
    this.offers.value = offers;
    this.hint.value = null;
    const again = [...offers, ...general].filter((offer) => offer.function === aim && offer.targets.length > 0);
    this.aim.value = again.length === 1 ? again[0] : null;
    this.doubt.value = [];
    if (cell && !offers.length) this.cell.value = null;
  }

  /** Where there is one place to choose, it is chosen. */
  private alone(places: Cell[]): Cell | null {
    return places.length === 1 ? places[0] : null;
  }

  clear(all = false): void {
    this.asked++;
    this.cell.value = this.aim.value = this.hint.value = null;
    this.offers.value = [];
    this.doubt.value = [];
    if (all) this.general.value = [];
  }

  /** A click on the board: it acts on a target, or chooses a place. */
  async choose(cell: Cell): Promise<void> {
    const position = this.table.position.peek();
    if (!position?.asked) return;
    this.refusal.value = null;
    const here = this.targets.peek().filter(([, target]) => same(target.cell, cell));
    const place = position.places.some((one) => same(one, cell));
    const switching = place && !this.aim.peek() && !same(cell, this.cell.peek());
    if (here.length === 1 && !switching) return this.act(...here[0]);
    if (here.length > 1 && !switching) this.doubt.value = here;
    else await this.pick(cell);
  }

  private async pick(cell: Cell): Promise<void> {
    const ticket = ++this.asked;
    this.cell.value = cell;
    this.aim.value = null;
    this.doubt.value = [];
    const offers = await this.table.pick(cell);
    if (ticket !== this.asked) return;
    this.offers.value = offers;
    const aiming = offers.filter((offer) => offer.targets.length > 0);
    if (aiming.length === 1 && offers.length === 1) this.aim.value = aiming[0];
  }

  amount(offer: Offer): number {
    const { least, most, usual } = offer.amount ?? { least: 1, most: 1, usual: 1 };
    return Math.min(most, Math.max(least, this.amounts.value[offer.function] ?? usual));
  }

  setAmount(offer: Offer, value: number): void {
    this.amounts.value = { ...this.amounts.peek(), [offer.function]: value };
  }

  /** Make the call of an offer, on a target if it has some. */
  async act(offer: Offer, target?: Target): Promise<void> {
    this.doubt.value = [];
    this.refusal.value = null;
    const from = this.cell.peek();
    this.acting = true;
    this.refusal.value = await this.callAll(offer.function, calls(offer, target?.args ?? offer.args, this.amount(offer)));
    this.acting = false;
    if (target && from) this.follow(from, target.cell);
    await this.renew();
  }

  /** Call one after the other, until one is refused: why, if one was. */
  private async callAll(name: string, all: unknown[][]): Promise<Text | null> {
    for (const args of all) {
      const refusal = await this.table.call(name, args);
      if (refusal) return refusal;
    }
    return null;
  }

  /** Stay with what has moved: when nothing is left to do at the place it came from. */
  private follow(from: Cell, to: Cell): void {
    const places = this.table.position.peek()?.places ?? [];
    const at = (cell: Cell) => places.some((one) => same(one, cell));
    if (!at(from) && at(to)) this.cell.value = to;
  }
}
