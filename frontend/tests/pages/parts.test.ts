import { worthShowing } from "joute/pages/Home";
import type { FilmHead, Mark, MatchHead, Offer } from "joute/generated/wire";
import { inline, Markdown, slug } from "joute/pages/markdown";
import { type Listed, renewed } from "joute/pages/matches";
import { grouped } from "joute/play/group";
import { calls } from "joute/play/hand";
import { failureText, lang, say, worded } from "joute/speech";
import { paths, stretches } from "joute/viewer/Charts";
import { around, nextStop } from "joute/viewer/Grid";
import { edges } from "joute/viewer/over";
import { leaders } from "joute/viewer/Panels";
import { frameOf, startOf } from "joute/viewer/address";
import { gathered, named } from "joute/viewer/Transport";
import { fileURLToPath } from "node:url";
import type { VNode } from "preact";
import { findBoards } from "../../build/boards";
import { inlined } from "../../build/single";

describe("words", () => {
  afterEach(() => {
    lang.value = "en";
  });
  it("fills places, and in French keeps signs with the word before them", () => {
    const text = { en: "{a}: why?", fr: "« {a} » : pourquoi ?" };
    expect(say(text, { a: 3 })).toBe("3: why?");
    lang.value = "fr";
    expect(say(text, { a: 3 })).toBe("«\u00a03\u00a0»\u00a0: pourquoi\u00a0?");
  });
  it("tells the turn of a failure in the reader's language, and leaves the rest", () => {
    expect(failureText("turn 10, play: turn around")).toBe("turn 10, play: turn around");
    lang.value = "fr";
    expect(failureText("turn 10, play: turn around")).toBe("tour 10, play: turn around");
    expect(failureText("turn around")).toBe("turn around");
  });
  it("names phases in the reader's language, and shows others as they are", () => {
    const head = { names: { tirs: { en: "shots", fr: "tirs" }, turn: { en: "", fr: "" } } };
    expect(["tirs", "turn", "last_stand", "constructor"].map((name) => named(head, name))).toEqual([
      "shots",
      "",
      "last stand",
      "constructor",
    ]);
  });
});

describe("charts", () => {
  it("has a point for each stretch, all positions covered once", () => {
    expect(stretches(3)).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    const long = stretches(1001);
    expect(long.length).toBeLessThanOrEqual(300);
    expect(long.flatMap(([a, b]) => b - a).reduce((a, b) => a + b)).toBe(1001);
  });
  it("draws only what is known", () => {
    const { lines, most } = paths(
      [
        [0, null],
        [null, 4],
        [2, null],
      ],
      [0, 1],
    );
    expect(most).toBe(4);
    expect(lines).toEqual([
      [0, "M0.0 81.0L300.0 43.0"],
      [1, "M150.0 5.0"],
    ]);
  });
});

describe("the scrubber", () => {
  const mark = (frame: number, kind: Mark["kind"]): Mark => ({ frame, kind, seat: null, text: { en: kind, fr: kind } });
  it("gathers marks of one place, the weightiest first", () => {
    const found = gathered([mark(1000, "build"), mark(1001, "capture"), mark(0, "fight")], 2000);
    expect(found.map(([place, marks]) => [place, marks.map((one) => one.kind)])).toEqual([
      [0, ["fight"]],
      [80, ["capture", "build"]],
    ]);
  });
});

describe("addresses", () => {
  const query = (text: string) => startOf(new URLSearchParams(text));
  it("reads turn, step, seat and speed", () =>
    expect(query("turn=12&step=2&seat=1&speed=8")).toEqual({ turn: 12, step: 2, seat: 1, speed: 8 }));
  it("leaves out nonsense", () => expect(query("turn=-1&seat=x&speed=7&step=1e3")).toEqual({}));
  it("finds the first position of a turn, or the nearest", () => {
    const head = { turns: [0, 1, 1, 2, 4], frames: 5 } as FilmHead;
    expect([frameOf(head, 1), frameOf(head, 1, 1), frameOf(head, 3), frameOf(head, 9)]).toEqual([1, 2, 4, 4]);
  });
});

