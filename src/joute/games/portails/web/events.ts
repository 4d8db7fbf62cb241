// Written by `python -m joute.web.typescript`: change the Python types, then run it again.

/** 4.4  The fields of a player paid at the end of its turn. */
export interface Paid {
  kind: "paid";
  player: number;
  points: number;
}

export type GameEvent = Paid;
