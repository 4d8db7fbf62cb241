import { signal } from "@preact/signals";
import type { Offer, Position, SeatMessage } from "joute/generated/wire";
import { Hand } from "joute/play/hand";
import { Table } from "joute/play/table";
import { W } from "joute/speech";

/** A socket in the hands of a test. */
class Socket {
  static OPEN = 1;
  static all: Socket[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen = () => undefined;
  onmessage = (_: { data: string }) => undefined;
  onclose = (_: { code: number }) => undefined;

  constructor() {
    Socket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = 3;
  }

  open(): void {
    this.readyState = Socket.OPEN;
    this.onopen();
    this.tell({ type: "welcome", seat: 0, head: {} as never, undo: false, clock: null });
  }

  lose(code = 1006): void {
    this.readyState = 3;
    this.onclose({ code });
  }

  tell(message: SeatMessage): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

describe("a seat", () => {
  beforeEach(() => {
    Socket.all = [];
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", Socket);
    vi.stubGlobal("location", { protocol: "http:", host: "arena" });
    vi.stubGlobal("window", globalThis);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("comes back by one socket, however often it is asked for meanwhile", async () => {
    const table = new Table("m", "secret");
    Socket.all[0].open();
    Socket.all[0].lose();
    expect(await Promise.all([table.end(), table.undo(), table.pick(null)])).toEqual([W.unheard, W.unheard, []]);
    vi.advanceTimersByTime(400);
    expect([Socket.all.length, table.link.value]).toEqual([2, "lost"]);
    expect(await table.end()).toEqual(W.unheard);
    Socket.all[1].open();
    vi.advanceTimersByTime(60_000);
    expect([Socket.all.length, table.link.value]).toEqual([2, "open"]);
  });

  it("hears nothing more from a socket that it has left", () => {
    const table = new Table("m", "secret");
    Socket.all[0].open();
    table.join();
    Socket.all[1].open();
    Socket.all[0].tell({ type: "refused", id: null, text: W.elsewhere });
    Socket.all[0].lose(4409);
    expect([table.refusal.value, table.link.value]).toEqual([null, "open"]);
  });

  it("waits for no answer from a socket that is lost or left", async () => {
    const table = new Table("m", "secret");
    Socket.all[0].open();
    const first = table.call("move", []);
    table.join();
    Socket.all[1].open();
    const second = table.call("move", []);
    Socket.all[1].lose();
    expect(await Promise.all([first, second])).toEqual([W.unheard, W.unheard]);
  });
});

describe("a hand", () => {
  it("asks what can be done once, after all calls of an offer", async () => {
    const asked: string[] = [];
    const position = signal({ asked: true, places: [[0, 0]] } as unknown as Position);
    const table = {
      position,
      pick: async (cell: unknown) => (asked.push(`pick ${cell}`), []),
      call: async (name: string) => (asked.push(name), (position.value = { ...position.value }), void hand.renew(), null),
    };
    const hand: Hand = new Hand(table as unknown as Table);
    const amount = { argument: -1, least: 1, most: 3, usual: 3 };
    await hand.act({ function: "sail", amount, args: [], targets: [] } as unknown as Offer);
    expect(asked).toEqual(["sail", "sail", "sail", "pick null", "pick 0,0"]);
  });
});
