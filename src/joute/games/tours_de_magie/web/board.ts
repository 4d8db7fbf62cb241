// A court of towers and wizards at night.

import type { Board, Brush } from "joute/board";
import { afloat, type Flow, flows, settled } from "joute/flows";
import { frozen, ground, onBoard } from "joute/layers";
import { burst, ripple, rising } from "joute/marks";
import { enlarged, faded, glow, onScreen, seatColour, veil, within } from "joute/paint";
import { paving, place } from "./court";
import { reach, tally, tower, wizards } from "./pieces";
import type { GameEvent } from "./events";
import { type Court, fought, type Group, NOBODY, owners, type Tower } from "./scene";
import { describe, figures } from "./words";

const board: Board<Court> = {
  size: (scene) => ({ columns: scene.side, rows: scene.side }),
  paint(brush, from, to, part) {
    const moment = brush.still ? 1 : part;
    const now = moment < 0.5 ? from : to;
    ground(brush, `tours_de_magie ${to.side}`, to.side, to.side, (tile) => paving(tile, to.side));
    frozen(brush, "court", [now], (still) => {
      onBoard(still.ctx, now.side, now.side, () => {
        for (const seat of owners(now)) reach(still, now.towers.filter(({ owner }) => owner === seat), seat);
      });
      for (const one of now.places) if (onScreen(still, one.x, one.y, 2)) place(still, one);
    });
    const start = moment >= 1 ? to : from;
    stones(brush, start, to, moment);
    march(brush, start, to, moment);
    if (from !== to) changes(brush, from, to, part);
  },
  label: (scene, cell, lang) => describe(scene, cell, lang).join("; "),
  describe,
  figures,
};
export default board;

// Towers

const at = ({ x, y }: { x: number; y: number }) => `${x},${y}`;

/** Towers that stand, then those that rise, fall or are hurt. */
function stones(brush: Brush, from: Court, to: Court, part: number): void {
  const before = new Map(from.towers.map((one) => [at(one), one]));
  const after = new Set(to.towers.map(at));
  const hale = (one: Tower) => before.get(at(one))?.life === one.life;
  frozen(brush, "towers", [from, to], (still) => to.towers.filter(hale).forEach((one) => tower(still, to, one)));
  for (const one of to.towers) if (!hale(one)) raise(brush, to, one, before.get(at(one)), part);
  for (const one of from.towers)
    if (!after.has(at(one))) faded(brush.ctx, 1 - within(part, 0.5, 1), () => tower(brush, from, one));
}

function raise(brush: Brush, to: Court, one: Tower, old: Tower | undefined, part: number): void {
  if (old) tower(brush, to, part < 0.6 ? old : one);
  else faded(brush.ctx, within(part, 0, 0.6), () => tower(brush, to, one, 0.6 + 0.4 * within(part, 0, 0.8)));
}

// Wizards

type March = Flow & { owner: number };

/** Who walked where: wizards have no names, so the shortest ways are taken. */
function marches(from: Court, to: Court): March[] {
  const walking = from.phase === "deplacement" && from !== to;
  return owners(to).flatMap((owner) => {
    const own = (scene: Court) => scene.wizards.filter((group) => group.owner === owner);
    const ends = to.events.flatMap((event) => (event.kind === "fight" && fought(event, owner) ? [{ ...event, count: 0 }] : []));
    return flows(own(from), own(to), walking ? to.steps : 0, walking ? ends : []).map((flow) => ({ ...flow, owner }));
  });
}

/** All groups, then all counts, so that no hat hides a number. */
function stand(brush: Brush, to: Court, all: readonly March[], part: number): void {
  const special = new Set(to.places.map(at));
  for (const draw of [wizards, tally])
    for (const flow of all) {
      const { x, y, opacity } = afloat(flow, part);
      if (!onScreen(brush, x + 0.5, y + 0.5)) continue;
      const [low, size] = special.has(flow.to.join()) ? [0.78, 0.72] : [0.52, 0.92];
      faded(brush.ctx, opacity, () => draw(brush, flow.owner, flow.count, x + 0.5, y + low, enlarged(brush) * size));
    }
}

