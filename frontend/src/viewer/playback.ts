// The clock of a film: which position is shown, and how it moves on.

import { computed, effect, signal, untracked } from "@preact/signals";
import type { Text } from "../board";
import type { Film } from "../film";
import type { FilmHead } from "../generated/wire";
import { messageOf } from "../speech";
import { moments } from "./moments";
import type { Shown } from "./stage";

export const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32];
/** Positions a second at speed 1. */
export const PACE = 2.5;
/** How long a single step takes, in seconds. */
const STEP = 0.28;
/** How much a live film hurries for each position that it is further behind than the one it moves to. */
const HASTE = 10;

export class Playback {
  /** The position, with its part on the way to the next one. */
  readonly at = signal(0);
  readonly playing = signal(true);
  readonly speed = signal(1);
  readonly seat = signal<number | null>(null);
  readonly shown = signal<Shown | null>(null);
  /** The position that is shown, or that it moves to: unlike the movement, it seldom changes. */
  readonly scene = computed(() => this.shown.value?.to);
  /** Whether the film waits for its source. */
  readonly waiting = signal(false);
  readonly error = signal<Text | null>(null);
  /** Whether a live film stays at its newest position. */
  readonly following = signal(false);
  readonly frame = computed(() => Math.min(this.film.last, Math.round(this.at.value)));
  readonly ended = computed(() => this.at.value >= this.film.last && !this.film.head.value.live);
  /** The head of the film for the seat whose view is shown. */
  readonly head = computed(() => this.hushed(this.film.headOf(this.film.track(this.seat.value))));
  /** Whether what comes is hidden: then a film is as long as what was shown of it. */
  readonly veiled = signal(false);
  private readonly reached = signal(0);
  /** The last position that may be known. */
  readonly horizon = computed(() => (this.veiled.value ? Math.max(this.reached.value, this.frame.value) : this.film.last));
  /** What decided the match, as far as it may be known. */
  readonly moments = computed(() => moments(this.head.value, this.horizon.value));
  private stepping: number | null = null;
  private before = 0;
  private timer = 0;
  private stop: () => void;

  constructor(readonly film: Film) {
    this.following.value = film.head.value.live;
    if (this.following.value) this.at.value = film.last;
    const stopShowing = effect(() => {
      this.seat.value;
      this.film.head.value;
      this.show();
    });
    const track = computed(() => film.track(this.seat.value));
    const stopAsking = effect(() => {
      const wanted = track.value;
      untracked(() => film.ask(wanted).catch(() => undefined));
    });
    const stopReaching = effect(() => {
      this.reached.value = Math.max(this.reached.peek(), this.frame.value);
    });
    this.stop = () => [stopShowing, stopAsking, stopReaching].forEach((stop) => stop());
    this.timer = requestAnimationFrame(this.tick);
  }

  /** A head without what the end tells, until the end is shown or nothing is hidden. */
  private hushed(head: FilmHead): FilmHead {
    return this.veiled.value && this.horizon.value < this.film.last ? { ...head, verdicts: [], result: null } : head;
  }

  dispose(): void {
    cancelAnimationFrame(this.timer);
    this.stop();
  }

  /** Go to a position at once; one step on is shown as a movement. */
  go(frame: number): void {
    const goal = Math.min(this.film.last, Math.max(0, Math.round(frame)));
    const onward = goal === Math.floor(this.at.peek()) + 1 && this.film.peek(this.film.track(this.seat.peek()), goal);
    this.stepping = onward ? goal : null;
    this.following.value = this.film.head.peek().live && goal >= this.film.last;
    if (this.stepping === null) this.at.value = goal;
    this.show();
  }

  step(by: number): void {
    this.playing.value = false;
    const from = this.stepping ?? this.at.peek();
    this.go(by > 0 ? Math.floor(from) + by : Math.ceil(from) + by);
  }

  toggle(): void {
    this.playing.value = !this.playing.peek();
    this.stepping = null;
    if (this.playing.peek() && this.ended.peek()) this.go(0);
  }

  faster(by: 1 | -1): void {
    const speed = this.speed.peek();
    const next = by > 0 ? SPEEDS.find((one) => one > speed) : SPEEDS.findLast((one) => one < speed);
    if (next) this.speed.value = next;
  }

  private tick = (now: number): void => {
    this.timer = requestAnimationFrame(this.tick);
    const seconds = Math.min(0.1, (now - this.before) / 1000);
    this.before = now;
    if (this.stepping !== null) this.glide(seconds);
    else if (this.playing.peek()) this.advance(seconds);
  };

  private glide(seconds: number): void {
    const goal = this.stepping as number;
    this.at.value = Math.min(goal, this.at.peek() + seconds / STEP);
    if (this.at.peek() === goal) this.stepping = null;
    this.show();
  }

  private advance(seconds: number): void {
    const at = this.at.peek();
    const last = this.film.last;
    if (at >= last) {
      if (this.ended.peek()) this.playing.value = false;
      return;
    }
    const hurry = this.following.peek() ? 1 + HASTE * Math.max(0, last - at - 1) : 1;
    const goal = Math.min(last, at + seconds * PACE * this.speed.peek() * hurry);
    const track = this.film.track(this.seat.peek());
    this.film.prefetch(track, Math.floor(goal));
    if (this.ready(goal)) this.at.value = goal;
    this.show();
  }

  private ready(at: number): boolean {
    const track = this.film.track(this.seat.peek());
    const next = Math.min(this.film.last, Math.floor(at) + 1);
    const here = this.film.peek(track, Math.floor(at)) && this.film.peek(track, next);
    if (!here) this.fetch(next);
    return Boolean(here);
  }

  /** Show the position where we are, or fetch it and show it then. */
  private show(): void {
    const at = this.at.peek();
    const track = this.film.track(this.seat.peek());
    const low = Math.floor(at);
    const high = Math.ceil(at);
    const [from, to] = [this.film.peek(track, low), this.film.peek(track, high)];
    if (from && to) {
      this.waiting.value = false;
      this.error.value = null;
      this.shown.value = { from, to, part: high === low ? 1 : at - low, at };
    } else this.fetch(from ? high : low);
  }

  private fetch(frame: number): void {
    if (this.waiting.peek()) return;
    this.waiting.value = true;
    const place = this.place();
    this.film.scene(this.film.track(this.seat.peek()), frame).then(
      () => {
        this.waiting.value = false;
        this.show();
      },
      (error: unknown) => {
        this.waiting.value = false;
        if (place === this.place()) this.fail(error);
        else this.show(); // somebody has gone elsewhere since
      },
    );
  }

  private place(): string {
    return `${this.film.track(this.seat.peek())}/${this.at.peek()}`;
  }

  private fail(error: unknown): void {
    this.error.value = messageOf(error);
    this.playing.value = false;
  }
}
