// Turns all magic into wizards, takes the fountains and the artefact, then marches on the nearest base.
"use strict";

const api = require("./joute");
const { CASE_ARTEFACT, CASE_FONTAINE, CASE_TOURELLE, COUT_SORCIER, OK, PORTEE_SORCIER, TAILLE_TERRAIN } = api;

const GUARD = 5; // So many wizards stay at home.
const HOLD = 2; // So many stay on what we have taken.

const goals = []; // The fountains and the artefact.
let armies = []; // The cells where we may have wizards.

function partie_debut() {
  for (let x = 0; x < TAILLE_TERRAIN; x++) {
    for (let y = 0; y < TAILLE_TERRAIN; y++) {
      if ([CASE_FONTAINE, CASE_ARTEFACT].includes(api.info_case({ x, y }))) goals.push({ x, y });
    }
  }
}

function phase_construction() {
  api.creer(Math.floor(api.magie(api.moi()) / COUT_SORCIER));
}

function phase_deplacement() {
  const me = api.moi();
  const home = api.base_joueur(me);
  armies = [home, ...armies].filter((cell, at, all) => all.findIndex((other) => same(cell, other)) === at);
  armies = armies.filter((cell) => api.nb_sorciers(cell, me) > 0);
  for (const cell of [...armies]) {
    const stay = same(cell, home) ? GUARD : goals.some((goal) => same(cell, goal)) ? HOLD : 0;
    const number = Math.min(api.nb_sorciers_deplacables(cell, me), api.nb_sorciers(cell, me) - stay);
    if (number > 0) march(cell, number);
  }
}

function phase_tirs() {}

// Wizards beside a tower of another player bring it down.
function phase_siege() {
  const me = api.moi();
  for (const { x, y } of armies) {
    for (const near of [{ x, y: y + 1 }, { x: x + 1, y }, { x, y: y - 1 }, { x: x - 1, y }]) {
      const number = api.nb_sorciers({ x, y }, me);
      if (number > 0 && api.info_case(near) === CASE_TOURELLE && api.joueur_case(near) !== me) {
        api.assieger({ x, y }, near, Math.min(number, api.tourelle_case(near).vie));
      }
    }
  }
}

// Go as far as wizards go in a turn towards the nearest goal that is not ours, or else the nearest enemy base.
function march(cell, number) {
  let wanted = goals.filter((goal) => api.joueur_case(goal) !== api.moi());
  if (wanted.length === 0) wanted = api.adversaires().map((other) => api.base_joueur(other));
  wanted.sort((a, b) => gap(cell, a) - gap(cell, b));
  for (const goal of wanted) {
    const end = api.chemin(cell, goal).slice(0, PORTEE_SORCIER).pop();
    if (end !== undefined && api.deplacer(cell, end, number) === OK) {
      armies.push(end);
      return;
    }
  }
}

function gap(a, b) {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
}

function same(a, b) {
  return gap(a, b) === 0;
}

api.play({ partie_debut, phase_construction, phase_deplacement, phase_tirs, phase_siege });
