// One seat of a match that a person plays: its WebSocket, with the messages of the server and requests to it.

import { signal } from "@preact/signals";
import type { Cell, Text } from "../board";
import type {
  MatchOver,
  Offer,
  PlayRequest,
  Position,
  ProposalKind,
  SeatMessage,
  SitRequest,
  Welcome,
} from "../generated/wire";
import { doubt, heard } from "../connection";
import { W } from "../speech";

export type Link = "joining" | "open" | "lost" | "elsewhere" | "closed";

/** Takes the answer to one request. */
type Waiting = (answer: SeatMessage) => void;
/** A request before it has its number. */
type Unnumbered = PlayRequest extends infer R ? (R extends PlayRequest ? Omit<R, "id"> : never) : never;

/** Close codes after which reconnecting is useless (`src/joute/web/api/play.py`). */
const ELSEWHERE = 4409;
const FOR_GOOD = [1008, 4403, 4404, 4410, ELSEWHERE];
/** The answer to a request whose socket closed before the real one. */
const UNHEARD: SeatMessage = { type: "refused", id: null, text: W.unheard };
/** So many calls fit into one request. */
const CALLS_MOST = 256;
const PAUSE_MS = 400;
const PAUSE_MOST_MS = 5000;

export class Table {
  readonly link = signal<Link>("joining");
  readonly welcome = signal<Welcome | null>(null);
  readonly position = signal<Position | null>(null);
  readonly over = signal<MatchOver | null>(null);
  /** The last refusal that answers no request. */
  readonly refusal = signal<Text | null>(null);
  /** The people who are at the table; null: not told yet. */
  readonly here = signal<readonly number[] | null>(null);
  /** The last thing that everybody at the table was told. */
  readonly told = signal<Text | null>(null);
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
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

  /** Connect and take the seat; also after a lost connection. */
  join(): void {
    clearTimeout(this.timer);
    this.socket?.close();
    this.giveUp();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/matches/${this.id}/play`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "sit", secret: this.secret } satisfies SitRequest));
    socket.onmessage = (message) => socket === this.socket && this.hear(JSON.parse(message.data as string) as SeatMessage);
    socket.onclose = (event) => socket === this.socket && this.closed(event.code);
  }

  leave(): void {
    this.left = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  /** Answer the requests of a socket that has closed. */
  private giveUp(): void {
    for (const answer of this.waiting.values()) answer(UNHEARD);
    this.waiting.clear();
  }

  private closed(code: number): void {
    this.giveUp();
    if (this.left || this.over.value) return;
    doubt();
    if (FOR_GOOD.includes(code)) {
      this.link.value = code === ELSEWHERE ? "elsewhere" : "closed";
      return;
    }
    this.link.value = "lost";
    this.timer = window.setTimeout(() => this.join(), this.pause);
    this.pause = Math.min(PAUSE_MOST_MS, this.pause * 1.7);
  }

  private hear(message: SeatMessage): void {
    heard();
    if (message.type === "welcome") {
      this.pause = PAUSE_MS;
      this.refusal.value = null;
      this.welcome.value = message;
      this.link.value = "open";
    } else if (message.type === "position") this.position.value = message;
    else if (message.type === "over") this.over.value = message;
    else if (message.type === "presence") this.here.value = message.here;
    else if (message.type === "told") this.told.value = message.text;
    else if (message.id !== null && this.waiting.has(message.id)) {
      this.waiting.get(message.id)?.(message);
      this.waiting.delete(message.id);
    } else if (message.type === "refused") this.refusal.value = message.text;
  }

  private async ask(ask: Unnumbered): Promise<SeatMessage> {
    const { socket } = this;
    if (socket?.readyState !== WebSocket.OPEN) return UNHEARD;
    const id = ++this.number;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      socket.send(JSON.stringify({ ...ask, id }));
    });
  }

  async pick(cell: Cell | null): Promise<Offer[]> {
    const message = await this.ask({ type: "pick", cell });
    return message.type === "offers" ? message.offers : [];
  }

  /** Why a click on a cell gives no order, with a place chosen, and perhaps an action. */
  async why(place: Cell, cell: Cell, name: string | null): Promise<Text | null> {
    return refused(await this.ask({ type: "why", place, cell, function: name }));
  }

  /** Call an action, once for each arguments, until a call is refused: null if the rules accept all, else why not. */
  async call(name: string, calls: unknown[][]): Promise<Text | null> {
    for (let n = 0; n < calls.length; n += CALLS_MOST) {
      const part = { type: "call", function: name, calls: calls.slice(n, n + CALLS_MOST) } as const;
      const refusal = refused(await this.ask(part));
      if (refusal) return refusal;
    }
    return null;
  }

  async undo(): Promise<Text | null> {
    return refused(await this.ask({ type: "undo" }));
  }

  async resign(): Promise<Text | null> {
    return refused(await this.ask({ type: "resign" }));
  }

  /** Propose something to the others, or agree to what is proposed. */
  async propose(kind: ProposalKind): Promise<Text | null> {
    return refused(await this.ask({ type: "propose", kind }));
  }

  /** Decline what is proposed, or withdraw it. */
  async decline(): Promise<Text | null> {
    return refused(await this.ask({ type: "decline" }));
  }

  async end(): Promise<Text | null> {
    return refused(await this.ask({ type: "end" }));
  }
}

function refused(message: SeatMessage): Text | null {
  if (message.type === "refused") return message.text;
  return message.type === "answer" && !message.ok ? message.text : null;
}
