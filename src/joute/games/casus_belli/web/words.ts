// A cell of the map in words.

import type { Cell, Figure, Lang } from "joute/board";
import { heading, words } from "joute/phrases";
import { type Character, type Forest } from "./scene";

const TERRAIN: Record<string, { en: string; fr: string }> = {
  ".": words("grass", "herbe"),
  _: words("road", "route"),
  F: words("forest", "forêt"),
  "~": words("marsh", "marais"),
  "#": words("wall", "mur"),
  T: words("tower", "tour"),
};
const CLASSES = ["Voleur", "Barbare", "Elfe"];
const LIVES = [
  words("Voleur's life", "vie du Voleur"),
  words("Barbare's life", "vie du Barbare"),
  words("Elfe's life", "vie de l'Elfe"),
];
const FACING = {
  en: ["north", "east", "south", "west"],
  fr: ["le nord", "l'est", "le sud", "l'ouest"],
};

export function describe(scene: Forest, [x, y]: Cell, lang: Lang): string[] {
  const here = (place: [number, number] | null) => place !== null && place[0] === x && place[1] === y;
  const owners = (places: Forest["palantirs"], en: string, fr: string) =>
    places.flatMap((place, team) => (here(place) ? [(lang === "fr" ? fr : en) + (scene.teams[team]?.name ?? "?")] : []));
  const terrain = TERRAIN[scene.ground[y]?.[x] ?? "#"]?.[lang] ?? "";
  const hidden = scene.sight?.[y]?.[x] === "0" ? words(", not seen", ", hors de vue")[lang] : "";
  return [
    terrain + hidden,
    ...scene.characters.filter((one) => one.x === x && one.y === y).map((one) => told(scene, one, lang)),
    ...owners(scene.palantirs, "palantír of ", "palantír de "),
    ...owners(scene.zones, "zone shown to ", "zone révélée à "),
  ];
}

function told(scene: Forest, one: Character, lang: Lang): string {
  const name = heading(lang, scene.teams[one.team]?.name ?? "?") + CLASSES[one.class];
  const facing = FACING[lang][one.direction];
  return lang === "fr"
    ? `${name}, vie ${one.life}/${one.full}, regarde vers ${facing}`
    : `${name}, life ${one.life}/${one.full}, looks ${facing}`;
}

export function figures(scene: Forest, seat: number): Figure[] {
  return LIVES.map((name, rank) => {
    const one = scene.characters.find((other) => other.team === seat && other.class === rank);
    return { name, value: one?.life ?? null };
  });
}
