// Colonises the nearest free islands with caravelles, and guards what it has with galions.
"use strict";

const api = require("./joute");
const { BATEAU_CARAVELLE, BATEAU_GALION, CARAVELLE_DEPLACEMENT, OK } = api;

const FLEET = 8; // No more caravelles at once.
const GUARD = 5; // So many galions on each island.

let boats = []; // The ids of our caravelles.

function jouer_tour() {
  boats = boats.filter((boat) => api.info_bateau(boat).joueur === api.mon_joueur());
  const free = api.liste_iles().filter((island) => api.info_ile_joueur(island) === -1);
  if (boats.length < Math.min(FLEET, free.length)) construct();
  for (const boat of boats) {
    const here = api.info_bateau(boat).pos;
    free.sort((a, b) => gap(here, a) - gap(here, b) || a.x - b.x || a.y - b.y);
    if (free.length > 0) sail(boat, here, free.shift());
  }
  guard();
}

function construct() {
  for (const island of api.mes_iles()) {
    if (boats.length < FLEET && api.construire(BATEAU_CARAVELLE, island) === OK) {
      boats.push(api.id_dernier_bateau_construit());
    }
  }
}

function guard() {
  for (const island of api.mes_iles()) {
    const posted = api.liste_bateaux_position(island).filter((boat) => boat.btype === BATEAU_GALION);
    for (let missing = GUARD - posted.length; missing > 0; missing--) api.construire(BATEAU_GALION, island);
  }
}

// As near to the goal as the boat gets this turn; there, colonise it.
function sail(boat, here, goal) {
  const dx = clamp(goal.x - here.x, CARAVELLE_DEPLACEMENT);
  const dy = clamp(goal.y - here.y, CARAVELLE_DEPLACEMENT - Math.abs(dx));
  const end = { x: here.x + dx, y: here.y + dy };
  const moved = gap(here, end) === 0 || api.deplacer(boat, end) === OK;
  if (moved && gap(end, goal) === 0) api.coloniser(goal);
}

function clamp(value, reach) {
  return Math.max(-reach, Math.min(reach, value));
}

function gap(a, b) {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
}

api.play({ jouer_tour });
