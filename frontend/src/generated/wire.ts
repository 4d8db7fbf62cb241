// Written by `python -m joute.web.typescript`: change the Python types, then run it again.

import type { Scene } from "../board";
import type { Diff } from "../patch";

/** The same words in English and in French. */
export interface Text {
  en: string;
  fr: string;
}

/** A column and a row of the picture, from the top left corner. */
export type Cell = readonly [number, number];

/** The argument of an amount that says how often the call is made. */
export const REPEAT = -1;

/** A cell to click: the whole arguments of the call it makes, what that costs and what comes of it. */
export interface Target {
  cell: Cell;
  args: unknown[];
  note: Text | null;
  /** Cells of which one is clicked next (where to look), each with the arguments of the call; then `args` is empty. */
  then: Target[];
}

/**
 * How many: the number replaces an argument, or says how often the call is made (REPEAT).
 *
 * `values`, if any, are the first arguments of calls that are made again, one after the other: the boats of a fleet.
 */
export interface Amount {
  argument: number;
  least: number;
  most: number;
  usual: number;
  values: number[];
}

/** One thing that can be done. Without targets it is a button, and `args` are the arguments of its call. */
export interface Offer {
  function: string;
  title: Text;
  note: Text | null;
  targets: Target[];
  args: unknown[];
  amount: Amount | null;
  /** Whether what acts is on the cell of the target afterwards. */
  moves: boolean;
}

/** How a champion ended. The result of the match is another matter. */
export type Verdict = "OK" | "TIMED_OUT" | "OUT_OF_MEMORY" | "CRASHED" | "INVALID" | "LOAD_ERROR" | "INTERNAL_ERROR";

/** Positions in one chunk of a film: the first is a whole scene, each further one a difference from the one before. */
export const CHUNK = 32;

/** The version of the format of films. */
export const FILM = 5;

/** Whose view of a match: "all" sees everything, "0" what seat 0 may know. */
export type TrackName = "all" | `${number}`;

export type ColourName = "blue" | "orange" | "green" | "pink" | "yellow" | "violet" | "red" | "lime";

/** A player as everybody sees them. */
export interface PlayerHead {
  name: string;
  /** What the game calls the seat. */
  seat_name: string;
  /** "human", or the name of the champion. */
  kind: string;
  /** The colour that the game names for the seat; null: seats have the colours of the house, in turn. */
  colour: ColourName | null;
}

/** What the points of a game are, and where they come from. */
export interface PointsHead {
  /** What each seat has at a position: its score, or what it would have if the match ended there. */
  words: Text;
  /** Where points come from; empty where the game does not say. */
  parts: Text[];
}

/** A change of points: the position it led to, the seat, the part they come from, and how many. */
export type Gain = readonly [number, number, number, number];

export type MarkKind = "capture" | "death" | "fight" | "build" | "fault" | "note";

/** Something that happened: a tick on the scrubber. */
export interface Mark {
  frame: number;
  kind: MarkKind;
  seat: number | null;
  text: Text;
}

/** How the player of a seat ended. */
export interface SeatVerdict {
  seat: number;
  verdict: Verdict;
  /** Turn, callback and cause of the first failure; empty where there is none, or where the reader may not know. */
  told: string;
}

/** How a match ended. */
export interface Outcome {
  scores: number[];
  ranks: number[];
  reason: string;
}

/** Where a match was taken up: a position of another match. Nothing follows from it but a link to that match. */
export interface Origin {
  turn: number;
  /** How many positions after the first one of the turn. */
  step: number;
  /** The match, in the arena that played both. */
  match: string;
  /** The name of its file, elsewhere. */
  file: string;
}

export type Axes = "xy" | "yx";

