// A cell of the plane in words.

import type { Cell, Figure, Lang } from "joute/board";
import { counted, words } from "joute/phrases";
import { cornersOf } from "./light";
import { area, inside, type Plane } from "./scene";

const LINKS = [words("link", "lien"), words("links", "liens")] as const;
const SHIELDS = [words("shield", "bouclier"), words("shields", "boucliers")] as const;
const FIELDS = [words("field", "champ"), words("fields", "champs")] as const;

export function describe(scene: Plane, [x, y]: Cell, lang: Lang): string[] {
  const here = (one: { x: number; y: number }) => one.x === x && one.y === y;
  const is = (base: readonly [number, number] | undefined) => base?.[0] === x && base[1] === y;
  const index = scene.portals.findIndex(here);
  const lines = [
    ...(index < 0 ? [] : portal(scene, index, lang)),
    ...scene.players.filter(here).map(({ name }) => words(`pawn of ${name}`, `pion de ${name}`)[lang]),
    ...scene.players.filter((_, seat) => is(scene.bases[seat])).map(({ name }) => words(`base of ${name}`, `base de ${name}`)[lang]),
    ...covers(scene, x, y, lang),
  ];
  return lines.length ? lines : [words("empty", "vide")[lang]];
}

function portal(scene: Plane, index: number, lang: Lang): string[] {
  const one = scene.portals[index];
  if (!one) return [];
  if (one.owner === null) return [words("neutral portal", "portail neutre")[lang]];
  const owner = scene.players[one.owner]?.name ?? "?";
  const links = scene.links.filter(({ ends }) => ends.includes(index)).length;
  const fields = scene.fields.filter(({ corners }) => corners.includes(index)).length;
  const parts = [
    words(`portal of ${owner}`, `portail de ${owner}`)[lang],
    counted(lang, one.shields, ...SHIELDS),
    counted(lang, links, ...LINKS),
    counted(lang, fields, ...FIELDS),
  ];
  return [parts.join(", ")];
}

/** In how many fields of each player the cell lies, and how large they are together. */
function covers(scene: Plane, x: number, y: number, lang: Lang): string[] {
  return scene.players.flatMap(({ name }, seat) => {
    const over = scene.fields.filter(({ owner, corners }) => owner === seat && inside(x, y, cornersOf(scene, corners)));
    if (!over.length) return [];
    const size = area(over.reduce((sum, one) => sum + one.twice_area, 0), lang);
    const number = counted(lang, over.length, ...FIELDS);
    return [words(`inside ${number} of ${name}, area ${size}`, `dans ${number} de ${name}, aire ${size}`)[lang]];
  });
}

export function figures(scene: Plane, seat: number): Figure[] {
  const player = scene.players[seat];
  return [
    { name: words("portals", "portails"), value: player?.portals ?? null },
    { name: words("links", "liens"), value: player?.links ?? null },
    { name: words("fields", "champs"), value: player?.fields ?? null },
    { name: words("area", "aire"), value: player ? player.twice_area / 2 : null },
    { name: words("action points", "points d'action"), value: player?.action_points ?? null },
    { name: words("move points", "points de déplacement"), value: player?.move_points ?? null },
  ];
}
