// Spreads out, then walks back to where everybody starts and strikes at whoever is in sight.
"use strict";

const api = require("./joute");
const { ATTAQUE_NORMALE, OK, ORIENTATION_EST, ORIENTATION_NORD, ORIENTATION_OUEST, ORIENTATION_SUD } = api;

const CLASSES = [api.PERSO_VOLEUR, api.PERSO_BARBARE, api.PERSO_ELFE];
const STRIDE = [api.VOLEUR_DEPLACEMENT, api.BARBARE_DEPLACEMENT, api.ELFE_DEPLACEMENT];

// Each class towards another corner.
function jouer_placement() {
  const { x: width, y: height } = api.carte_taille();
  const corners = [[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]];
  for (const classe of CLASSES) {
    const [x, y] = corners[(api.mon_equipe() + classe) % 4];
    walk(classe, nearestFloor({ x, y }, width, height));
  }
}

function jouer_attaque() {
  for (const classe of CLASSES) {
    const own = api.perso_classe_info(classe);
    enemies(classe).some((cell) => api.perso_attaque(own, ATTAQUE_NORMALE, cell) === OK);
  }
}

function jouer_deplacement() {
  for (const classe of CLASSES) walk(classe, enemies(classe)[0] ?? api.carte_depart());
}

// The cells in sight of one of our characters where somebody of another team stands, the nearest first.
function enemies(classe) {
  const own = api.perso_classe_info(classe);
  const here = api.perso_position(own);
  return api
    .perso_vision_personnages(own)
    .filter((cell) => api.carte_zone_perso(cell).some((other) => other.equipe !== own.equipe))
    .sort((a, b) => gap(here, a) - gap(here, b));
}

// As far as possible on the way to the goal, and look where it leads; on the spot, look around.
function walk(classe, goal) {
  const own = api.perso_classe_info(classe);
  const here = api.perso_position(own);
  const path = api.chemin(here, goal);
  const facing = path.length > 0 ? direction(here, goal) : api.tour_actuel() % 4;
  for (let length = Math.min(path.length, STRIDE[classe]); length >= 0; length--) {
    if (api.perso_deplace(own, path.slice(0, length), facing) === OK) return;
  }
}

// The cell nearest to a corner that can be reached from the start.
function nearestFloor(corner, width, height) {
  const start = api.carte_depart();
  const cells = [];
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) cells.push({ x, y });
  }
  cells.sort((a, b) => gap(corner, a) - gap(corner, b));
  return cells.find((cell) => api.carte_zone_type(cell) !== api.ZONE_MUR && api.distance(start, cell) >= 0) ?? start;
}

function gap(a, b) {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
}

function direction(here, goal) {
  const [dx, dy] = [goal.x - here.x, goal.y - here.y];
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? ORIENTATION_EST : ORIENTATION_OUEST;
  return dy > 0 ? ORIENTATION_SUD : ORIENTATION_NORD;
}

api.play({ jouer_placement, jouer_attaque, jouer_deplacement });
