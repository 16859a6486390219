/** What the server tells of games, analyses and players. The page knows no rule of any game. */

export type Side = "first" | "second";

export type Style = "holes" | "grid" | "lines";

export type Rules = {
  text: string;
  name: string | null;
  width: number;
  height: number;
  run: number;
  gravity: boolean;
  exact: boolean;
  /** What a board looks like: discs behind holes, crosses and noughts, stones on lines. */
  style: Style;
};

export type Outcome = { winner: Side | null; termination: string };

/** The verdict of a search, from the side to move. */
export type Score = {
  kind: "win" | "loss" | "draw" | "heuristic";
  plies?: number;
  value?: number;
  exact: boolean;
  /** How much of the point that is to the side to move, from 0 to 1. */
  chance: number;
  /** How far ahead the better side is. */
  lead: "even" | "slight" | "better" | "much";
};

export type Stones = { first: string[]; second: string[] };

/** Everything needed to draw a position. */
export type Position = {
  rules: Rules;
  ply: number;
  side: Side;
  text: string;
  stones: Stones;
  legal: string[];
  winning: string[];
  outcome: Outcome | null;
};

export type Seat =
  | { kind: "person"; taken: boolean; online: boolean }
  | { kind: "player"; text: string; level: number | null };

/** Seconds left at the time of sending. */
export type Clock = {
  seconds: number;
  increment: number;
  first: number;
  second: number;
  running: Side | null;
};

/** The matchbox that was opened for the last move of a machine. */
export type Box = {
  number: number;
  position: string;
  stones: Stones;
  beads: [cell: string, count: number][];
  bead: string;
  move: string;
};

export type Room = {
  room: string;
  version: number;
  rules: Rules;
  start: string | null;
  moves: string[];
  first_to_move: Side;
  position: Position;
  seats: Record<Side, Seat>;
  /** The sides this visitor holds: both at one screen, none for a spectator. */
  you: Side[];
  clock: Clock | null;
  outcome: Outcome | null;
  offers: { takeback: Side | null };
  box: Box | null;
  rematch: string | null;
  record: string;
  spectators: number;
};

export type Thinking = {
  room: string;
  ply: number;
  /** Place in the queue; 0: being computed now. */
  queue: number;
  depth?: number;
  nodes?: number;
  score?: Score;
  pv?: string[];
  player: string;
};

export type Analysis = {
  id: string;
  depth: number;
  nodes: number;
  seconds: number;
  score: Score;
  /** What the score rests on. */
  source: "book" | "solver" | "search";
  pv: string[];
  moves: { move: string; score: Score }[] | null;
  final: boolean;
};

export type ReviewedPly = {
  ply: number;
  move: string;
  side: Side;
  score: Score;
  best: string[];
  best_score: Score;
  kind: "best" | "good" | "slow" | "mistake" | "blunder" | "forced";
  exact: boolean;
  /** Best play from a mistake on, where it is proven. */
  line: string[];
};

export type Review = {
  id: string;
  done: number;
  total: number;
  plies: ReviewedPly[];
  accuracy: Record<Side, number> | null;
};

export type EngineOption = {
  name: string;
  about: string;
  default: string | number | boolean | null;
  choices: string[];
  least: number;
  most: number | null;
  kind: "switch" | "choice" | "whole" | "number" | "text";
  /** What a text must look like, as a regular expression; else empty. */
  pattern: string;
};

/** One who plays by the rules asked for. With `analyses` it tells scores; the others only choose moves. */
export type EngineAbout = {
  name: string;
  about: string;
  analyses: boolean;
  options: EngineOption[];
};

export type Bounds = [least: number, most: number];

export type Catalogue = {
  rules: Rules;
  presets: Rules[];
  scale: { level: number; text: string }[];
  engines: EngineAbout[];
  /** The engine that knows most about positions of these rules. */
  analyst: string;
  /** What the empty board is worth to the side that begins, where that is known. */
  best_play: "win" | "draw" | "loss" | null;
  brains: { name: string; rules: string }[];
  limits: { side: Bounds; run: Bounds; seconds: number };
};

export type SeatWish = { kind: "me" } | { kind: "friend" } | { kind: "player"; text: string };

export type GameSummary = {
  room: string;
  rules: Rules;
  moves: number;
  outcome: Outcome | null;
  you: Side[];
  opponent: string;
  /** Of the opponent on the scale of these rules, where the server tells. */
  level?: number | null;
  turn: boolean;
  updated: number;
};

/** A game as far as it goes. */
export type Line = { rules: string; start: string | null; moves: string[] };

/** What the server answers when it refuses: `error` is a code for the catalogues. */
export type Refusal = {
  ok: false;
  error: string;
  text: string;
  values?: Record<string, unknown>;
};

/** Each request of games and analyses: what it asks with, and what it answers with. */
export type GameRequests = {
  catalogue: [{ rules: string }, Catalogue];
  create: [
    {
      rules: string;
      start?: string | null;
      first: SeatWish;
      second: SeatWish;
      clock?: { seconds: number; increment: number };
    },
    { room: string },
  ];
  join: [{ room: string }, { state: Room }];
  watch: [{ room: string }, { state: Room }];
  leave: [{ room: string }, object];
  move: [{ room: string; ply: number; move: string }, { version: number }];
  random: [{ room: string; ply: number }, { version: number }];
  takeback: [{ room: string }, { version: number }];
  resign: [{ room: string }, { version: number }];
  reset: [{ room: string }, { version: number }];
  rematch: [{ room: string }, { room: string }];
  hint: [{ room: string }, { move: string; score: Score | null }];
  games: [object, { games: GameSummary[] }];
  position: [Line, { position: Position; positions: Position[] }];
  set_up: [{ rules: string; first: string[]; second: string[] }, { position: Position }];
  read: [
    { text: string; rules?: string },
    { rules: Rules; start: string | null; moves: string[]; outcome: Outcome | null },
  ];
  record: [Line, { record: string }];
  analyse: [Line & { id: string; engine: string; seconds: number }, object];
  stop: [{ id: string }, object];
  review: [Line & { id: string }, object];
};

export type GameEvents = {
  state: Room;
  thinking: Thinking;
  analysis: Analysis | (Refusal & { id: string });
  review: Review;
  closing: object;
};

export const SIDES: readonly Side[] = ["first", "second"];

export function other(side: Side): Side {
  return side === "first" ? "second" : "first";
}
