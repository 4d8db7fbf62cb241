// All boards with scenes of real matches, dark and light: `?game=&pair=&part=&view=all|seat&theme=dark|light&side=&zoom=&x=&y=`.
// Scenes come from `scenes.py`. For development only.

import { boards } from "virtual:boards";
import type { Board, Palette, Scene } from "../src/board";
import { palette as chosen, theme } from "../src/theme";

type Pair = { all: [Scene, Scene]; seat: [Scene, Scene] };

const asked = new URLSearchParams(location.search);
const number = (name: string, usual: number) => Number(asked.get(name) ?? usual);

async function main(): Promise<void> {
  const scenes: Record<string, Pair[]> = await (await fetch("./gallery/scenes.json")).json();
  for (const [game, load] of Object.entries(boards)) {
    const pair = scenes[game]?.[number("pair", 2)];
    if (!pair || (asked.get("game") ?? game) !== game) continue;
    const { default: board } = await load();
    for (const one of ["dark", "light"] as const) {
      if (asked.has("theme") && asked.get("theme") !== one) continue;
      theme.value = one;
      show(board, pair[asked.get("view") === "seat" ? "seat" : "all"], chosen.value);
    }
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
