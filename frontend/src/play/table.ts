// One seat of a match that a person plays: what the server tells, and what is asked of it.

import { signal } from "@preact/signals";
import type { Cell, Text } from "../board";
import { W } from "../speech";
import type { Ask, Offer, Tell } from "../wire";

export type Welcome = Extract<Tell, { type: "welcome" }>;
export type Position = Extract<Tell, { type: "position" }>;
export type Over = Extract<Tell, { type: "over" }>;
export type Link = "joining" | "open" | "lost" | "elsewhere" | "closed";

/** Wanted: an answer by number. */
type Wanted = (tell: Tell) => void;
type Numbered = Exclude<Ask, { type: "sit" }>;
type Unnumbered = Numbered extends infer A ? (A extends Numbered ? Omit<A, "id"> : never) : never;

/** Codes of a socket that was closed for good. */
const ELSEWHERE = 4409;
const FOR_GOOD = [1008, 4403, 4404, 4410, ELSEWHERE];
/** The answer to what may not have been heard. */
const UNHEARD: Tell = { type: "refused", id: null, text: W.unheard };
const PAUSE_MS = 400;
const PAUSE_MOST_MS = 5000;

export class Table {
  readonly link = signal<Link>("joining");
  readonly welcome = signal<Welcome | null>(null);
  readonly position = signal<Position | null>(null);
  readonly over = signal<Over | null>(null);
  /** The last thing that was refused without a question of ours. */
  readonly refusal = signal<Text | null>(null);
  private socket: WebSocket | null = null;
  private wanted = new Map<number, Wanted>();
  private number = 0;
  private pause = PAUSE_MS;
  private timer = 0;
  private left = false;

  constructor(
    readonly id: string,
    private readonly secret: string,
  ) {
    this.join();
  }

  /** Sit down, again if need be. */
  join(): void {
    clearTimeout(this.timer);
    this.socket?.close();
    this.giveUp();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/matches/${this.id}/play`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "sit", secret: this.secret } satisfies Ask));
    socket.onmessage = (message) => socket === this.socket && this.hear(JSON.parse(message.data as string) as Tell);
    socket.onclose = (event) => socket === this.socket && this.closed(event.code);
  }

  leave(): void {
    this.left = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  /** What was asked on a socket that is no more gets no answer from it. */
  private giveUp(): void {
    for (const answer of this.wanted.values()) answer(UNHEARD);
    this.wanted.clear();
  }

  private closed(code: number): void {
    this.giveUp();
    if (this.left || this.over.value) return;
    if (FOR_GOOD.includes(code)) {
      this.link.value = code === ELSEWHERE ? "elsewhere" : "closed";
      return;
    }
    this.link.value = "lost";
    this.timer = window.setTimeout(() => this.join(), this.pause);
    this.pause = Math.min(PAUSE_MOST_MS, this.pause * 1.7);
  }

  private hear(tell: Tell): void {
    if (tell.type === "welcome") {
      this.pause = PAUSE_MS;
      this.refusal.value = null;
      this.welcome.value = tell;
      this.link.value = "open";
    } else if (tell.type === "position") this.position.value = tell;
    else if (tell.type === "over") this.over.value = tell;
    else if (tell.id !== null && this.wanted.has(tell.id)) {
      this.wanted.get(tell.id)?.(tell);
      this.wanted.delete(tell.id);
    } else if (tell.type === "refused") this.refusal.value = tell.text;
  }

  private async ask(ask: Unnumbered): Promise<Tell> {
    const { socket } = this;
    if (socket?.readyState !== WebSocket.OPEN) return UNHEARD;
    const id = ++this.number;
    return new Promise((resolve) => {
      this.wanted.set(id, resolve);
      socket.send(JSON.stringify({ ...ask, id }));
    });
  }

  async pick(cell: Cell | null): Promise<Offer[]> {
    const tell = await this.ask({ type: "pick", cell });
    return tell.type === "offers" ? tell.offers : [];
  }

  /** Do something: null where it was done, else why not. */
  async call(name: string, args: unknown[]): Promise<Text | null> {
    return refused(await this.ask({ type: "call", function: name, args }));
  }

  async undo(): Promise<Text | null> {
    return refused(await this.ask({ type: "undo" }));
  }

  async end(): Promise<Text | null> {
    return refused(await this.ask({ type: "end" }));
  }
}

function refused(tell: Tell): Text | null {
  if (tell.type === "refused") return tell.text;
  return tell.type === "answer" && !tell.ok ? tell.text : null;
}
