// Glowing portals, links and fields.

import type { Board, Brush } from "joute/board";
import { settled } from "joute/flows";
import { frozen, ground } from "joute/layers";
import { ripple, rising } from "joute/marks";
import { between, ease, faded, onScreen, seatColour, within } from "joute/paint";
import { base, beam, cornersOf, field, pawn, plane, portal, weave } from "./light";
import type { Field, Link, Plane } from "./scene";
import { describe, figures } from "./words";

const board: Board<Plane> = {
  size: (scene) => ({ columns: scene.size, rows: scene.size }),
  paint(brush, from, to, part) {
    const moment = brush.still ? 1 : part;
    const now = moment < 0.5 ? from : to;
    ground(brush, `portails ${to.size}`, to.size, to.size, (tile) => plane(tile, to.size));
    const start = moment >= 1 ? to : from;
    frozen(brush, "kept", [start, to], (still) => {
      to.bases.forEach(([x, y], seat) => base(still, seat, x, y));
      kept(still, start, to);
    });
    if (start !== to) passing(brush, from, to, moment);
    frozen(brush, "portals", [now], (still) => {
      for (const one of now.portals) if (onScreen(still, one.x + 0.5, one.y + 0.5, 1.3)) portal(still, one);
    });
    pawns(brush, from, to, moment);
    if (from !== to) changes(brush, from, to, part);
  },
  label: (scene, cell, lang) => describe(scene, cell, lang).join("; "),
  describe,
  figures,
};
export default board;

const linkKey = ({ ends, owner }: Link) => `${ends.join()},${owner}`;
const fieldKey = ({ corners, owner }: Field) => `${corners.join()},${owner}`;

/** Fields and links of both scenes. */
function kept(brush: Brush, from: Plane, to: Plane): void {
  const [links, fields] = [new Set(from.links.map(linkKey)), new Set(from.fields.map(fieldKey))];
  const stay = to.fields.filter((one) => fields.has(fieldKey(one)));
  for (const one of stay) field(brush, to, one);
  for (const seat of [0, 1]) weave(brush, to, stay, seat);
  for (const link of to.links) if (links.has(linkKey(link))) draw(brush, to, link, 1);
}

/** Fields that light up or go out, links that grow from end to end or fade. */
function passing(brush: Brush, from: Plane, to: Plane, part: number): void {
  const { ctx } = brush;
  const { newFields, oldFields, newLinks, oldLinks } = settled(from, to, () => ({
    newFields: without(to.fields, from.fields, fieldKey),
    oldFields: without(from.fields, to.fields, fieldKey),
    newLinks: without(to.links, from.links, linkKey),
    oldLinks: without(from.links, to.links, linkKey),
  }));
  const [dawn, dusk] = [within(part, 0.5, 1), 1 - within(part, 0, 0.6)];
  for (const one of newFields) faded(ctx, dawn, () => field(brush, to, one));
  for (const one of oldFields) faded(ctx, dusk, () => field(brush, from, one));
  for (const link of newLinks) draw(brush, to, link, ease(within(part, 0.2, 0.9)));
  for (const link of oldLinks) faded(ctx, dusk, () => draw(brush, from, link, 1));
}

/** Those of one list that are not in another. */
function without<T>(all: readonly T[], others: readonly T[], key: (one: T) => string): T[] {
  const known = new Set(others.map(key));
  return all.filter((one) => !known.has(key(one)));
}

function draw(brush: Brush, scene: Plane, { ends, owner }: Link, grown: number): void {
  const [one, other] = cornersOf(scene, ends);
  if (one && other && grown > 0) beam(brush, one, other, owner, grown);
}

/** Both pawns; on one cell they stand side by side. */
function pawns(brush: Brush, from: Plane, to: Plane, part: number): void {
  const [first, second] = to.players;
  const together = first && second && first.x === second.x && first.y === second.y;
  to.players.forEach((player, seat) => {
    const start = from.players[seat] ?? player;
    const way = ease(part);
    const aside = together ? (seat ? 0.35 : -0.35) : 0;
    pawn(brush, seat, between(start.x, player.x, way) + 0.5 + aside, between(start.y, player.y, way) + 0.5);
  });
}

function changes(brush: Brush, from: Plane, to: Plane, part: number): void {
  if (part <= 0.5 || part >= 1) return;
  to.portals.forEach((after, i) => {
    const before = from.portals[i];
    if (!before || before.owner === after.owner) return;
    const colour = after.owner === null ? brush.palette.warn : seatColour(brush.palette, after.owner);
    ripple(brush, after.x + 0.5, after.y + 0.5, 1.3, part, colour);
  });
  for (const { player: seat, points } of to.paid) {
    const player = to.players[seat];
    if (player && points) rising(brush, `+${points}`, player.x + 0.5, player.y - 0.9, part, seatColour(brush.palette, seat), 0.9);
  }
}
