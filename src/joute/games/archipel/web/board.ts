// A sea chart with little galleons and caravels.

import type { Board, Brush } from "joute/board";
import { afloat, type Flow, settled } from "joute/flows";
import { digest, frozen, ground } from "joute/layers";
import { above, badge, burst, dashes, emblem, ripple, rising, write } from "joute/marks";
import { disc, enlarged, faded, hair, onScreen, outlined, polygon, seatColour, veil } from "joute/paint";
import { chart, coast, inks } from "./chart";
import { type Boat, type Chart, type Fight, fights, GALION, type Island } from "./scene";
import { ship } from "./ships";
import { describe, figures } from "./words";

const GOLD = "#e2a914";
/** How far the colour of an owner reaches, and how strong it is: over the shallows, and over the land. */
const TINTS = [[2.1, 0.3], [1, 0.35]] as const;

const board: Board<Chart> = {
  size: (scene) => ({ columns: scene.width, rows: scene.height }),
  paint(brush, from, to, part) {
    const moment = brush.still ? 1 : part;
    const now = moment < 0.5 ? from : to;
    ground(brush, `archipel ${digest(to.map.join())}`, to.width, to.height, (tile) => chart(tile, to.map));
    const islands = now.islands.filter(({ x, y }) => onScreen(brush, x + 0.5, y + 0.5));
    frozen(brush, "islands", [now], (still) => islands.forEach((island) => owned(still, island)));
    sail(brush, from, to, moment);
    frozen(brush, "purses", [now], (still) => islands.forEach((island) => purse(still, island)));
    changes(brush, from, to, part);
  },
  label: (scene, cell, lang) => describe(scene, cell, lang).join("; "),
  describe,
  figures,
};
export default board;

/** An island and the water around it in its owner's colour, with a flag: who holds what is seen from afar. */
function owned(brush: Brush, island: Island): void {
  if (island.owner === null) return;
  const { ctx, palette } = brush;
  const colour = seatColour(palette, island.owner);
  for (const [grown, tint] of TINTS) {
    coast(ctx, island, grown);
    ctx.fillStyle = veil(colour, tint);
    ctx.fill();
  }
  coast(ctx, island, 1.16);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 0.075;
  ctx.setLineDash(dashes(island.owner, 0.05));
  ctx.stroke();
  ctx.setLineDash([]);
  if (brush.pixels > 14) flag(brush, island.owner, island.x + 0.66, island.y + 0.46, colour);
}

function flag(brush: Brush, seat: number, x: number, y: number, colour: string): void {
  const { ctx, palette } = brush;
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x, y - 0.4);
  ctx.strokeStyle = inks(palette.dark).ink;
  ctx.lineWidth = 0.035;
  ctx.stroke();
  polygon(ctx, [[x, y - 0.4], [x + 0.29, y - 0.37], [x + 0.23, y - 0.27], [x + 0.29, y - 0.17], [x, y - 0.18]]);
  outlined(ctx, colour, 0.02);
  if (brush.pixels > 26) emblem(ctx, seat, x + 0.11, y - 0.285, 0.06, colour);
}

/** The gold that lies on an island. */
function purse(brush: Brush, { x, y, gold }: Island): void {
  if (!gold) return;
  const { ctx, palette, pixels } = brush;
  if (pixels < 20) {
    disc(ctx, x + 0.2, y + 0.22, 0.1, GOLD);
    return;
  }
  const text = String(gold);
  const left = x + 0.06;
  for (const [dx, dy] of [[0.09, 0.1], [0.07, 0.06]] as const) {
    disc(ctx, left + dx, y + 0.1 + dy, 0.085, "#7a5606");
    disc(ctx, left + dx, y + 0.095 + dy, 0.07, GOLD);
  }
  const colour = palette.dark ? "#ffd968" : "#6b4a00";
  const style = { size: 0.25, align: "left", colour, halo: inks(palette.dark).sea, weight: 700 } as const;
  above(brush, (top) => write(top, text, left + 0.2, y + 0.18, style));
}

// Boats

interface Convoy extends Flow {
  seat: number;
  galion: boolean;
}

/** Boats that go the same way together. */
function convoys(from: Chart, to: Chart): Convoy[] {
  const found = new Map<string, Convoy>();
  const before = new Map(from.boats.map((boat) => [boat.id, boat]));
  for (const boat of to.boats) {
    gather(found, boat, before.get(boat.id) ?? null, boat, false);
    before.delete(boat.id);
  }
  const graves = new Map(fights(to).flatMap((fight) => fight.sunk.map(({ id }) => [id, fight] as const)));
  for (const boat of before.values()) gather(found, boat, boat, graves.get(boat.id) ?? boat, true);
  return [...found.values()].sort((a, b) => a.to[1] - b.to[1] || a.to[0] - b.to[0]);
}

type Spot = { x: number; y: number };

