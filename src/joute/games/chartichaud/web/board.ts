// Gold and settlements on old paper, half in the fog.

import type { Board, Brush } from "joute/board";
import { type Flow, flows, settled } from "joute/flows";
import { frozen, ground, type Mist, mists } from "joute/layers";
import { badge, burst, rising } from "joute/marks";
import { between, ease, faded, onScreen, seatColour, span, within } from "joute/paint";
import type { Fight } from "./events";
import { unit } from "./folk";
import { meadow, vein } from "./land";
import { cellAt, type Colony, type Ground, KINDS, military } from "./scene";
import { describe, figures } from "./words";

/** How far a unit may seem to go in one turn: units that follow one another look like one that goes further. */
const REACH = 3;

const board: Board<Colony> = {
  size: (scene) => ({ columns: scene.width, rows: scene.height }),
  paint(brush, from, to, part) {
    const moment = brush.still ? 1 : part;
    const now = moment < 0.5 ? from : to;
    ground(brush, `chartichaud ${to.width} ${to.height}`, to.width, to.height, (tile) => meadow(tile, to.width, to.height));
    frozen(brush, "veins", [now], (still) => veins(still, now));
    if (to.seat !== null) mists(brush, sight(from), sight(to), moment, brush.palette.dark ? DARK : LIGHT);
    march(brush, from, to, moment);
    if (from !== to) for (const fight of to.events) clash(brush, fight, part);
  },
  label: (scene, cell, lang) => describe(scene, cell, lang).join("; "),
  describe,
  figures,
};
export default board;

const DARK: Mist = ["rgba(12,12,14,0.86)", "rgba(170,165,140,0.07)"];
const LIGHT: Mist = ["rgba(196,186,160,0.92)", "rgba(250,245,230,0.28)"];

function sight(scene: Colony): string[] {
  return scene.cells.map((row) => row.map((cell) => (cell ? "1" : "0")).join(""));
}

function veins(brush: Brush, scene: Colony): void {
  const { left, top, right, bottom } = span(brush, scene.width, scene.height);
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const cell = cellAt(scene, x, y);
      if (!cell?.gold) continue;
      const [dx, dy, size] = both(cell) ? [0.17, 0.42, 0.42] : cell.units ? [0.34, 0.22, 0.6] : [0.5, 0.45, 0.95];
      vein(brush, cell.gold, cell.harvested ?? false, x + dx, y + dy, size, cell.units !== undefined && !both(cell));
    }
}

// Units

function both(cell: Ground | null): boolean {
  return cell?.units?.every((party) => party.some((count) => count > 0)) ?? false;
}

type Slot = { dx: number; dy: number; size: number };
const ALONE: Slot = { dx: 0.5, dy: 0.55, size: 0.6 };

/** Where a kind of unit of a player stands on its cell: kinds side by side, players one above the other. */
function slot(cell: Ground | null, player: number, kind: number): Slot {
  const party = cell?.units?.[player];
  if (!cell || !party?.[kind]) return ALONE;
  const kinds = KINDS.filter((one) => (party[one] ?? 0) > 0);
  const shared = both(cell);
  const [dy, room] = shared ? [player ? 0.76 : 0.27, 0.46] : cell.gold ? [0.7, 0.52] : [0.52, 0.74];
  const size = Math.min(room, [0.74, 0.5, 0.4][kinds.length - 1] ?? 0.4);
  const left = shared && cell.gold ? 0.3 : 0;
  return { dx: left + ((1 - left) * (kinds.indexOf(kind) + 0.5)) / kinds.length, dy, size };
}

type March = Flow & { player: number; kind: number };

function heaps(scene: Colony, player: number, kind: number) {
  return scene.cells.flatMap((row, y) =>
    row.flatMap((cell, x) => {
      const count = cell?.units?.[player]?.[kind] ?? 0;
      return count ? [{ x, y, count }] : [];
    }),
  );
}

function marches(from: Colony, to: Colony): March[] {
  const ends = to.events.map(({ x, y }) => ({ x, y, count: 0 }));
  return [0, 1].flatMap((player) =>
    KINDS.flatMap((kind) =>
      flows(heaps(from, player, kind), heaps(to, player, kind), REACH, ends).map((flow) => ({ ...flow, player, kind })),
    ),
  );
}

function march(brush: Brush, from: Colony, to: Colony, part: number): void {
  const start = part >= 1 ? to : from;
  const { still, moving } = settled(start, to, () => {
    const all = marches(start, to).sort((a, b) => a.to[1] - b.to[1]);
    return { still: all.filter((flow) => rests(start, to, flow)), moving: all.filter((flow) => !rests(start, to, flow)) };
  });
  frozen(brush, "resting", [start, to], (layer) => still.forEach((flow) => step(layer, start, to, flow, part)));
  for (const flow of moving) step(brush, start, to, flow, part);
}

/** Whether units stay exactly where they are. */
function rests(from: Colony, to: Colony, flow: March): boolean {
  const [x, y] = flow.to;
  if (flow.lost || flow.from?.join() !== flow.to.join()) return false;
  const [before, after] = [from, to].map((scene) => slot(cellAt(scene, x, y), flow.player, flow.kind));
  return before?.dx === after?.dx && before?.dy === after?.dy && before?.size === after?.size;
}

function step(brush: Brush, from: Colony, to: Colony, flow: March, part: number): void {
  const { player, kind, count } = flow;
  const [endX, endY] = flow.to;
  const [startX, startY] = flow.from ?? flow.to;
  if (!onScreen(brush, endX + 0.5, endY + 0.5, REACH + 1)) return;
  const end = slot(cellAt(to, endX, endY), player, kind);
  const start = flow.from ? slot(cellAt(from, startX, startY), player, kind) : end;
  const way = ease(part);
  const x = between(startX + start.dx, endX + end.dx, way);
  const y = between(startY + start.dy, endY + end.dy, way);
  const size = between(start.size, end.size, way);
  const opacity = flow.lost ? 1 - within(part, 0.6, 1) : flow.from ? 1 : within(part, 0.2, 0.8);
  faded(brush.ctx, opacity * (rested(to, flow) ? 1 : 0.72), () => {
    unit(brush, kind, player, x, y, size);
    badge(brush, count, x + size * 0.3, y + size * 0.42, seatColour(brush.palette, player), Math.max(0.2, size * 0.36));
  });
}

/** Whether one of these units may still act this turn. */
function rested(scene: Colony, { to: [x, y], player, kind }: March): boolean {
  const cell = cellAt(scene, x, y);
  if (player !== scene.current || !cell?.acted) return true;
  return (cell.acted[kind] ?? 0) < (cell.units?.[player]?.[kind] ?? 0);
}

function clash(brush: Brush, fight: Fight, part: number): void {
  const [x, y] = [fight.x + 0.5, fight.y + 0.5];
  if (part >= 1 || !onScreen(brush, x, y)) return;
  const { palette } = brush;
  burst(brush, x, y, 0.55, part, palette.warn);
  for (const seat of [0, 1]) {
    const fallen = military(fight, seat) - (seat === fight.survivor ? fight.left : 0);
    if (fallen) rising(brush, `−${fallen}`, x + (seat ? 0.25 : -0.25), y, part, seatColour(palette, seat), 0.34);
  }
}
