// All boards with scenes of real matches, dark and light: `?game=&pair=&part=&view=all|seat&theme=dark|light&side=&zoom=&x=&y=`.
// Scenes come from `scenes.py`. For development only.

import type { Board, Palette, Scene } from "../src/board";

type Pair = { all: [Scene, Scene]; seat: [Scene, Scene] };

const boards = import.meta.glob<{ default: Board }>("../../src/joute/games/*/web/board.ts", { eager: true });
const SEATS = ["#2f7de1", "#f0811a", "#18a878", "#d1509c", "#e6c229", "#7a5cd6", "#7fc3ef", "#9b5a2b"];
const DARK: Palette = {
  dark: true, ink: "#e9e6dd", dim: "#8b8f99", paper: "#14171e", line: "#333a47", accent: "#f2b84b", warn: "#ff6b57", seats: SEATS,
};
const LIGHT: Palette = {
  dark: false, ink: "#22262e", dim: "#7d7f83", paper: "#fbf8f1", line: "#d8d2c4", accent: "#b86e00", warn: "#d4351c", seats: SEATS,
};

const asked = new URLSearchParams(location.search);
const number = (name: string, usual: number) => Number(asked.get(name) ?? usual);

async function main(): Promise<void> {
  const scenes: Record<string, Pair[]> = await (await fetch("./gallery/scenes.json")).json();
  for (const [path, { default: board }] of Object.entries(boards)) {
    const game = path.split("/").at(-3) ?? "";
    if (asked.has("game") && asked.get("game") !== game) continue;
    const pair = scenes[game]?.[number("pair", 2)];
    if (!pair) continue;
    for (const palette of [DARK, LIGHT])
      if (!asked.has("theme") || (asked.get("theme") === "dark") === palette.dark)
        show(board, pair[asked.get("view") === "seat" ? "seat" : "all"], palette);
  }
  document.body.dataset.ready = "1";
}

function show(board: Board, [from, to]: [Scene, Scene], palette: Palette): void {
  const canvas = document.createElement("canvas");
  const { columns, rows } = board.size(to);
  const ratio = window.devicePixelRatio;
  const side = number("side", 900);
  const unit = (side / Math.max(columns, rows)) * number("zoom", 1);
  const [wide, high] = [Math.min(side, columns * unit), Math.min(side, rows * unit)];
  canvas.width = wide * ratio;
  canvas.height = high * ratio;
  canvas.style.cssText = `width:${wide}px;height:${high}px`;
  document.querySelector("main")?.append(canvas);
  const ctx = canvas.getContext("2d");
  if (!ctx) return;
  const [left, top] = [number("x", 0), number("y", 0)];
  const seen = { left, top, right: left + wide / unit, bottom: top + high / unit };
  const pixels = unit * ratio;
  const draw = () => {
    ctx.setTransform(pixels, 0, 0, pixels, -left * pixels, -top * pixels);
    ctx.fillStyle = palette.paper;
    ctx.fillRect(0, 0, columns, rows);
    board.paint({ ctx, palette, pixels, seen, still: false }, from, to, number("part", 1));
  };
  draw();
  const start = performance.now();
  const times = number("times", 0);
  for (let i = 0; i < times; i++) draw();
  ctx.getImageData(0, 0, 1, 1);
  if (times) document.title = `${((performance.now() - start) / times).toFixed(2)} ms`;
}

void main();
