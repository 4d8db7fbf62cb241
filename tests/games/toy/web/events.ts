// Written by `python -m joute.web.typescript`: change the Python types, then run it again.

/** A walker met another one on a cell, and was thrown back. */
export interface Met {
  kind: "met";
  seat: number;
  cell: number;
}

/** A walker has dug out coins. */
export interface Found {
  kind: "found";
  seat: number;
  cell: number;
  coins: number;
}

export type GameEvent = Met | Found;
