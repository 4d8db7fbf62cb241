// A cell of the chart in words.

import type { Cell, Figure, Lang } from "joute/board";
import { counted, heading, words } from "joute/phrases";
import { type Boat, type Chart, type Fight, fights, type Side } from "./scene";

const GALIONS = [words("galion", "galion"), words("galions", "galions")] as const;
const CARAVELLES = [words("caravelle", "caravelle"), words("caravelles", "caravelles")] as const;
const IDS_SHOWN = 12;

export function describe(scene: Chart, [x, y]: Cell, lang: Lang): string[] {
  const fleet = scene.fleets.find((one) => one.x === x && one.y === y);
  const sides = (fleet?.sides ?? []).flatMap((side, seat) => {
    const boats = scene.boats.filter((boat) => boat.x === x && boat.y === y && boat.seat === seat);
    return crew(scene, side, seat, lang).concat(numbers(boats, lang));
  });
  const fought = fights(scene).filter((fight) => fight.x === x && fight.y === y);
  return [land(scene, x, y, lang), ...sides, ...fought.map((fight) => told(scene, fight, lang))];
}

function land(scene: Chart, x: number, y: number, lang: Lang): string {
  const island = scene.islands.find((one) => one.x === x && one.y === y);
  if (!island) return words("sea", "mer")[lang];
  const name = island.volcano ? words("volcano", "volcan")[lang] : words("island", "île")[lang];
  if (island.owner === null) return lang === "fr" ? `${name} libre` : `free ${name}`;
  const owner = scene.players[island.owner]?.name ?? "?";
  return lang === "fr" ? `${name} de ${owner}, ${island.gold} or` : `${name} of ${owner}, ${island.gold} gold`;
}

function crew(scene: Chart, side: Side, seat: number, lang: Lang): string[] {
  const parts = [];
  if (side.galions) parts.push(counted(lang, side.galions, ...GALIONS));
  if (side.caravelles) parts.push(counted(lang, side.caravelles, ...CARAVELLES));
  if (!parts.length) return [];
  if (side.gold) parts.push(lang === "fr" ? `${side.gold} or à bord` : `${side.gold} gold aboard`);
  return [heading(lang, scene.players[seat]?.name ?? "?") + parts.join(", ")];
}

/** The ids of boats, the first of many. */
function numbers(boats: readonly Boat[], lang: Lang): string[] {
  if (!boats.length) return [];
  const shown = boats.slice(0, IDS_SHOWN).map(({ id }) => id);
  const more = boats.length - shown.length;
  const rest = more ? words(` and ${more} more`, ` et ${more} de plus`)[lang] : "";
  return [`${words("ids", "id")[lang]} ${shown.join(", ")}${rest}`];
}

function told(scene: Chart, fight: Fight, lang: Lang): string {
  const names = scene.players.map((player) => player.name);
  const [first, second] = [fight.attacker, 1 - fight.attacker];
  const sides = [first, second].map((seat) => `${names[seat]} ${fight.galions[seat]}`);
  const winner = names[fight.winner];
  const loot = fight.loot ? (lang === "fr" ? `, ${fight.loot} or en jeu` : `, ${fight.loot} gold at stake`) : "";
  if (lang === "fr")
    return `combat : ${sides.join(" contre ")}, ${winner} gagne${fight.taken ? " et prend l'île" : ""}${loot}`;
  return `fight: ${sides.join(" against ")}, ${winner} wins${fight.taken ? " and takes the island" : ""}${loot}`;
}

export function figures(scene: Chart, seat: number): Figure[] {
  const player = scene.players[seat];
  return [
    { name: words("islands", "îles"), value: player?.islands ?? null },
    { name: words("volcanoes", "volcans"), value: player?.volcanoes ?? null },
    { name: words("galions", "galions"), value: player?.galions ?? null },
    { name: words("caravelles", "caravelles"), value: player?.caravelles ?? null },
    { name: words("gold on land", "or à terre"), value: player?.gold ?? null },
    { name: words("gold afloat", "or à bord"), value: player?.cargo ?? null },
  ];
}
