// Glowing portals, links and fields.

import type { Board, Brush } from "joute/board";
import { ground } from "joute/layers";
import { ripple, rising } from "joute/marks";
import { between, ease, faded, onScreen, seatColour, within } from "joute/paint";
import { beam, cornersOf, field, pawn, plane, portal, weave } from "./light";
import type { Field, Link, Plane } from "./scene";
import { describe, figures, label } from "./words";

const board: Board<Plane> = {
  size: (scene) => ({ columns: scene.size, rows: scene.size }),
  paint(brush, from, to, part) {
    const moment = brush.still ? 1 : part;
    const now = moment < 0.5 ? from : to;
    ground(brush, `portails ${to.size}`, to.size, to.size, (tile) => plane(tile, to.size));
    areas(brush, from, to, moment);
    for (const seat of [0, 1]) weave(brush, now, now.fields, seat);
    beams(brush, from, to, moment);
    for (const one of now.portals) if (onScreen(brush, one.x + 0.5, one.y + 0.5, 1.3)) portal(brush, one);
    pawns(brush, from, to, moment);
    if (from !== to) changes(brush, from, to, part);
  },
  label,
  describe,
  figures,
};
export default board;

const linkKey = ({ ends, owner }: Link) => `${ends.join()},${owner}`;
const fieldKey = ({ corners, owner }: Field) => `${corners.join()},${owner}`;

/** Fields that stay, and those that light up or go out. */
function areas(brush: Brush, from: Plane, to: Plane, part: number): void {
  if (from === to || part >= 1) {
    for (const one of to.fields) field(brush, to, one);
    return;
  }
  const before = new Set(from.fields.map(fieldKey));
  const after = new Set(to.fields.map(fieldKey));
  for (const one of to.fields)
    faded(brush.ctx, before.has(fieldKey(one)) ? 1 : within(part, 0.5, 1), () => field(brush, to, one));
  for (const one of from.fields)
    if (!after.has(fieldKey(one))) faded(brush.ctx, 1 - within(part, 0, 0.6), () => field(brush, from, one));
}

/** Links that stay, that grow from end to end, and that fade. */
function beams(brush: Brush, from: Plane, to: Plane, part: number): void {
  const moving = from !== to && part < 1;
  const before = new Set(from.links.map(linkKey));
  const after = new Set(to.links.map(linkKey));
  for (const link of to.links) draw(brush, to, link, !moving || before.has(linkKey(link)) ? 1 : ease(within(part, 0.2, 0.9)));
  if (!moving) return;
  for (const link of from.links)
    if (!after.has(linkKey(link))) faded(brush.ctx, 1 - within(part, 0, 0.6), () => draw(brush, from, link, 1));
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
  for (const [seat, points] of to.paid) {
    const player = to.players[seat];
    if (player && points) rising(brush, `+${points}`, player.x + 0.5, player.y - 0.9, part, seatColour(brush.palette, seat), 0.9);
  }
}