describe("walking the board", () => {
  it("has only the cell of the focus and its neighbours, inside the board", () => {
    expect(around([0, 0], 2, 2)).toEqual([
      [
        [0, 0],
        [1, 0],
      ],
      [[0, 1]],
    ]);
    expect(around([1, 1], 9, 9)).toEqual([
      [[1, 0]],
      [
        [0, 1],
        [1, 1],
        [2, 1],
      ],
      [[1, 2]],
    ]);
  });
  it("goes from stop to stop in reading order, round and round", () => {
    const stops = [
      [5, 1],
      [2, 0],
      [0, 1],
    ] as const;
    expect(nextStop(stops, [3, 0], true)).toEqual([0, 1]);
    expect(nextStop(stops, [5, 1], true)).toEqual([2, 0]);
    expect(nextStop(stops, [2, 0], false)).toEqual([5, 1]);
    expect(nextStop([], [1, 1], true)).toEqual([1, 1]);
  });
});

describe("seats", () => {
  it("shows all of few, and the first of many", () => {
    expect(leaders([1, 5, 3])).toEqual([0, 1, 2]);
    expect(leaders([1, 5, 3, 5], 2)).toEqual([1, 3]);
  });
  it("always shows one's own", () => {
    expect(leaders([1, 5, 3, 5], 2, 2)).toEqual([1, 2]);
    expect(leaders([1, 5, 3, 5], 2, 3)).toEqual([1, 3]);
  });
});

describe("the list of matches", () => {
  const heads = (...ids: number[]) => ids.map((id) => ({ id: `${id}` }) as MatchHead);
  const span = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => from - n);
  const ids = ({ list, more }: Listed) => [list.map(({ id }) => Number(id)), more];
  it("keeps the older ones behind a first page that moves on", () => {
    const before = { list: heads(...span(120, 21)), more: true };
    expect(ids(renewed(before, heads(...span(123, 74))))).toEqual([span(123, 21), true]);
  });
  it("begins anew where the first page has nothing in common with it, or is all there is", () => {
    const before = { list: heads(...span(100, 51)), more: false };
    expect(ids(renewed(before, heads(...span(200, 151))))).toEqual([span(200, 151), true]);
    expect(ids(renewed(before, heads(...span(100, 90))))).toEqual([span(100, 90), false]);
    expect(ids(renewed(before, []))).toEqual([[], false]);
  });
});

describe("names from the server", () => {
  it("are words where there are any", () => {
    expect([worded("verdict", "TIMED_OUT"), worded("verdict", "OTHER_ONE")]).toEqual(["timed out", "other one"]);
  });
});

describe("a region", () => {
  it("has an edge where a neighbour is not in it", () => {
    expect(edges([[0, 0]])).toHaveLength(4);
    expect(
      edges([
        [0, 0],
        [1, 0],
      ]),
    ).toHaveLength(6);
    expect(
      edges([
        [0, 0],
        [1, 0],
      ]),
    ).not.toContainEqual([1, 0, 1, 1]);
  });
});

describe("offers", () => {
  const named = (title: string, more: Partial<Offer> = {}) =>
    ({ function: "f", title: { en: title, fr: title }, amount: null, ...more }) as Offer;
  const shape = (offers: Offer[]) => grouped(offers, "en").map(({ words, offers: found }) => [words, found.length]);
  it("share their first words", () => {
    expect(shape(["A: look north", "A: look east", "B: look north", "B: rest"].map((title) => named(title)))).toEqual([
      ["A: look", 2],
      ["B:", 2],
    ]);
  });
  it("of other functions, or with an amount, stand alone", () => {
    expect(shape([named("A b"), named("A c", { function: "g" })])).toEqual([
      ["", 1],
      ["", 1],
    ]);
    const amount = { argument: 0, least: 1, most: 2, usual: 1, values: [] };
    expect(shape([named("A b", { amount }), named("A c", { amount })])).toEqual([
      ["", 1],
      ["", 1],
    ]);
  });
  it("never lose a word", () =>
    expect(shape([named("Move"), named("Move"), named("Move on")])).toEqual([
      ["", 1],
      ["", 1],
      ["", 1],
    ]));
});

