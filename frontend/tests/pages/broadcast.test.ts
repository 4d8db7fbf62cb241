import type { Programme, Showing } from "joute/generated/wire";
import { Broadcast, fitting, following, minutesOf, type Reel } from "joute/pages/broadcast";
import { PageError, text } from "joute/speech";

const showing = (id: string, state: Showing["state"] = "over"): Showing => ({
  id,
  game: "g",
  title: "G",
  state,
  players: [],
  stake: { en: "", fr: "" },
});

const programme = (more: boolean, ...showings: Showing[]): Programme => ({ showings, more });

describe("which match comes next", () => {
  const some = programme(true, showing("a", "playing"), showing("b"), showing("c"));
  const next = (shown: string[], of = some, playlist = false) => following(of, shown, playlist)?.id ?? null;

  it("is one that is played, then the best that was not shown, then again another", () => {
    expect([next([]), next(["b"]), next(["a"]), next(["a", "b"]), next(["a", "b", "c"])]).toEqual(["a", "a", "b", "c", "a"]);
  });

  it("is the only one again and again", () => {
    const only = programme(true, showing("a"));
    expect([next(["a"], only), next([], programme(true))]).toEqual(["a", null]);
  });

  it("is that of a list in its order, once", () => {
    const list = programme(false, showing("b"), showing("a", "playing"), showing("c", "waiting"));
    const chosen = [[], ["b"], ["b", "a"], ["b", "a", "c"]].map((shown) => next(shown, list, true));
    expect(chosen).toEqual(["b", "a", "c", null]);
  });
});

describe("how fast a match is shown", () => {
  it("so that it fits the time, or as usual where that is short", () => {
    expect([fitting(1501, 5), fitting(1501, 1), fitting(76, 1), fitting(76, null), fitting(4501, null)]).toEqual([
      2, 10, 0.5, 1, 10,
    ]);
  });

  it("within bounds, and by a time that can be", () => {
    expect([fitting(1, 1), fitting(1_000_000, 1)]).toEqual([0.25, 64]);
    const asked = ["3", "0.5", "0", "-1", "x", "1000", ""].map((minutes) => minutesOf(new URLSearchParams({ minutes })));
    expect(asked).toEqual([3, 0.5, null, null, null, null, null]);
  });
});

describe("a broadcast", () => {
  const heard = () => new Promise((resolve) => setTimeout(resolve));
  const reel = {} as Reel;

  function begun(of: Programme, playlist = true, bad: string[] = []) {
    const asked: string[] = [];
    const sources = {
      programme: async () => of,
      reel: async (id: string) => {
        asked.push(id);
        if (bad.includes(id)) throw new PageError(text("stopped"));
        return reel;
      },
    };
    const broadcast = new Broadcast(sources, playlist);
    const seconds = async (n: number) => {
      for (; n; n--) broadcast.tick();
      await heard();
    };
    const on = () => {
      const screen = broadcast.screen.value;
      return "showing" in screen && screen.showing ? `${screen.kind} ${screen.showing.id}` : screen.kind;
    };
    return { broadcast, seconds, on, asked };
  }

  it("goes from card to film to the next card to the end by itself", async () => {
    const { broadcast, seconds, on, asked } = begun(programme(false, showing("a"), showing("b")));
    const seen: string[] = [];
    await broadcast.next();
    for (let n = 0; n < 2; n++) {
      seen.push(on());
      await seconds(7);
      seen.push(on());
      broadcast.ended(true);
      await seconds(10);
    }
    expect([...seen, on(), ...asked]).toEqual(["card a", "film a", "card b", "film b", "end", "a", "b"]);
  });

  it("goes back, forth and to the start by keys, and holds a card", async () => {
    const { broadcast, seconds, on } = begun(programme(false, showing("a"), showing("b"), showing("c")));
    const seen: string[] = [];
    const after = async (act: () => unknown) => {
      await act();
      await heard();
      seen.push(on());
    };
    await after(() => broadcast.next());
    broadcast.paused.value = true;
    await after(() => seconds(60));
    await after(() => broadcast.next());
    await after(() => broadcast.next());
    await after(() => broadcast.back());
    await after(() => broadcast.next());
    await after(() => broadcast.next());
    await after(() => broadcast.back());
    await after(() => broadcast.again());
    expect(seen).toEqual(["card a", "card a", "card b", "card c", "card b", "card c", "end", "card c", "card a"]);
  });

  it("says why a match cannot be shown, and goes on", async () => {
    const { broadcast, seconds, on } = begun(programme(false, showing("a"), showing("b")), true, ["a"]);
    await broadcast.next();
    await seconds(7);
    expect(broadcast.screen.value).toMatchObject({
      text: { en: "This match cannot be shown: This match was stopped before its end." },
    });
    await seconds(4);
    expect(on()).toBe("card b");
  });

  it("waits for a match that has not begun, and asks again", async () => {
    const coming = [showing("a", "waiting")];
    const { broadcast, seconds, on } = begun(programme(true, ...coming));
    await broadcast.next();
    expect(on()).toBe("words a");
    coming[0].state = "playing";
    Object.assign(broadcast, { sources: { programme: async () => programme(true, ...coming), reel: async () => reel } });
    await seconds(4);
    expect(on()).toBe("card a");
  });
});
