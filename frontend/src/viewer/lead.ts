// Who leads at a position, by how much, and where the points come from: from the head of a film alone.

import type { FilmHead, Outcome } from "../generated/wire";

type Series = Pick<FilmHead, "scores" | "lead">;
export type Points = readonly number[];

/** What each seat has at every position: the scores, or what they would be if the match ended there. */
export const series = (head: Series): readonly Points[] => (head.lead.length ? head.lead : head.scores);

/** The seats from the first to the last; those that are equal in their own order. */
export function order(points: Points, result: Outcome | null = null): number[] {
  const seats = points.map((_, seat) => seat);
  const rank = (seat: number) => result?.ranks[seat] ?? 0;
  return seats.sort((a, b) => rank(a) - rank(b) || points[b] - points[a] || a - b);
}

/** Who alone has the most, and how much more than the next; null where several have. */
export function leader(points: Points): { seat: number; by: number } | null {
  const [first, next] = order(points);
  if (first === undefined || points[first] === points[next]) return null;
  return { seat: first, by: next === undefined ? 0 : points[first] - points[next] };
}

/**
 * How long the part of each seat on a bar is, together 1. Where somebody is below zero, all are counted from twice as
 * far below. When the match is over and was not won by points, the bar is the winner's.
 */
export function shares(points: Points, result: Outcome | null = null): number[] {
  const winners = result ? result.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : [])) : [];
  if (winners.length === 1 && order(points)[0] !== winners[0]) return points.map((_, seat) => Number(seat === winners[0]));
  const floor = 2 * Math.min(0, ...points);
  const total = points.reduce((sum, one) => sum + one - floor, 0);
  return points.map((one) => (total ? (one - floor) / total : 1 / points.length));
}

/** The points of each seat part by part, at a position; null where they are not known. */
export function partsAt(head: Series & Pick<FilmHead, "points" | "gains">, frame: number): number[][] | null {
  const points = series(head)[frame];
  if (!points || !head.points.parts.length) return null;
  const parts = points.map(() => head.points.parts.map(() => 0));
  for (const [at, seat, part, by] of head.gains) if (at <= frame) parts[seat][part] += by;
  return parts.every((own, seat) => sum(own) === points[seat]) ? parts : null;
}

export const sum = (numbers: Points): number => numbers.reduce((all, one) => all + one, 0);