function march(brush: Brush, from: Court, to: Court, part: number): void {
  const rests = ({ from: start, to: end, lost }: March) => !lost && start?.join() === end.join();
  const { still, moving } = settled(from, to, () => {
    const all = marches(from, to).sort((a, b) => a.to[1] - b.to[1]);
    return { still: all.filter(rests), moving: all.filter((flow) => !rests(flow)) };
  });
  frozen(brush, "resting", [from, to], (layer) => stand(layer, to, still, part));
  stand(brush, to, moving, part);
}

// What happened

function changes(brush: Brush, from: Court, to: Court, part: number): void {
  if (part <= 0.2 || part >= 1 || brush.still) return;
  if (from.phase === "tirs") volleys(brush, from, to, part);
  if (from.phase === "siege") sieges(brush, from, to, part);
  for (const event of to.events) if (onScreen(brush, event.x, event.y, 3)) happened(brush, event, part);
}

function happened(brush: Brush, event: GameEvent, part: number): void {
  const { palette } = brush;
  const [x, y] = [event.x + 0.5, event.y + 0.5];
  if (event.kind === "fight") {
    burst(brush, x, y, 0.65, part, event.winner === NOBODY ? palette.warn : seatColour(palette, event.winner));
    if (event.lost) rising(brush, `−${event.lost}`, x, y, part, palette.warn);
  } else if (event.kind === "capture") {
    burst(brush, x, y, 1.2, part, seatColour(palette, event.captor));
    ripple(brush, x, y, 4, part, seatColour(palette, event.captor));
  } else ripple(brush, x, y, 0.8, part, seatColour(palette, event.keeper));
}

/** Wizards that towers shot, and by how many each group shrank. */
export function shot(from: Court, to: Court): { group: Group; lost: number }[] {
  const left = new Map(to.wizards.map((group) => [`${at(group)},${group.owner}`, group.count]));
  return from.wizards
    .map((group) => ({ group, lost: group.count - (left.get(`${at(group)},${group.owner}`) ?? 0) }))
    .filter(({ lost }) => lost > 0);
}

function volleys(brush: Brush, from: Court, to: Court, part: number): void {
  const spent = new Map(from.towers.map((one) => [at(one), one.attack]));
  const firing = to.towers.filter((one) => one.attack < (spent.get(at(one)) ?? 0));
  for (const { group, lost } of shot(from, to)) {
    for (const one of firing) if (one.owner !== group.owner && near(one, group)) bolt(brush, one, group, part);
    rising(brush, `−${lost}`, group.x + 0.5, group.y + 0.4, part, brush.palette.warn);
  }
}

function near({ x, y, range }: Tower, group: Group): boolean {
  return Math.abs(x - group.x) + Math.abs(y - group.y) <= range;
}

/** A ray from the top of a tower. */
function bolt(brush: Brush, by: Tower, target: Group, part: number): void {
  const { ctx, palette } = brush;
  const colour = seatColour(palette, by.owner);
  const strength = within(part, 0.25, 0.45) * (1 - within(part, 0.65, 0.9));
  faded(ctx, strength, () => {
    for (const [width, tint] of [[0.22, veil(colour, 0.35)], [0.1, colour], [0.04, "#ffffff"]] as const) {
      ctx.beginPath();
      ctx.moveTo(by.x + 0.5, by.y - 0.2);
      ctx.lineTo(target.x + 0.5, target.y + 0.5);
      ctx.strokeStyle = tint;
      ctx.lineWidth = width;
      ctx.stroke();
    }
    glow(ctx, target.x + 0.5, target.y + 0.5, 0.7, colour, 0.7);
  });
}

function sieges(brush: Brush, from: Court, to: Court, part: number): void {
  const left = new Map(to.towers.map((one) => [at(one), one.life]));
  for (const one of from.towers) {
    const lost = one.life - (left.get(at(one)) ?? 0);
    if (lost <= 0 || lost > from.tower_life) continue;
    rising(brush, `−${lost}`, one.x + 0.5, one.y + 0.3, part, brush.palette.warn);
    if (!left.has(at(one))) burst(brush, one.x + 0.5, one.y + 0.5, 0.7, part, brush.palette.warn);
  }
}