describe("playing", () => {
  const offer = (argument: number, values?: number[]) =>
    ({ amount: { argument, least: 1, most: 9, usual: 1, values } }) as Offer;
  it("puts the amount where the offer says", () => expect(calls(offer(1), ["a", 1, "c"], 7)).toEqual([["a", 7, "c"]]));
  it("makes as many calls as were asked for", () =>
    expect(calls(offer(-1), [1, 2], 2)).toEqual([
      [1, 2],
      [1, 2],
    ]));
  it("gives each of them its own first argument", () =>
    expect(calls(offer(-1, [4, 6, 8]), [4, "to"], 2)).toEqual([
      [4, "to"],
      [6, "to"],
    ]));
  it("makes one call where there is no amount", () => expect(calls({ amount: null } as Offer, [1], 7)).toEqual([[1]]));
});

describe("markdown", () => {
  const shape = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(shape);
    if (node === null || typeof node !== "object") return node;
    const { type, props } = node as VNode<{ children?: unknown }>;
    return [type, shape(props.children)];
  };
  const blocks = (text: string) =>
    ((Markdown({ text }) as VNode<{ children: VNode[] }>).props.children as VNode[]).map(shape);
  it("never makes HTML of text", () => {
    expect(blocks("a <script>alert(1)</script>")).toEqual([["p", ["a <script>alert(1)</script>"]]]);
    expect(shape(inline("[x](javascript:alert(1))"))).not.toContainEqual(expect.arrayContaining(["a"]));
  });
  it("reads what the rules use", () => {
    expect(blocks("# T\n\na **b** *c* `d*`\ne")).toEqual([
      ["h1", ["T"]],
      ["p", ["a ", ["b", ["b"]], " ", ["em", ["c"]], " ", ["code", "d*"], " e"]],
    ]);
    expect(blocks("- a\n  more\n- b\n  1. c")).toEqual([
      [
        "ul",
        [
          ["li", [["a more"], null]],
          ["li", [["b"], ["ol", [["li", [["c"], null]]]]]],
        ],
      ],
    ]);
    expect(blocks("```\n# no\n```")).toEqual([["pre", ["code", "# no"]]]);
  });
  it("ends, whatever the text", () => {
    for (const text of ["|", "- ", "```", ">", "#", "  - x\n- y\n   - z", "1. a\n- b"])
      expect(blocks(text)).toBeDefined();
  });
  it("names chapters", () => expect(slug("2.1 L'île, déjà!")).toBe("2-1-l-île-déjà"));
});

describe("the build", () => {
  it("finds boards by folder, those of other folders too", () => {
    const toys = fileURLToPath(new URL("../../../tests/games", import.meta.url));
    expect(findBoards([toys]).map(([name]) => name)).toEqual(["toy"]);
    expect(findBoards(["/nowhere"])).toEqual([]);
  });
  it("puts script and style into one page that allows these two alone", () => {
    const page =
      '<head><meta name="policy"><script type="module" crossorigin src="./a.js"></script><link rel="stylesheet" href="./a.css"></head><body></body>';
    const made = inlined(page, 'x="</script>$&"', "a{}");
    expect(made).toContain('<script type="module">x="<\\/script>$&"</script>');
    expect(made).toContain("<style>a{}</style>");
    expect(made).not.toContain("src=");
    expect(made).toMatch(/default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'/);
  });
});

it("a match that ended at once is shown after those that went on", () => {
  const match = (id: string, game: string, turn: number) => ({ id, game, turn });
  const over = [match("resigned", "a", 1), match("quick", "b", 3), match("played", "a", 200), match("older", "a", 60)];
  expect(worthShowing(over).map(({ id }) => id)).toEqual(["quick", "played", "older", "resigned"]);
});
