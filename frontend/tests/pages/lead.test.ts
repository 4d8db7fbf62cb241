import type { FilmHead, Gain, Outcome } from "joute/generated/wire";
import { inWords, momentWords, Parts } from "joute/viewer/Lead";
import { leader, order, partsAt, series, shares } from "joute/viewer/lead";
import { moments, toldAt } from "joute/viewer/moments";
import { head } from "./films";

const names = (...list: string[]): FilmHead["players"] =>
  list.map((name, seat) => ({ name, seat_name: `J${seat + 1}`, kind: name, colour: null }));
const text = (en: string) => ({ en, fr: en });
const won = (ranks: number[]): Outcome => ({ scores: ranks, ranks, reason: "" });

describe("who leads", () => {
  it("is who has the most alone", () => {
    expect(leader([3, 8, 5])).toEqual({ seat: 1, by: 3 });
    expect([leader([4, 4]), leader([])]).toEqual([null, null]);
    expect(order([3, 8, 5, 8])).toEqual([1, 3, 2, 0]);
  });
  it("is told by what would count, where scores wait", () => {
    expect(series(head(2, { scores: [[0, 0], [0, 0]], lead: [[1, 1], [2, 1]] }))[1]).toEqual([2, 1]);
    expect(series(head(2, { scores: [[0, 0], [0, 5]] }))[1]).toEqual([0, 5]);
  });
  it("shares a bar by points, also below zero", () => {
    expect(shares([30, 10])).toEqual([0.75, 0.25]);
    expect(shares([0, 0, 0, 0])).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect(shares([1, -1])).toEqual([0.75, 0.25]);
  });
  it("gives the bar to a winner that has fewer points", () => {
    expect(shares([3, 500], won([1, 2]))).toEqual([1, 0]);
    expect(shares([3, 1], won([1, 2]))).toEqual([0.75, 0.25]);
    expect(shares([3, 1], won([1, 1]))).toEqual([0.75, 0.25]);
  });
  it("is said in words", () => {
    const film = { players: names("ann", "bob"), points: { words: text("fortune now"), parts: [] } };
    expect(inWords(film, [5, 2], null)).toBe("Fortune now: ann leads by 3");
    expect(inWords(film, [2, 2], null)).toBe("Fortune now: level");
    expect(inWords(film, [5, 2], won([2, 1]))).toBe("bob wins");
    expect(inWords({ ...film, players: names(..."abcdefghij") }, Array(10).fill(0) as number[], null)).toBe(
      "Fortune now, the first 8 of 10: level",
    );
  });
});

describe("where points come from", () => {
  const points = { words: text("score"), parts: [text("links"), text("fields")] };
  const gains: Gain[] = [[1, 0, 0, 5], [2, 1, 1, 7], [2, 0, 0, -2]];
  const film = head(3, { points, gains, scores: [[0, 0], [5, 0], [3, 7]] });
  it("adds up to what each seat has", () =>
    expect([0, 1, 2].map((frame) => partsAt(film, frame))).toEqual([[[0, 0], [0, 0]], [[5, 0], [0, 0]], [[3, 0], [0, 7]]]));
  it("is not known where it does not", () => {
    expect(partsAt({ ...film, gains: [] }, 1)).toBeNull();
    expect(partsAt({ ...film, points: { ...points, parts: [] } }, 1)).toBeNull();
  });
});

/** A film of two seats in alternating turns; each turn brings each seat so many points of its only part. */
function match(...turns: [number, number][]): FilmHead {
  const scores = [[0, 0]];
  const [counted, gains] = [[1], [] as Gain[]];
  turns.forEach((both, n) =>
    both.forEach((by, seat) => {
      const now = [...scores[scores.length - 1]];
      now[seat] += by;
      if (by) gains.push([scores.length, seat, 0, by]);
      scores.push(now);
      counted.push(n + 1 + seat);
    }),
  );
  const points = { words: text("score"), parts: [text("fields")] };
  return head(scores.length, { players: names("ann", "bob"), turns: counted, scores, gains, points });
}

describe("where points come from", () => {
  it("is not told where nobody knows, nor of no points", () => {
    const film = head(1, { points: { words: text("score"), parts: [text("kills")] } });
    expect(Parts({ head: film, own: undefined, points: 3 })).toBeNull();
    expect(Parts({ head: film, own: [0], points: 0 })).toBeNull();
    expect(Parts({ head: film, own: [3], points: 3 })).not.toBeNull();
  });
});

describe("what decided", () => {
  const steady: [number, number][] = Array.from({ length: 6 }, () => [10, 12]);
  it("is the turn in which the lead changed hands, not the half of a turn that one is ahead", () => {
    const film = match([10, 12], [10, 12], [30, 12]);
    const found = moments(film);
    expect(found.map(({ turn, seat, lead }) => [turn, seat, lead])).toEqual([[1, 1, true], [3, 0, true]]);
    expect(found.map((one) => momentWords(film, one))).toEqual([
      "Turn 1: bob takes the lead: fields +12",
      "Turn 3: ann takes the lead: fields +30",
    ]);
  });
  it("is a turn that went otherwise than those before, not a lead that grows as ever", () => {
    const film = match(...steady, [10, 60], ...steady);
    const found = moments(film).filter(({ swing }) => swing);
    expect(found.map(({ turn, seat, by, frame }) => [turn, seat, by, frame])).toEqual([[7, 1, 50, 14]]);
    expect(momentWords(film, found[0])).toBe("Turn 7: bob gains 50 on ann: fields +60");
  });
  it("is no turn in which one only fell back more slowly", () => {
    const film = match(...Array.from({ length: 6 }, (): [number, number] => [40, 10]), [12, 10], [40, 10], [40, 10]);
    expect(moments(film).map(({ turn, seat }) => [turn, seat])).toEqual([[1, 0]]);
  });
  it("is told without what comes", () => {
    const film = match(...steady, [10, 60], ...steady);
    expect(moments(film, 12).some(({ turn }) => turn >= 7)).toBe(false);
    expect(moments(film, 14).at(-1)?.turn).toBe(7);
  });
  it("names what the other lost", () => {
    const film = match([10, 12], [10, 12], [0, -40]);
    expect(momentWords(film, moments(film).at(-1)!)).toBe("Turn 3: ann takes the lead: bob fields −40");
  });
  it("is told for a few positions", () => {
    const found = moments(match([10, 12], [10, 12], [30, 12]));
    expect(toldAt(found, found[0].frame - 1)).toBeUndefined();
    expect(toldAt(found, found[0].frame)).toBe(found[0]);
    expect(toldAt(found, found[1].frame + 1)).toBe(found[1]);
  });
  it("follows the leaders of a hundred", () => {
    const scores = Array.from({ length: 4 }, (_, n) => Array.from({ length: 100 }, (_, seat) => (seat === 70 + (n > 2 ? 1 : 0) ? n * 5 : 0)));
    const film = head(4, { players: names(...Array(100).fill("x").map((_, n) => `t${n}`)), turns: [1, 2, 3, 4], scores });
    expect(moments(film).map(({ seat, lead }) => [seat, lead])).toEqual([[70, true], [71, true]]);
  });
  it("has nothing to say of one seat alone", () => expect(moments(head(3))).toEqual([]));
});
