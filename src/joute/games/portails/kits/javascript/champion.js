// Captures the nearest neutral portal, links it to all portals it may, and goes to the next.
"use strict";

const api = require("./joute");
const { COUT_CAPTURE, COUT_LIEN, OK } = api;

function jouer_tour() {
  work();
  while (walk()) work();
}

function place() {
  return api.position_agent(api.moi());
}

// Capture the portal here, if there is one, and link it to our others, the nearest first.
function work() {
  const here = place();
  if (api.portail_joueur(here) === -1) api.capturer();
  if (api.portail_joueur(here) !== api.moi()) return;
  for (const portal of near(here, api.moi())) {
    if (gap(here, portal) > 0 && api.points_action() >= COUT_LIEN) api.lier(portal);
  }
}

// Go towards the nearest neutral portal; whether we are there and can capture it.
function walk() {
  const here = place();
  const goal = near(here, -1)[0];
  if (goal === undefined) return false;
  const reach = api.points_deplacement();
  const dx = clamp(goal.x - here.x, reach);
  const dy = clamp(goal.y - here.y, reach - Math.abs(dx));
  const moved = api.deplacer({ x: here.x + dx, y: here.y + dy }) === OK;
  return moved && gap(place(), goal) === 0 && api.points_action() >= COUT_CAPTURE;
}

// The portals of a player, the nearest first.
function near(here, player) {
  const found = api.liste_portails().filter((portal) => api.portail_joueur(portal) === player);
  return found.sort((a, b) => gap(here, a) - gap(here, b));
}

function clamp(value, reach) {
  return Math.max(-reach, Math.min(reach, value));
}

function gap(a, b) {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
}

api.play({ jouer_tour });
