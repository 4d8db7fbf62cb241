// A cell of the colony in words.

import type { Cell, Figure, Lang } from "joute/board";
import { counted, heading, words } from "joute/phrases";
import type { Fight } from "./events";
import { cellAt, type Colony, KINDS, military } from "./scene";

const NAMES = [
  [words("civilian", "civil"), words("civilians", "civils")],
  [words("military", "militaire"), words("military", "militaires")],
  [words("building", "bâtiment"), words("buildings", "bâtiments")],
] as const;

export function describe(scene: Colony, [x, y]: Cell, lang: Lang): string[] {
  const cell = cellAt(scene, x, y);
  if (!cell) return [words("hidden", "caché")[lang]];
  const harvested = cell.harvested ? words(", harvested this turn", ", récolté ce tour")[lang] : "";
  const lines = [
    ...(cell.gold ? [words(`${cell.gold} gold`, `${cell.gold} or`)[lang] + harvested] : []),
    ...(cell.units ?? []).flatMap((party, player) => told(scene, party, player, lang)),
    ...acted(scene, cell.acted ?? [], lang),
    ...scene.events.filter((fight) => fight.x === x && fight.y === y).map((fight) => fought(scene, fight, lang)),
  ];
  return lines.length ? lines : [words("empty", "vide")[lang]];
}

function parts(party: readonly number[], lang: Lang): string {
  return KINDS.flatMap((kind) => {
    const [count, name] = [party[kind] ?? 0, NAMES[kind]];
    return count && name ? [counted(lang, count, ...name)] : [];
  }).join(", ");
}

function told(scene: Colony, party: readonly number[], player: number, lang: Lang): string[] {
  const text = parts(party, lang);
  return text ? [heading(lang, scene.players[player]?.name ?? "?") + text] : [];
}

function acted(scene: Colony, party: readonly number[], lang: Lang): string[] {
  const text = parts(party, lang);
  if (!text || scene.current === null) return [];
  return [heading(lang, words("have acted", "ont agi")[lang]) + text];
}

function fought(scene: Colony, fight: Fight, lang: Lang): string {
  const names = scene.players.map(({ name }) => name);
  const sides = [fight.attacker, 1 - fight.attacker].map((seat) => `${names[seat]} ${military(fight, seat)}`);
  const winner = names[fight.survivor];
  return lang === "fr"
    ? `combat : ${sides.join(" contre ")}, il reste ${fight.left} à ${winner}`
    : `fight: ${sides.join(" against ")}, ${winner} keeps ${fight.left}`;
}

/** What shows of a seat; of what does not, in the fog, nobody can say that there is none. */
export function figures(scene: Colony, seat: number): Figure[] {
  const seen = [0, 0, 0];
  const none = scene.seat === null || scene.seat === seat ? 0 : null;
  for (const row of scene.cells)
    for (const cell of row) cell?.units?.[seat]?.forEach((count, kind) => (seen[kind] = (seen[kind] ?? 0) + count));
  return [
    { name: words("gold", "or"), value: scene.players[seat]?.gold ?? null },
    ...NAMES.map(([, name], kind) => ({ name, value: seen[kind] || none })),
  ];
}