function gather(found: Map<string, Convoy>, boat: Boat, from: Spot | null, to: Spot, lost: boolean): void {
  const key = [from?.x, from?.y, to.x, to.y, boat.seat, boat.btype, lost].join();
  const known = found.get(key);
  if (known) known.count += 1;
  else
    found.set(key, {
      from: from && [from.x, from.y],
      to: [to.x, to.y],
      count: 1,
      seat: boat.seat,
      galion: boat.btype === GALION,
      ...(lost ? { lost } : {}),
    });
}

interface Voyage {
  still: Convoy[];
  under: Convoy[];
  /** Cells with land, and cells where both players end. */
  land: Set<string>;
  shared: Set<string>;
}

function voyage(from: Chart, to: Chart): Voyage {
  const all = convoys(from, to);
  const sides = new Map<string, number>();
  for (const { to: cell, seat, lost } of all) if (!lost) sides.set(cell.join(), (sides.get(cell.join()) ?? 0) | (1 << seat));
  const rests = ({ from: start, to: end, lost }: Convoy) => start !== null && !lost && start.join() === end.join();
  return {
    still: all.filter(rests),
    under: all.filter((convoy) => !rests(convoy)),
    land: new Set(to.islands.map(({ x, y }) => `${x},${y}`)),
    shared: new Set([...sides].filter(([, seats]) => seats === 3).map(([cell]) => cell)),
  };
}

function sail(brush: Brush, from: Chart, to: Chart, part: number): void {
  const start = part >= 1 ? to : from;
  const all = settled(start, to, () => voyage(start, to));
  frozen(brush, "moored", [start, to], (still) => all.still.forEach((convoy) => float(still, all, convoy, part)));
  for (const convoy of all.under) float(brush, all, convoy, part);
}

function float(brush: Brush, { land, shared }: Voyage, convoy: Convoy, part: number): void {
  const place = afloat(convoy, part);
  if (!onScreen(brush, place.x + 0.5, place.y + 0.5)) return;
  const cell = convoy.to.join();
  wake(brush, convoy, place);
  faded(brush.ctx, place.opacity, () => moor(brush, convoy, { ...place, land: land.has(cell), both: shared.has(cell) }));
}

function wake(brush: Brush, convoy: Convoy, place: Spot): void {
  const [x, y] = convoy.from ?? convoy.to;
  if (x === convoy.to[0] && y === convoy.to[1]) return;
  const { ctx, palette } = brush;
  ctx.beginPath();
  ctx.moveTo(x + 0.5, y + 0.75);
  ctx.lineTo(place.x + 0.5, place.y + 0.75);
  ctx.strokeStyle = veil(inks(palette.dark).ink, 0.35);
  ctx.lineWidth = Math.max(hair(brush), 0.04);
  ctx.setLineDash([0.14, 0.14]);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** A ship on its cell: beside the island, beside the other player, galleons left of caravels. */
function moor(brush: Brush, convoy: Convoy, berth: Spot & { land: boolean; both: boolean }): void {
  const { seat, galion, count, from, to } = convoy;
  const size = enlarged(brush) * (berth.land ? 0.56 : 0.8) * (berth.both ? 0.72 : 1) * (galion ? 1 : 0.85);
  const aside = berth.both ? (seat === 0 ? -0.22 : 0.22) : 0;
  const x = berth.x + 0.5 + aside + (galion ? -0.1 : 0.14) * (berth.land ? 1.5 : 1);
  const y = berth.y + (berth.land ? 0.8 : galion ? 0.5 : 0.62);
  ship(brush, galion, seat, x, y, size, from !== null && to[0] < from[0]);
  const colour = seatColour(brush.palette, seat);
  badge(brush, count, x + (galion ? -0.16 : 0.18), y + size * 0.36, colour, 0.26);
}

// What happened

function changes(brush: Brush, from: Chart, to: Chart, part: number): void {
  if (part <= 0.5 || part >= 1 || from === to) return;
  from.islands.forEach((island, i) => {
    const after = to.islands[i];
    if (after && after.owner !== island.owner && after.owner !== null)
      ripple(brush, island.x + 0.5, island.y + 0.5, 0.9, part, seatColour(brush.palette, after.owner));
  });
  for (const fight of fights(to)) broadside(brush, fight, part);
}

function broadside(brush: Brush, fight: Fight, part: number): void {
  const { palette } = brush;
  const [x, y] = [fight.x + 0.5, fight.y + 0.5];
  if (!onScreen(brush, x, y, 2)) return;
  burst(brush, x, y, 0.6, part, palette.warn);
  for (const seat of [0, 1]) {
    const sunk = fight.sunk.filter((boat) => boat.seat === seat).length;
    if (sunk) rising(brush, `−${sunk}`, x + (seat ? 0.3 : -0.3), y, part, seatColour(palette, seat));
  }
}
