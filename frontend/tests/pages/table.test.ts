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
    this.tell({ type: "welcome", seat: 0, head: {} as never, undo: false, may: [], clock: null });
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
    const first = table.call("move", [[]]);
    table.join();
    Socket.all[1].open();
    const second = table.call("move", [[]]);
    Socket.all[1].lose();
    expect(await Promise.all([first, second])).toEqual([W.unheard, W.unheard]);
  });

  it("many calls are cut into requests, up to one that is refused", async () => {
    const table = new Table("m", "secret");
    Socket.all[0].open();
    const called = table.call("sail", Array.from({ length: 700 }, (_, boat) => [boat]));
    Socket.all[0].tell({ type: "answer", id: 1, ok: true, text: W.play });
    await vi.advanceTimersByTimeAsync(0);
    Socket.all[0].tell({ type: "answer", id: 2, ok: false, text: W.unheard });
    expect(await called).toEqual(W.unheard);
    const sizes = Socket.all[0].sent.slice(1).map((text) => (JSON.parse(text) as { calls: unknown[] }).calls.length);
    expect(sizes).toEqual([256, 256]);
  });
});

describe("a hand", () => {
  it("asks what can be done once, after all calls of an offer, which are one request", async () => {
    const asked: string[] = [];
    const position = signal({ asked: true, places: [[0, 0]] } as unknown as Position);
    const table = {
      position,
      pick: async (cell: unknown) => (asked.push(`pick ${cell}`), []),
      call: async (name: string, calls: unknown[]) => (asked.push(`${name} ×${calls.length}`), (position.value = { ...position.value }), void hand.renew(), null),
    };
    const hand: Hand = new Hand(table as unknown as Table);
    const amount = { argument: -1, least: 1, most: 3, usual: 3 };
    await hand.act({ function: "sail", amount, args: [], targets: [] } as unknown as Offer);
    expect(asked).toEqual(["sail ×3", "pick null", "pick 0,0"]);
  });
});

describe("a click on the board", () => {
  const target = (cell: [number, number], then: unknown[] = []) => ({ cell, args: [cell], note: null, then });
  const offer = (name: string, targets: unknown[], more = {}) =>
    ({ function: name, title: W.play, targets, args: [], amount: null, moves: false, ...more }) as unknown as Offer;

  /** A hand over one board: where something can be done, and what from each cell. */
  function made(places: [number, number][], offers: Record<string, Offer[]>, after = places) {
    const sent: string[] = [];
    const position = signal({ asked: true, orders: [], places } as unknown as Position);
    const table = {
      position,
      welcome: signal(null),
      pick: async (cell: unknown) => offers[String(cell)] ?? [],
      call: async (name: string, args: unknown[]) => (sent.push(`${name} ${args}`), null),
      why: async (...asked: unknown[]) => (sent.push(`why ${asked.join(" ")}`), W.unheard),
    };
    const hand = new Hand(table as unknown as Table);
    /** The position that an accepted call led to arrives after its answer. */
    const arrive = () => ((position.value = { ...position.value, places: after }), hand.renew());
    return { hand, sent, arrive };
  }

  it("on what is chosen already gives no order, and asks where one could be meant", async () => {
    const { hand, sent } = made([[0, 0]], { "0,0": [offer("walk", [target([0, 0]), target([1, 0])])] });
    await hand.renew();
    expect(hand.cell.value).toEqual([0, 0]);
    await hand.choose([0, 0]);
    expect([sent, hand.doubt.value?.here.length, hand.doubt.value?.place]).toEqual([[], 1, null]);
    hand.back();
    expect([hand.doubt.value, hand.cell.value]).toEqual([null, [0, 0]]);
  });

  it("on another place chooses it, or asks where an action was chosen first", async () => {
    const walk = offer("walk", [target([1, 0])]);
    const { hand, sent } = made([[0, 0], [1, 0]], { "0,0": [walk, offer("dig", [])], "1,0": [offer("dig", [])] });
    await hand.choose([0, 0]);
    hand.take(walk);
    await hand.choose([1, 0]);
    expect([sent, hand.cell.value, hand.doubt.value?.place]).toEqual([[], [0, 0], [1, 0]]);
    await hand.pick([1, 0]);
    await hand.choose([0, 0]);
    expect([sent, hand.cell.value, hand.doubt.value]).toEqual([[], [0, 0], null]);
  });

  it("beyond all targets is explained, and what was chosen stays chosen", async () => {
    const { hand, sent } = made([[0, 0]], { "0,0": [offer("walk", [target([1, 0])])] });
    await hand.renew();
    await hand.choose([5, 5]);
    expect(sent).toEqual(["why 0,0 5,5 walk"]);
    expect([hand.refusal.value, hand.cell.value]).toEqual([{ text: W.unheard, cell: [5, 5] }, [0, 0]]);
  });

  it("moves a piece, which stays chosen where it can go on, and else where it came from", async () => {
    const walk = offer("walk", [target([1, 0])], { moves: true });
    for (const [after, then] of [[[[1, 0], [0, 0]], [1, 0]], [[[0, 0]], [0, 0]], [[], [1, 0]]] as [[number, number][], unknown][]) {
      const { hand, sent, arrive } = made([[0, 0]], { "0,0": [walk] }, after);
      await hand.renew();
      await hand.choose([1, 0]);
      await arrive();
      expect([sent, hand.cell.value]).toEqual([["walk 1,0"], then]);
    }
  });

  it("on half an order waits for the cell beside it", async () => {
    const side = { cell: [1, 1], args: ["south"], note: null, then: [] };
    const { hand, sent } = made([[0, 0]], { "0,0": [offer("walk", [target([1, 0], [side])])] });
    await hand.renew();
    await hand.choose([1, 0]);
    expect([sent, hand.marked.value.cells]).toEqual([[], [[1, 1]]]);
    await hand.choose([3, 3]);
    expect([sent, hand.half.value]).toEqual([[], null]);
    await hand.choose([1, 0]);
    await hand.choose([1, 1]);
    expect(sent).toEqual(["walk south"]);
  });
});