/** All of a film but its scenes. `turns`, `phases`, `scores` and `times` have one entry a position. */
export interface FilmHead {
  /** The version of Joute that made the film. */
  joute: string;
  game: string;
  title: string;
  preset: string;
  /** Null until the match is over: the hidden board follows from it. */
  seed: string | null;
  constants: Record<string, unknown>;
  players: PlayerHead[];
  /** The number of the last turn, where there is one: turn 12 of 100. */
  last_turn: number | null;
  /** The number of positions; position 0 is before the first phase. For a live match, so far. */
  frames: number;
  live: boolean;
  tracks: TrackName[];
  turns: number[];
  phases: string[];
  scores: number[][];
  /** Wall-clock milliseconds of each seat in the phase that led to the position; null: not asked. */
  times: (number | null)[][];
  points: PointsHead;
  /** What each seat would have if the match ended at the position, one entry a position; empty: the scores say it. */
  lead: number[][];
  /**
   * Every change of a part of the points, oldest first: up to a position they add up to what each seat has, where the
   * reader may know them.
   */
  gains: Gain[];
  marks: Mark[];
  verdicts: SeatVerdict[];
  /** Null while the match lasts. */
  result: Outcome | null;
  /** What is wrong with the replay; a damaged one is shown up to its last sound line. */
  damage: Text | null;
  /** Seats whose champion's private notes this reader may see. */
  notes: number[];
  /** The version of this format. */
  film: 5;
  /** Phases and reasons for people; one that is not here is shown as it is. */
  names: Record<string, Text>;
  /** The position of another match from which this one was played on. */
  origin: Origin | null;
  /** In which order the game writes the coordinates of a cell: column first ("xy") or row first ("yx"). */
  axes: Axes;
  /** How one wins, then what scores, a line each. */
  goal: Text[];
  /** What the actions are called; one that is not here is called by its name. */
  actions: Record<string, Text>;
  /** What everybody should know of this match: that it was interrupted and began again, and why. */
  notice: Text | null;
}

/** An order that the rules accepted. */
export interface Given {
  seat: number;
  /** Its action. */
  function: string;
  text: Text;
  /** The cells that it names. */
  cells: Cell[];
}

/** A shape that a champion drew over the board. */
export interface Drawing {
  shape: "cell" | "line" | "circle" | "text";
  /** Columns and rows: a corner or centre, the other end of a line, the radius of a circle. */
  at: number[];
  text: string;
  colour: string;
}

/** An order that the rules refused. */
export interface RefusedOrder {
  /** How many orders of the seat were accepted before it in this phase. */
  before: number;
  function: string;
  /** The call. */
  text: Text;
  cells: Cell[];
  /** The name of the error. */
  answer: string;
  why: Text;
}

/** How a callback failed. */
export interface Failure {
  verdict: Verdict;
  callback: string;
  message: string;
  last_call: string;
  traceback: string;
  output: string;
}

/** What a champion noted for itself on the way to a position, what it was refused, and how it failed. */
export interface Notes {
  frame: number;
  log: string[];
  drawings: Drawing[];
  marks: string[];
  printed: string;
  refused: RefusedOrder[];
  /** How many more orders were refused; only the first ones are kept. */
  refused_more: number;
  failure: Failure | null;
}

/** One position of a live match; the id of its server-sent event is `frame`. */
export interface LiveEvent {
  frame: number;
  turn: number;
  phase: string;
  scores: number[];
  times: (number | null)[];
  /** Empty where the scores say it. */
  lead: number[];
  gains: Gain[];
  marks: Mark[];
  verdicts: SeatVerdict[];
  result: Outcome | null;
  /** The whole scene, where the reader may have missed something; else there is `diff`. */
  scene?: Scene;
  /** The difference from the position before. */
  diff?: Diff;
  /** Sent with the result. */
  seed: string | null;
  /** The orders that led to the position; null: too many to be sent, they are in the chunk. */
  orders: Given[] | null;
}

/** Take a seat: the first message of a socket. */
export interface SitRequest {
  type: "sit";
  secret: string;
}

/** What can be done from a cell? Null: what needs no cell. */
export interface PickRequest {
  type: "pick";
  id: number;
  cell: Cell | null;
}

/** Why does a click on a cell give no order, with a place chosen? The answer is a refusal in words. */
export interface WhyRequest {
  type: "why";
  id: number;
  /** The cell itself where nothing is chosen. */
  place: Cell;
  cell: Cell;
  /** The action that was meant, if one was chosen. */
  function: string | null;
}

/** Call an action of the game's API, once for each arguments, until a call is refused. */
export interface CallRequest {
  type: "call";
  id: number;
  function: string;
  calls: unknown[][];
}

/** Take back what the last request ordered. */
export interface UndoRequest {
  type: "undo";
  id: number;
}

/** End the turn. */
export interface EndRequest {
  type: "end";
  id: number;
}

/** Give the match up, one's turn or not. */
export interface ResignRequest {
  type: "resign";
  id: number;
}

/** What one proposes to the others: a draw, or to take back one's last turn. */
export type ProposalKind = "draw" | "back";

/** Propose something to all other people, or agree to what is proposed. */
export interface ProposeRequest {
  type: "propose";
  id: number;
  kind: ProposalKind;
}

/** Decline what is proposed, or withdraw what one has proposed. */
export interface DeclineRequest {
  type: "decline";
  id: number;
}

