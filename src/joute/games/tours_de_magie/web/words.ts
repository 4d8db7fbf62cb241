// A cell of the court in words.

import type { Cell, Figure, Lang, Text } from "joute/board";
import { counted, heading, words } from "joute/phrases";
import type { GameEvent } from "./events";
import { type Court, fought, NOBODY, owners, type Place } from "./scene";

const WIZARDS = [words("wizard", "sorcier"), words("wizards", "sorciers")] as const;

export function describe(scene: Court, [x, y]: Cell, lang: Lang): string[] {
  const here = (one: { x: number; y: number }) => one.x === x && one.y === y;
  const name = (seat: number | null) => (seat === null ? null : (scene.players[seat]?.name ?? "?"));
  const lines = [
    ...scene.places.filter(here).map((one) => special(one, name(one.owner), name(one.home ?? null), lang)),
    ...scene.towers.filter(here).map((one) =>
      lang === "fr"
        ? `tourelle de ${name(one.owner)}, portée ${one.range}, vie ${one.life}/${scene.tower_life}, attaque ${one.attack}`
        : `tower of ${name(one.owner)}, range ${one.range}, life ${one.life}/${scene.tower_life}, attack ${one.attack}`,
    ),
    ...scene.wizards.filter(here).map((group) => {
      const who = heading(lang, name(group.owner) ?? "?") + counted(lang, group.count, ...WIZARDS);
      const free = Math.min(group.movable, group.count);
      return `${who}, ${lang === "fr" ? `${free} ${free < 2 ? "peut" : "peuvent"} bouger` : `${free} may move`}`;
    }),
    ...scene.events.filter(here).map((event) => told(scene, event, name, lang)),
  ];
  return lines.length ? lines : [words("empty", "vide")[lang]];
}

function special(one: Place, owner: string | null, home: string | null, lang: Lang): string {
  if (one.kind === "base") {
    const base = words(`base of ${home}`, `base de ${home}`)[lang];
    return owner === null ? base + words(", captured", ", capturée")[lang] : base;
  }
  const kind = one.kind === "fountain" ? words("fountain", "fontaine") : words("artefact", "artefact");
  if (owner !== null) return kind[lang] + words(` held by ${owner}`, ` aux mains de ${owner}`)[lang];
  return one.kind === "fountain" ? words("free fountain", "fontaine libre")[lang] : words("free artefact", "artefact libre")[lang];
}

function told(scene: Court, event: GameEvent, name: (seat: number | null) => string | null, lang: Lang): string {
  const say = (text: Text) => text[lang];
  if (event.kind === "fight") {
    const sides = owners(scene).filter((seat) => fought(event, seat)).map(name).join(", ");
    if (event.winner === NOBODY) return say(words(`fight of ${sides}: nobody is left`, `combat de ${sides} : personne ne reste`));
    const winner = name(event.winner);
    return say(words(`fight of ${sides}: ${winner} keeps ${event.left}`, `combat de ${sides} : il reste ${event.left} à ${winner}`));
  }
  if (event.kind === "capture") {
    const [captor, fallen] = [name(event.captor), name(event.vanquished)];
    return say(words(`${captor} captures the base of ${fallen}`, `${captor} capture la base de ${fallen}`));
  }
  const [keeper, refunded] = [name(event.keeper), name(event.refunded)];
  return say(words(`${keeper} builds here, ${refunded} is refunded`, `${keeper} construit ici, ${refunded} est remboursé`));
}

export function figures(scene: Court, seat: number): Figure[] {
  const player = scene.players[seat];
  return [
    { name: words("magic", "magie"), value: player?.magic ?? null },
    { name: words("wizards", "sorciers"), value: player?.wizards ?? null },
    { name: words("towers", "tourelles"), value: player?.towers ?? null },
    { name: words("fountains", "fontaines"), value: player?.fountains ?? null },
  ];
}
