// Written by `python -m joute.web.typescript`: change the Python types, then run it again.

/**
 * 4.9  A fight: the military of both sides before it, who is left on the cell, and with how many military.
 *
 * Both players know all of it: both stood on the cell and saw what else did.
 */
export interface Fight {
  kind: "fight";
  y: number;
  x: number;
  attacker: number;
  attacking: number;
  defending: number;
  survivor: number;
  left: number;
}

export type GameEvent = Fight;