/** From the page. */
export type SeatRequest = SitRequest | PickRequest | WhyRequest | CallRequest | UndoRequest | EndRequest | ResignRequest | ProposeRequest | DeclineRequest;

/** From the page, once seated; the reply carries the same id. */
export type PlayRequest = PickRequest | WhyRequest | CallRequest | UndoRequest | EndRequest | ResignRequest | ProposeRequest | DeclineRequest;

/** The time for each turn, and a bank that is used when a turn takes longer. */
export interface TimeControl {
  turn_ms: number;
  bank_ms: number;
}

/** The answer to `sit`. */
export interface Welcome {
  type: "welcome";
  seat: number;
  head: FilmHead;
  /** Whether orders of a phase that has not ended can be taken back. */
  undo: boolean;
  /** What can be proposed at this table. */
  may: ProposalKind[];
  clock: TimeControl | null;
}

/** Something that happened in a phase: an order that was given, or what came of all of them. */
export interface Deed {
  turn: number;
  phase: string;
  /** Whose order it was, or whom it is about; null: several. */
  seat: number | null;
  text: Text;
  /** The cells it went over, from where to where; one cell: where it was; empty: nowhere. */
  way: Cell[];
}

/** What a person has proposed; it is done when all people have agreed. Champions always agree to take turns back. */
export interface Proposal {
  kind: ProposalKind;
  seat: number;
  /** The seats that have agreed, the first one included. */
  agreed: number[];
}

/** What the person of a seat sees now, with the orders they have given in this phase. */
export interface Position {
  type: "position";
  frame: number;
  turn: number;
  phase: string;
  scores: number[];
  /** What each seat would have if the match ended now. */
  lead: number[];
  /** Where the points of each seat come from, when the phase began; empty where that is not known. */
  parts: number[][];
  scene: Scene;
  /** Whether this seat is asked and has not ended its turn. */
  asked: boolean;
  /** The orders given so far in this phase, in words. */
  orders: Text[];
  /** From where to where those go that are not carried out yet. */
  ways: Cell[][];
  /** The seats that have not ended their turn. */
  waiting: number[];
  /** The cells where this seat can do something now. */
  places: Cell[];
  /** Milliseconds that each seat has left; null: no clock, or not a person. */
  clocks: (number | null)[];
  marks: Mark[];
  /** What the others did, and what happened, since this seat last gave orders in a phase. */
  news: Deed[];
  proposal: Proposal | null;
}

/** The answer to `pick`. */
export interface Offers {
  type: "offers";
  id: number;
  cell: Cell | null;
  offers: Offer[];
}

/** The answer of the rules to `why`, `call`, `undo` or `end`. */
export interface Reply {
  type: "answer";
  id: number;
  ok: boolean;
  text: Text;
}

/** The match is over; the socket is closed. */
export interface MatchOver {
  type: "over";
  verdicts: SeatVerdict[];
  result: Outcome;
}

/** A request that the server did not pass to the rules; or, without an id, why the socket is closed. */
export interface Refused {
  type: "refused";
  id: number | null;
  text: Text;
}

/** Which people are at the table now. */
export interface Presence {
  type: "presence";
  here: number[];
}

/** Something that everybody at the table should know. */
export interface Told {
  type: "told";
  text: Text;
}

/** From the server. */
export type SeatMessage = Welcome | Position | Offers | Reply | MatchOver | Refused | Presence | Told;

/** How many may play a game. */
export interface Seats {
  least: number;
  most: number;
  usual: number;
}

/** The rating of a bundled champion among the bundled ones, with its 95 % interval; their mean is 1500. */
export interface Strength {
  points: number;
  low: number;
  high: number;
}

/** A game as the page offers it. */
export interface GameHead {
  name: string;
  title: string;
  summary: Text;
  seats: Seats;
  /** Whether a seat sees less than everything. */
  foggy: boolean;
  undo: boolean;
  presets: string[];
  boards: string[];
  champions: string[];
  /** How strong those are that were rated: the bundled ones. */
  strengths: Record<string, Strength>;
  /** The colours that the game names for its seats. */
  colours: ColourName[];
  /** The clock of a match of several people that asks for none; null: people cannot play it. */
  clock: TimeControl | null;
  /** The parameter that says how many turns a match has; null: its board does. */
  turns: string | null;
}

/** A champion by its name, a person by theirs, or a program that plays over HTTP, by any. */
export interface NewPlayer {
  kind: "champion" | "human" | "http";
  name: string;
}

/** A position of a match of this arena. */
export interface Fork {
  match: string;
  frame: number;
}

