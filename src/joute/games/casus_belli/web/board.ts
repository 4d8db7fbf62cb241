// A forest map in the fog, with thieves, barbarians and elves.

import type { Board, Brush } from "joute/board";
import { settled } from "joute/flows";
import { digest, ground, type Mist, mists, onBoard } from "joute/layers";
import { badge, dashes, emblem } from "joute/marks";
import { between, disc, ease, faded, glow, onScreen, seatColour, veil, within } from "joute/paint";
import { blows } from "./blows";
import { country } from "./ground";
import { hero } from "./heroes";
import { type Character, type Forest, idOf, STEPS } from "./scene";
import { describe, figures } from "./words";

const CONES_MOST = 48;
const CONE = 2.4;
const FIGURES_SHOWN = 4;

const board: Board<Forest> = {
  size: (scene) => ({ columns: scene.width, rows: scene.height }),
  paint(brush, from, to, part) {
    const moment = brush.still ? 1 : part;
    const now = moment < 0.5 ? from : to;
    ground(brush, `casus_belli ${digest(to.ground.join())}`, to.width, to.height, (tile) => country(tile, to.ground));
    if (to.sight) mists(brush, from.sight ?? to.sight, to.sight, moment, brush.palette.dark ? DARK : LIGHT);
    const shown = standing(from, to, moment);
    onBoard(brush.ctx, to.width, to.height, () => {
      magic(brush, now);
      if (shown.length <= CONES_MOST) for (const one of shown) cone(brush, one);
    });
    for (const one of shown) if (onScreen(brush, one.x, one.y)) step(brush, one);
    for (const { x, y, count } of crowds(now)) badge(brush, count, x + 0.82, y + 0.2, brush.palette.dim, 0.3);
    if (from !== to) blows(brush, from, to, part);
  },
  label: (scene, cell, lang) => describe(scene, cell, lang).join("; "),
  describe,
  figures,
};
export default board;

const DARK: Mist = ["rgba(9,12,18,0.78)", "rgba(150,170,190,0.07)"];
const LIGHT: Mist = ["rgba(240,238,230,0.8)", "rgba(255,255,255,0.4)"];

/** Palantíri and revealed zones. */
function magic(brush: Brush, scene: Forest): void {
  const { ctx, palette } = brush;
  scene.zones.forEach((place, team) => {
    if (!place) return;
    const colour = seatColour(palette, team);
    ctx.setLineDash(dashes(1, 0.12));
    ctx.strokeStyle = colour;
    ctx.lineWidth = 0.07;
    ctx.beginPath();
    const reach = scene.zone_size + 0.45;
    ctx.roundRect(place[0] + 0.5 - reach, place[1] + 0.5 - reach, 2 * reach, 2 * reach, 0.6);
    ctx.stroke();
    ctx.setLineDash([]);
    glow(ctx, place[0] + 0.5, place[1] + 0.5, reach, colour, 0.16);
  });
  scene.palantirs.forEach((place, team) => {
    if (place && onScreen(brush, place[0], place[1], 2)) orb(brush, team, place[0] + 0.5, place[1] + 0.5);
  });
}

function orb(brush: Brush, team: number, x: number, y: number): void {
  const { ctx, palette } = brush;
  const colour = seatColour(palette, team);
  glow(ctx, x, y, 0.95, colour, 0.5);
  disc(ctx, x, y, 0.22, "#120d1c");
  disc(ctx, x, y, 0.18, veil(colour, 0.75));
  disc(ctx, x - 0.06, y - 0.07, 0.05, "rgba(255,255,255,0.8)");
  if (brush.pixels > 26) emblem(ctx, team, x + 0.03, y + 0.03, 0.06, colour);
}

// Characters

interface Standing {
  one: Character;
  x: number;
  y: number;
  size: number;
  opacity: number;
  life: number;
}

type Slot = { one: Character; x: number; y: number; size: number };

