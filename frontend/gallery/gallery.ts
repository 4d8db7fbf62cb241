// All boards with scenes of real matches, dark and light: `?game=&pair=&part=&view=all|seat&theme=dark|light&side=&zoom=&x=&y=`.
// Scenes come from `scenes.py`. For development, and for the tests that look at the pictures. Never part of the pages.

import { boards } from "virtual:boards";
import type { Board, Scene } from "../src/board";
import { palette, theme } from "../src/theme";

type Step = [from: Scene, to: Scene];
type Pair = { all: Step; seat: Step };

/** How a step is shown. */
interface Look {
  theme: "dark" | "light";
  part: number;
  still?: boolean;
  /** The length of the longer side of the whole board, in pixels, and how many times larger a part of it is shown. */
  side: number;
  zoom?: number;
  x?: number;
  y?: number;
}

async function boardOf(game: string): Promise<Board> {
  const load = boards[game];
  if (!load) throw new Error(`${game} has no board`);
  return (await load()).default;
}

function show(board: Board, [from, to]: Step, canvas: HTMLCanvasElement, look: Look): void {
  const { columns, rows } = board.size(to);
  const { side, zoom = 1, x: left = 0, y: top = 0, still = false } = look;
  const pixels = (side / Math.max(columns, rows)) * zoom;
  const [wide, high] = [Math.min(side, columns * pixels), Math.min(side, rows * pixels)].map(Math.round) as [number, number];
  if (canvas.width !== wide || canvas.height !== high) Object.assign(canvas, { width: wide, height: high });
  const ctx = canvas.getContext("2d") as CanvasRenderingContext2D;
  theme.value = look.theme;
  ctx.setTransform(pixels, 0, 0, pixels, -left * pixels, -top * pixels);
  ctx.fillStyle = palette.value.paper;
  ctx.fillRect(left, top, wide / pixels, high / pixels);
  const seen = { left, top, right: left + wide / pixels, bottom: top + high / pixels };
  ctx.save();
  board.paint({ ctx, palette: palette.value, pixels, seen, still }, from, to, look.part);
  ctx.restore();
}

/** A step drawn on a canvas of its own: all of its pixels in one number, how many colours it has, and who is on it. */
async function picture(game: string, step: Step, look: Look) {
  const canvas = document.createElement("canvas");
  show(await boardOf(game), step, canvas, look);
  const { data } = (canvas.getContext("2d") as CanvasRenderingContext2D).getImageData(0, 0, canvas.width, canvas.height);
  const colours = new Set(new Uint32Array(data.buffer));
  const hash = await crypto.subtle.digest("SHA-256", data);
  const seats = palette.value.seats.map((colour) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16));
    return colours.has(((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0);
  });
  return { digest: [...new Uint8Array(hash)].join(), colours: colours.size, seats };
}
Object.assign(window, { picture });

async function main(): Promise<void> {
  const asked = new URLSearchParams(location.search);
  const number = (name: string, usual: number) => Number(asked.get(name) ?? usual);
  const answer = await fetch("./gallery/scenes.json");
  const scenes: Record<string, Pair[]> = answer.ok ? await answer.json() : {};
  for (const [game, pairs] of Object.entries(scenes)) {
    const pair = pairs[number("pair", 2)];
    if (!pair || (asked.get("game") ?? game) !== game) continue;
    for (const one of ["dark", "light"] as const) {
      if ((asked.get("theme") ?? one) !== one) continue;
      const canvas = document.body.appendChild(document.createElement("canvas"));
      const [part, side, zoom, x, y] = [number("part", 1), number("side", 900), number("zoom", 1), number("x", 0), number("y", 0)];
      const step = pair[asked.get("view") === "seat" ? "seat" : "all"];
      const draw = async () => show(await boardOf(game), step, canvas, { theme: one, part, side, zoom, x, y });
      await draw();
      await timed(draw, canvas, number("times", 0));
    }
  }
  document.body.dataset.ready = "1";
}

/** How long a picture takes when it was drawn before: in the title. */
async function timed(draw: () => Promise<void>, canvas: HTMLCanvasElement, times: number): Promise<void> {
  const start = performance.now();
  for (let i = 0; i < times; i++) await draw();
  canvas.getContext("2d")?.getImageData(0, 0, 1, 1);
  if (times) document.title = `${((performance.now() - start) / times).toFixed(2)} ms`;
}

void main();