/** A match to be played: the body of POST /api/matches. */
export interface NewMatch {
  game: string;
  players: NewPlayer[];
  preset?: string | null;
  params?: Record<string, unknown>;
  /** The name of a bundled board, or the text of one. */
  board?: string | null;
  seed?: number | string | null;
  /** Null: people have all the time they want, champions the usual time. */
  clock?: TimeControl | null;
  /** Play on from here: game, rules, board and seed are those of that match. */
  origin?: Fork | null;
  /** Begin in this position, as `joute run --from` takes it: game, rules, board and seed are its own. */
  position?: string | null;
}

export type MatchState = "waiting" | "playing" | "over" | "failed";

/** A match in a list. */
export interface MatchHead {
  id: string;
  game: string;
  state: MatchState;
  players: PlayerHead[];
  turn: number;
  scores: number[];
  ranks: number[] | null;
  /** Seconds since 1970. */
  began: number;
  /** Whether anyone may watch now; a match of people in the fog can be watched when it is over. */
  open: boolean;
  /** Why it failed, or what is wrong with its replay. */
  told: string;
  /** The number of the last turn, where it is known. */
  last_turn: number | null;
  /** The seats of people that the match waits for. */
  asked: number[];
  /** The seats of people who are at the table now. */
  here: number[];
}

/** What opens the seat of a person. Links carry it behind a `#`. */
export interface SeatSecret {
  seat: number;
  secret: string;
}

/** The answer to POST /api/matches: the only time that secrets are sent. */
export interface NewMatchAnswer {
  match: MatchHead;
  /** One for each person. */
  seats: SeatSecret[];
  /** Lets its holder read the champions' private notes and stop the match. */
  owner: string;
}

/** A match on television, without how it stands. */
export interface Showing {
  id: string;
  game: string;
  title: string;
  /** "waiting" also where it is played but cannot be watched yet. */
  state: MatchState;
  players: PlayerHead[];
  /** Tournament and round; empty where nothing is at stake. */
  stake: Text;
}

/** What is on television. */
export interface Programme {
  /** In the order in which they are shown. */
  showings: Showing[];
  /** Whether others may come. */
  more: boolean;
}

/** For programs: one of `errors.py`, or "http_" and a status; stays the same when the text changes. */
export type RefusalCode =
  | "by_champions_only"
  | "closed"
  | "contest"
  | "costly_draft"
  | "costly_replay"
  | "disabled"
  | "drawn_from"
  | "empty_upload"
  | "failure"
  | "foreign_act"
  | "foreign_read"
  | "in_a_team"
  | "in_the_fog"
  | "invited_only"
  | "is_over"
  | "long_programme"
  | "no_account"
  | "no_board"
  | "no_champion"
  | "no_chunk"
  | "no_cluster"
  | "no_film"
  | "no_film_track"
  | "no_game"
  | "no_invitation"
  | "no_kit"
  | "no_mail"
  | "no_match"
  | "no_organiser"
  | "no_page"
  | "no_position"
  | "no_protocol"
  | "no_replay"
  | "no_rules"
  | "no_sign_on"
  | "no_team"
  | "no_token"
  | "no_tournament"
  | "no_track"
  | "no_version"
  | "no_viewer"
  | "no_worker"
  | "not_begun"
  | "not_meant"
  | "not_open"
  | "not_organiser"
  | "not_over_yet"
  | "not_owner"
  | "not_played_here"
  | "not_replay"
  | "not_signed_in"
  | "not_this_host"
  | "not_with_origin"
  | "not_yours"
  | "nothing_left"
  | "one_programme"
  | "organisers_only"
  | "other_game"
  | "page_later"
  | "played_already"
  | "played_here"
  | "queue_full"
  | "replay_later"
  | "server_ends"
  | "sign_on_failed"
  | "tables_taken"
  | "team_aside"
  | "team_full"
  | "this_machine_only"
  | "tokens_taken"
  | "too_many"
  | "too_many_relays"
  | "too_many_watch"
  | "tournament"
  | "unknown_token"
  | "watch_after"
  | "watch_later"
  | "wrong_board"
  | "wrong_draft"
  | "wrong_header"
  | "wrong_link"
  | "wrong_password"
  | "wrong_position"
  | "wrong_relay"
  | "wrong_replay"
  | "wrong_seats"
  | "wrong_seed"
  | "wrong_token"
  | "wrong_value"
  | `http_${number}`;

/** Any refusal of the HTTP API. */
export interface Problem {
  status: number;
  title: string;
  detail: string;
  code: RefusalCode;
  /** The detail in both languages. */
  text: Text;
}
