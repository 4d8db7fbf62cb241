// Attacks, wounds and deaths of the last resolution.

import type { Brush } from "joute/board";
import { arc, burst, ripple, rising } from "joute/marks";
import { between, disc, faded, onScreen, polygon, ring, seatColour, veil, within } from "joute/paint";
import type { Struck } from "./events";
import {
  BASTOOOON,
  BARBARE,
  type Character,
  ELFE,
  type Forest,
  FUS_RO_DAH,
  I_SEE,
  idOf,
  LOTO,
  PALANTIR,
  placeOf,
  STEPS,
  STRIKE,
} from "./scene";

export function blows(brush: Brush, from: Forest, to: Forest, part: number): void {
  if (part <= 0.2 || part >= 1 || brush.still) return;
  const before = new Map(from.characters.map((one) => [idOf(one), one]));
  for (const event of to.events) {
    if (event.kind !== "struck" && event.kind !== "died") continue;
    const [x, y] = placeOf(to, event.cell);
    const colour = seatColour(brush.palette, Math.floor(event.character / 3));
    if (event.kind === "died") skull(brush, x + 0.5, y + 0.4, part, colour);
    else if (onScreen(brush, x, y, 6)) strike(brush, event, x, y, before.get(event.character), part, colour);
  }
  for (const [id, lost] of wounds(from, to)) {
    const one = before.get(id);
    if (one) rising(brush, `−${lost}`, one.x + 0.5, one.y + 0.1 + 0.34 * (id % 3), part, brush.palette.warn);
  }
}

/** How much life each character lost, by its number: what was told, or for a team what shows, and all of it for its dead. */
export function wounds(from: Forest, to: Forest): Map<number, number> {
  const told = new Map<number, number>();
  const dead = new Set(to.events.flatMap((event) => (event.kind === "died" ? [event.character] : [])));
  for (const event of to.events) {
    if (event.kind !== "hit") continue;
    told.set(event.victim, (told.get(event.victim) ?? 0) + event.damage);
  }
  const after = new Map(to.characters.map((one) => [idOf(one), one.life]));
  const lost = from.characters.map((one): [number, number] => {
    const id = idOf(one);
    const left = dead.has(id) ? 0 : (after.get(id) ?? one.life);
    const damage = to.seat === null ? (told.get(id) ?? 0) : one.life - left;
    return [id, Math.min(damage, one.life)];
  });
  return new Map(lost.filter(([, life]) => life > 0));
}

function strike(
  brush: Brush, { character, attack }: Struck, left: number, top: number, by: Character | undefined, part: number, colour: string,
): void {
  const [x, y, rank] = [left + 0.5, top + 0.5, character % 3];
  if (attack === PALANTIR) ripple(brush, x, y, 1.2, part, colour);
  else if (attack === I_SEE) ripple(brush, x, y, 4, part, colour);
  else if (attack === LOTO) burst(brush, x, y, 0.7, part, "#f2c230");
  else if (attack === FUS_RO_DAH) shout(brush, by, part, colour);
  else if (attack === BASTOOOON || (attack === STRIKE && rank === BARBARE)) quake(brush, left, top, part, colour);
  else if (attack === STRIKE && rank === ELFE) arrow(brush, by, x, y, part, colour);
  else burst(brush, x, y, 0.45, part, colour);
}

/** The cross that a hammer shakes. */
function quake(brush: Brush, x: number, y: number, part: number, colour: string): void {
  const { ctx } = brush;
  faded(ctx, 1 - within(part, 0.5, 1), () => {
    ctx.fillStyle = veil(colour, 0.45 * within(part, 0.3, 0.5));
    for (const [dx, dy] of [[0, 0], ...STEPS] as const) {
      ctx.beginPath();
      ctx.roundRect(x + dx + 0.05, y + dy + 0.05, 0.9, 0.9, 0.2);
      ctx.fill();
    }
  });
  burst(brush, x + 0.5, y + 0.5, 0.6, part, colour);
}

function arrow(brush: Brush, by: Character | undefined, x: number, y: number, part: number, colour: string): void {
  const flight = within(part, 0.2, 0.6);
  if (by && flight < 1) {
    const start = [by.x + 0.5, by.y + 0.5];
    const [tipX, tipY] = [between(by.x + 0.5, x, flight), between(by.y + 0.5, y, flight)];
    arc(brush, start, [tipX, tipY], veil(colour, 0.8), 0.07);
    disc(brush.ctx, tipX, tipY, 0.09, "#ffffff");
  }
  burst(brush, x, y, 0.35, part, colour);
}

/** Waves of a shout, along the shouter's facing. */
function shout(brush: Brush, by: Character | undefined, part: number, colour: string): void {
  if (!by) return;
  const { ctx } = brush;
  const [dx, dy] = STEPS[by.direction] ?? STEPS[0];
  const angle = Math.atan2(dy, dx);
  const time = within(part, 0.2, 0.9);
  faded(ctx, 1 - time, () => {
    for (const lag of [0, 0.5, 1]) {
      ctx.beginPath();
      ctx.arc(by.x + 0.5, by.y + 0.5, 0.4 + lag + 3.5 * time, angle - 0.7, angle + 0.7);
      ctx.strokeStyle = colour;
      ctx.lineWidth = 0.14;
      ctx.stroke();
    }
  });
}

function skull(brush: Brush, x: number, y: number, part: number, colour: string): void {
  const time = within(part, 0.55, 1);
  if (time <= 0 || time >= 1) return;
  const { ctx } = brush;
  const rise = y - 0.6 * time;
  faded(ctx, Math.min(1, 2.5 * (1 - time)), () => {
    disc(ctx, x, rise, 0.24, "#f5f1e6");
    polygon(ctx, [[x - 0.13, rise + 0.1], [x + 0.13, rise + 0.1], [x + 0.1, rise + 0.32], [x - 0.1, rise + 0.32]]);
    ctx.fillStyle = "#f5f1e6";
    ctx.fill();
    for (const side of [-0.09, 0.09]) disc(ctx, x + side, rise + 0.02, 0.065, "#1a171c");
    ring(ctx, x, rise + 0.03, 0.36, colour, 0.05);
  });
}
