// Harvests, sends every civilian to the nearest gold, and recruits more of them.
"use strict";

const api = require("./joute");
const { B, C, OK } = api;

const WORKERS = 8; // Enough civilians.

function jouer_tour() {
  api.autofarm();
  const cells = look();
  construct(cells);
  recruit(cells);
  const mines = cells.filter((cell) => cell.gold > 0);
  for (const cell of cells.filter((cell) => cell.own.C > 0)) {
    for (let idle = api.ready(C, cell.y, cell.x); idle > 0; idle--) walk(cell, mines);
  }
}

// All cells that we see, asked for at once: much quicker than one by one.
function look() {
  const letter = "AB"[api.player()];
  const found = [];
  api.view().map.forEach((row, y) =>
    row.forEach((cell, x) => {
      if (letter in cell) found.push({ y, x, gold: cell.G, own: cell[letter] });
    }),
  );
  return found;
}

// Without a building nobody is recruited: the first civilian who can pay for one constructs it.
function construct(cells) {
  if (cells.every((cell) => cell.own.B === 0)) {
    cells.some((cell) => cell.own.C > 0 && api.build(cell.y, cell.x, B) === OK);
  }
}

function recruit(cells) {
  let workers = cells.reduce((sum, cell) => sum + cell.own.C, 0);
  for (const cell of cells.filter((cell) => cell.own.B > 0)) {
    if (workers < WORKERS && api.build(cell.y, cell.x, C) === OK) workers++;
  }
}

// One civilian goes a step towards the nearest gold.
function walk({ y, x }, mines) {
  const far = ([sy, sx]) => Math.min(1000, ...mines.map((mine) => Math.abs(sy - mine.y) + Math.abs(sx - mine.x)));
  const steps = [[y, x + 1], [y + 1, x], [y, x - 1], [y - 1, x]];
  steps.sort((a, b) => far(a) - far(b));
  steps.some(([sy, sx]) => api.move(C, y, x, sy, sx) === OK);
}

api.play({ jouer_tour });
