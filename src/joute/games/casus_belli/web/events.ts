// Written by `python -m joute.web.typescript`: change the Python types, then run it again.

/** An attack took effect. */
export interface Struck {
  kind: "struck";
  character: number;
  attack: number;
  cell: number;
}

/** A character wounded another one, or itself. */
export interface Hit {
  kind: "hit";
  character: number;
  victim: number;
  damage: number;
}

/** A character has lost life. Never noted: a team is told this instead of who hit its own. */
export interface Hurt {
  kind: "hurt";
  character: number;
  damage: number;
}

/** A shout threw a character from one cell to another. */
export interface Thrown {
  kind: "thrown";
  character: number;
  start: number;
  end: number;
}

/** A character died on a cell. */
export interface Died {
  kind: "died";
  character: number;
  cell: number;
}

/** The order of a character was void. */
export interface Lost {
  kind: "lost";
  character: number;
  attack: number;
}

/** A character walked from one cell to another. */
export interface Walked {
  kind: "walked";
  character: number;
  start: number;
  end: number;
}

export type GameEvent = Struck | Hit | Hurt | Thrown | Died | Lost | Walked;
