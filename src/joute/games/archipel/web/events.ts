// Written by `python -m joute.web.typescript`: change the Python types, then run it again.

/** 4.6  Galions met the other side on a cell: how many the attacker had and the defender, and who won. */
export interface Fought {
  kind: "fought";
  cell: number;
  attacker: number;
  attacking: number;
  defending: number;
  winner: number;
}

/** 4.6 step 5  The winner of the fight took the island from its owner before. */
export interface Taken {
  kind: "taken";
  cell: number;
  seat: number;
  before: number;
}

/** 4.6 steps 7 and 8  A boat sank in the fight, with its cargo. */
export interface Sunk {
  kind: "sunk";
  cell: number;
  id: number;
  seat: number;
  btype: number;
  nb_or: number;
}

/** 4.6 step 9  The cargo of the loser went to the boat with an id, to the island or to nobody. */
export interface Looted {
  kind: "looted";
  cell: number;
  nb_or: number;
  receiver: number;
  winner: number;
}

/** 4.7 step 2  An island earned its income. */
export interface Earned {
  kind: "earned";
  island: number;
  seat: number;
  nb_or: number;
}

/** 4.7 step 1  The score of a player. */
export interface Published {
  kind: "published";
  seat: number;
  score: number;
}

export type GameEvent = Fought | Taken | Sunk | Looted | Earned | Published;
