// Television: which match comes next, how fast it is shown, and what is on the screen between matches.

import { type ReadonlySignal, signal } from "@preact/signals";
import type { Board, Text } from "../board";
import type { Film } from "../film";
import type { Programme, Showing } from "../generated/wire";
import { messageOf, PageError, text } from "../speech";
import { PACE } from "../viewer/playback";

export interface Reel {
  film: Film;
  board: Board;
}

export type Screen =
  | { kind: "words"; text: Text; showing?: Showing }
  | { kind: "card"; showing: Showing }
  | { kind: "film"; showing: Showing; reel: Reel }
  | { kind: "end" };

/** Seconds: a title card, the winner's screen, a message, and between two questions to the arena. */
const CARD_S = 7;
const END_S = 10;
const WORDS_S = 4;
/** How long a recorded match is shown at most, where no time is named, in minutes. */
const USUAL_MINUTES = 3;
const SLOWEST = 0.25;
const FASTEST = 64;

/** The match to show after those that were shown: in a programme that goes on, what is played comes first. */
export function following({ showings, more }: Programme, shown: readonly string[], playlist: boolean): Showing | null {
  const fresh = showings.filter(({ id }) => !shown.includes(id));
  if (playlist) return fresh[0] ?? null;
  const playing = fresh.find(({ state }) => state === "playing");
  const others = showings.filter(({ id }) => id !== shown.at(-1));
  return playing ?? fresh[0] ?? (more ? (others[0] ?? showings[0]) : null) ?? null;
}

/** The speed with which a film fits a time; without one it has its usual speed, unless that takes too long. */
export function fitting(frames: number, minutes: number | null): number {
  const speed = Math.max(0, frames - 1) / (PACE * 60 * (minutes ?? USUAL_MINUTES));
  return Math.min(FASTEST, Math.max(minutes === null ? 1 : SLOWEST, speed));
}

/** The minutes that an address asks for. */
export function minutesOf(query: URLSearchParams): number | null {
  const minutes = Number(query.get("minutes"));
  return minutes > 0 && minutes <= 600 ? minutes : null;
}

export interface Sources {
  programme(): Promise<Programme>;
  reel(id: string): Promise<Reel>;
}

/** What is on the screen, from one match to the next. `tick` is called once a second. */
export class Broadcast {
  private readonly now = signal<Screen>({ kind: "words", text: text("loading") });
  readonly screen: ReadonlySignal<Screen> = this.now;
  /** Seconds until the screen changes by itself; null: something else is waited for. */
  readonly left = signal<number | null>(null);
  readonly paused = signal(false);
  private shown: string[] = [];
  private coming: Promise<Reel> | null = null;
  /** Counts what was begun, so that an answer which comes too late changes nothing. */
  private turn = 0;

  constructor(
    private readonly sources: Sources,
    /** Whether the matches were chosen, in their order. */
    private readonly playlist: boolean,
  ) {}

  /** The next match: its card, while its film is fetched. */
  async next(): Promise<void> {
    const turn = ++this.turn;
    this.left.value = null;
    try {
      const programme = await this.sources.programme();
      if (turn !== this.turn) return;
      const found = following(programme, this.shown, this.playlist);
      if (found && found.state !== "waiting") this.announce(found);
      else if (found) this.tell(text("tvWaiting"), found);
      else if (programme.more || !programme.showings.length) this.tell(text("tvNothing"));
      else this.now.value = { kind: "end" };
    } catch (error) {
      if (turn === this.turn) this.tell(error instanceof PageError && error.code ? error.text : text("tvLost"));
    }
  }

  /** The match before the one that is shown. */
  back(): void {
    this.shown.splice(this.now.peek().kind === "end" ? -1 : -2);
    void this.next();
  }

  again(): void {
    this.shown = [];
    void this.next();
  }

  tick(): void {
    const held = this.paused.peek() && this.now.peek().kind === "card";
    if (this.left.peek() === null || held) return;
    this.left.value = Math.max(0, (this.left.peek() as number) - 1);
    if (this.left.peek()) return;
    const screen = this.now.peek();
    if (screen.kind === "card") void this.show(screen.showing);
    else void this.next();
  }

  /** The film of the match that is shown has come to its end, or is seen again. */
  ended(over: boolean): void {
    this.left.value = over ? END_S : null;
  }

  private announce(showing: Showing): void {
    this.shown = [...this.shown.filter((id) => id !== showing.id), showing.id];
    this.coming = this.sources.reel(showing.id);
    this.coming.catch(() => undefined); // told when it is to be shown
    this.now.value = { kind: "card", showing };
    this.left.value = CARD_S;
    this.paused.value = false;
  }

  private async show(showing: Showing): Promise<void> {
    const turn = ++this.turn;
    this.left.value = null;
    try {
      const reel = await this.coming;
      if (reel && turn === this.turn) this.now.value = { kind: "film", showing, reel };
    } catch (error) {
      const { en, fr } = messageOf(error);
      if (turn === this.turn) this.tell({ en: text("tvSkipped", { why: en }).en, fr: text("tvSkipped", { why: fr }).fr });
    }
  }

  private tell(words: Text, showing?: Showing): void {
    this.now.value = { kind: "words", text: words, showing };
    this.left.value = WORDS_S;
  }
}
