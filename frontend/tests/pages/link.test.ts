import { draftOf, packed, unpacked } from "../../src/edit/link";
import { opened } from "../../src/edit/Desk";
import type { Draft } from "../../src/generated/editor";

const DRAFT: Draft = { game: "archipel", kind: "board", text: "0 0\n1 1\no~\n~o\nîle\n", preset: "finale", params: { FIN_PARTIE: 3 } };

test("a draft comes out of a link as it went in", async () => {
  const link = await packed(DRAFT);
  expect(link).toMatch(/^#draft=[\w-]+$/);
  expect(await unpacked(link, "archipel")).toEqual(DRAFT);
});

test("a large board makes a short link", async () => {
  const text = `${"~".repeat(100)}\n`.repeat(100);
  const link = await packed({ ...DRAFT, text });
  expect(link.length).toBeLessThan(300);
  expect((await unpacked(link, "archipel"))?.text).toBe(text);
});

test("links that are broken, of another game, or unpack to too much hold nothing", async () => {
  const link = await packed(DRAFT);
  const bomb = await packed({ ...DRAFT, text: "x".repeat(5 * 2 ** 20) });
  expect(bomb.length).toBeLessThan(10_000);
  for (const [hash, game] of [
    ["", "archipel"],
    ["#else", "archipel"],
    ["#draft=", "archipel"],
    ["#draft=%%%", "archipel"],
    [link.slice(0, -8), "archipel"],
    [link, "portails"],
    [bomb, "archipel"],
  ])
    expect(await unpacked(hash, game)).toBeNull();
});

test("only what is a draft of the game is taken for one", () => {
  for (const read of [null, 1, "x", [], {}, { ...DRAFT, kind: "x" }, { ...DRAFT, text: 1 }, { ...DRAFT, game: "x" }])
    expect(draftOf(read, "archipel")).toBeNull();
  expect(draftOf({ ...DRAFT, preset: 1, params: null, more: 1 }, "archipel")).toEqual({ ...DRAFT, preset: null, params: {} });
});

test("a file with the dump of a table is a position, everything else a board", () => {
  expect(opened('{"joute": "table", "game": "archipel"}', DRAFT)).toEqual({
    game: "archipel",
    kind: "position",
    text: '{"joute": "table", "game": "archipel"}',
  });
  for (const text of ["0 0\n", '{"format": "chartichaud-map"}'])
    expect(opened(text, DRAFT)).toEqual({ game: "archipel", kind: "board", text, preset: "finale", params: {} });
});
