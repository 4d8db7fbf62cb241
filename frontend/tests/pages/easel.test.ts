import { Easel } from "../../src/edit/easel";
import type { EditAnswer, EditorHead, EditRequest } from "../../src/generated/editor";

const WORDS = { en: "grass", fr: "herbe" };
const brush = (name: string, more = {}) => ({ name, words: WORDS, seat: null, amount: null, joins: false, single: false, ...more });
const PALETTE = { brushes: [brush("grass"), brush("link", { joins: true }), brush("erase")], sides: null, square: false };
const HEAD: EditorHead = {
  game: "lawn",
  board: PALETTE,
  position: PALETTE,
  axes: "xy",
  colours: [],
  presets: [],
  boards: [],
  seats: [2, 2, 2],
};
const answer = (text: string, refused: EditAnswer["refused"] = []): EditAnswer => ({
  draft: { game: "lawn", kind: "board", text },
  seats: 2,
  over: false,
  scene: { game: "lawn", turn: 0, phase: "", seat: null },
  trouble: null,
  refused,
  size: null,
  match: [],
  here: [],
  more: 0,
  grows: [],
});

/** A server that adds a letter to the draft for each cell that is painted, and answers when it is told to. */
function served() {
  const asked: EditRequest[] = [];
  const waiting: (() => void)[] = [];
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    const request = JSON.parse(init.body as string) as EditRequest;
    asked.push(request);
    const cells = (request.edits ?? []).flatMap((edit) => (edit.type === "paint" ? edit.cells : []));
    const made = answer(request.draft.text + "g".repeat(cells.length));
    return new Promise((resolve) => waiting.push(() => resolve(Response.json(made))));
  });
  const settle = async () => {
    while (waiting.length) {
      waiting.shift()!();
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  return { asked, settle, easel: new Easel(HEAD, answer("")) };
}

afterEach(() => vi.unstubAllGlobals());

test("cells painted while the server answers go to it together, and are one step back", async () => {
  const { asked, settle, easel } = served();
  easel.begin();
  for (let x = 0; x < 4; x++) easel.paint("grass", [[x, 0]]);
  expect(easel.wet.value).toHaveLength(4);
  await settle();
  expect(asked.map(({ edits }) => edits?.map((edit) => edit.type === "paint" && edit.cells.length))).toEqual([[1], [3]]);
  expect(easel.now.value.draft.text).toBe("gggg");
  expect(easel.wet.value).toEqual([]);
  easel.begin();
  easel.paint("grass", [[0, 1]]);
  await settle();
  expect(easel.past.value.map(({ draft }) => draft.text)).toEqual(["", "gggg"]);
  easel.undo();
  expect(easel.now.value.draft.text).toBe("gggg");
  await settle();
  easel.undo();
  expect(easel.now.value.draft.text).toBe("");
  await settle();
  easel.redo();
  await settle();
  easel.redo();
  expect(easel.now.value.draft.text).toBe("ggggg");
  expect(easel.future.value).toEqual([]);
  await settle();
});

test("a brush between two cells waits for the second", async () => {
  const { asked, settle, easel } = served();
  easel.brush.value = "link";
  easel.press([1, 1]);
  expect([easel.from.value, asked.length]).toEqual([[1, 1], 0]);
  easel.press([4, 2]);
  await settle();
  expect(asked[0].edits).toEqual([{ type: "paint", brush: "link", cells: [[1, 1], [4, 2]], amount: 0, symmetry: "none" }]);
  expect(easel.from.value).toBeNull();
});

test("without a brush a cell is looked at, and nothing changes", async () => {
  const { asked, settle, easel } = served();
  easel.press([2, 3]);
  await settle();
  expect([asked[0].cell, asked[0].edits]).toEqual([[2, 3], undefined]);
  expect(easel.past.value).toEqual([]);
});

test("where a draft may be wrong: the cell that is named, else what was painted when it became so", async () => {
  const { easel } = served();
  const why = (cell: [number, number] | null) => ({ text: WORDS, line: null, cell });
  const serve = async (trouble: EditAnswer["trouble"], cells: [number, number][]) => {
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ ...answer(`${cells}`), trouble })));
    easel.begin();
    easel.paint("grass", cells);
    await vi.waitFor(() => expect(easel.busy.value).toBe(false));
    return easel.suspects.value;
  };
  expect(await serve(why(null), [[1, 1], [2, 1]])).toEqual([[1, 1], [2, 1]]);
  expect(await serve(why(null), [[5, 5]])).toEqual([[1, 1], [2, 1]]);
  expect(await serve(why([7, 7]), [[6, 6]])).toEqual([[7, 7]]);
  expect(await serve(null, [[6, 5]])).toEqual([]);
});

test("a request that fails is told, and the draft stays", async () => {
  const { easel } = served();
  vi.stubGlobal("fetch", () => Promise.reject(new Error("gone")));
  easel.begin();
  easel.paint("grass", [[0, 0]]);
  await vi.waitFor(() => expect(easel.notice.value?.en).toBe("The arena does not answer. Is it still running?"));
  expect(easel.now.value.draft.text).toBe("");
  expect(easel.wet.value).toEqual([]);
});