const SLOTS: readonly (readonly (readonly [number, number])[])[] = [
  [[0.5, 0.5]],
  [[0.28, 0.5], [0.72, 0.54]],
  [[0.5, 0.3], [0.26, 0.64], [0.74, 0.66]],
  [[0.27, 0.3], [0.73, 0.32], [0.27, 0.7], [0.73, 0.72]],
];
const SIZES = [0.98, 0.7, 0.6, 0.54];

function cells(scene: Forest): Map<string, Character[]> {
  const found = new Map<string, Character[]>();
  for (const one of scene.characters) {
    const crowd = found.get(`${one.x},${one.y}`);
    if (crowd) crowd.push(one);
    else found.set(`${one.x},${one.y}`, [one]);
  }
  return found;
}

/** Cells with more characters than are drawn, and how many. */
function crowds(scene: Forest): { x: number; y: number; count: number }[] {
  return [...cells(scene).values()].flatMap((crowd) => {
    const [first] = crowd;
    return first && crowd.length > FIGURES_SHOWN ? [{ x: first.x, y: first.y, count: crowd.length }] : [];
  });
}

/** Where each character of a scene stands on its cell; of a great crowd, the first few. */
function slots(scene: Forest): Map<number, Slot> {
  const found = new Map<number, Slot>();
  for (const crowd of cells(scene).values()) {
    const number = Math.min(crowd.length, FIGURES_SHOWN);
    crowd.forEach((one, i) => {
      const [dx, dy] = SLOTS[number - 1]?.[i % number] ?? [0.5, 0.5];
      found.set(idOf(one), { one, x: one.x + dx, y: one.y + dy, size: SIZES[number - 1] ?? 0.5 });
    });
  }
  return found;
}

/** All characters at a moment between two scenes: the dead and those who come out of the mist fade. */
function standing(from: Forest, to: Forest, part: number): Standing[] {
  const [before, after] = settled(from, to, () => [slots(from), slots(to)] as const);
  const found: Standing[] = [];
  const way = ease(part);
  for (const [id, { one, ...end }] of after) {
    const start = before.get(id);
    if (start && !returned(start.one, one, to)) {
      const life = part < 0.75 ? start.one.life : one.life;
      const [x, y] = [between(start.x, end.x, way), between(start.y, end.y, way)];
      found.push({ one: part < 0.5 ? start.one : one, x, y, size: between(start.size, end.size, way), opacity: 1, life });
    } else found.push({ one, ...end, opacity: start || from !== to ? within(part, 0.5, 1) : 1, life: one.life });
  }
  for (const [id, { one, ...start }] of before) {
    const end = after.get(id);
    if (!end || returned(one, end.one, to)) found.push({ one, ...start, opacity: 1 - within(part, 0.5, 0.9), life: one.life });
  }
  return found.filter(({ opacity }) => opacity > 0).sort((a, b) => a.y - b.y);
}

/** Whether a character died on the way and came back elsewhere: so it is when it is further away than it can walk. */
function returned(before: Character, after: Character, to: Forest): boolean {
  const died = to.events.some((event) => event.kind === "died" && event.character === idOf(after));
  return died || Math.abs(after.x - before.x) + Math.abs(after.y - before.y) > to.pace;
}

function step(brush: Brush, { one, x, y, size, opacity, life }: Standing): void {
  faded(brush.ctx, opacity, () => hero(brush, one, x, y, size, life));
}

/** The light of a glance. */
function cone(brush: Brush, { one, x, y, opacity }: Standing): void {
  const { ctx, palette } = brush;
  if (!onScreen(brush, x, y, CONE)) return;
  const colour = seatColour(palette, one.team);
  const [dx, dy] = STEPS[one.direction] ?? STEPS[0];
  const light = ctx.createRadialGradient(x, y, 0.2, x, y, CONE);
  light.addColorStop(0, veil(colour, 0.34));
  light.addColorStop(1, veil(colour, 0));
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.arc(x, y, CONE, Math.atan2(dy, dx) - Math.PI / 4, Math.atan2(dy, dx) + Math.PI / 4);
  ctx.closePath();
  ctx.fillStyle = light;
  faded(ctx, opacity, () => ctx.fill());
}
