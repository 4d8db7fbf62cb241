// Written by `python -m joute.web.typescript`: change the Python types, then run it again.

/** 4.5  Wizards of several players met on a cell: who remains with how many, how many were lost, who fought. */
export interface Fight {
  kind: "fight";
  x: number;
  y: number;
  winner: number;
  left: number;
  lost: number;
  seats: number;
}

/** 4.8  A base was captured, by so many wizards. */
export interface Capture {
  kind: "capture";
  x: number;
  y: number;
  vanquished: number;
  captor: number;
  wizards: number;
}

/** 4.4.4  Two towers were built on a cell: whose stands, and who was paid its price back. */
export interface Clash {
  kind: "clash";
  x: number;
  y: number;
  keeper: number;
  refunded: number;
  price: number;
}

export type GameEvent = Fight | Capture | Clash;
