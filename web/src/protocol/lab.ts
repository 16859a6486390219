/** What the server tells the exhibits of the Lab, and what they ask for. */

import type {
  EngineOption,
  Line,
  Outcome,
  Position,
  Refusal,
  Rules,
  Score,
  Side,
  Stones,
} from "./game";

// Search: the trace of a search.

/** Of a node: in n plies for a win or a loss, the sign for infinity, else the value. */
export type TraceScore = [
  kind: "win" | "loss" | "draw" | "heuristic" | "infinity",
  number: number,
  rank: number,
];

export type ColumnName =
  | "parent"
  | "move"
  | "depth"
  | "iteration"
  | "kind"
  | "alpha"
  | "beta"
  | "value"
  | "end"
  | "forced"
  | "cut"
  | "left_out";

/** Why a node ended. */
export type NodeEnd =
  | "all"
  | "win"
  | "draw"
  | "leaf"
  | "depth"
  | "beta"
  | "alpha"
  | "table"
  | "can_win"
  | "cannot_parry"
  | "stopped";

/** How a node was asked. */
export type NodeKind = "full" | "probe" | "again";

/** Each row of the columns is a node, in the order in which the search came to it. */
export type TraceAnswer = {
  rules: Rules | null;
  engine: string | null;
  side: Side;
  ply: number;
  depth: number;
  is_complete: boolean;
  nodes: number;
  left_out: number;
  table_hits: number;
  seconds: number;
  score: Score;
  pv: string[];
  moves: string[];
  ends: NodeEnd[];
  kinds: NodeKind[];
  scores: TraceScore[];
  columns: Record<ColumnName, number[]>;
  cut_moves: Record<string, number[]>;
};

/** Lists in lists, whose leaves are what the first side gets. */
export type Tree = number | Tree[];

// Bits: a position as two numbers.

export type Direction = "up" | "falling" | "right" | "rising";

export type BitStep = {
  operation: ">>" | "<<" | "&" | "& ~";
  distance: number;
  of: "stones" | "found";
  hex: string;
};

export type WinTest = {
  direction: Direction;
  /** Columns and rows to the next cell of a run. */
  step: [across: number, up: number];
  distance: number;
  steps: BitStep[];
  starts: string;
  cells: string[];
};

/** The stones of a side. */
export type SideBits = { decimal: string; hex: string; binary: string; tests: WinTest[] };

export type BitsAnswer = {
  position: Position;
  stride: number;
  word: number;
  words: number;
  /** The cell of each bit; null for a sentinel. */
  layout: (string | null)[];
  sides: Record<Side, SideBits>;
};

// Evaluation: what it sees, cell by cell.

export const EVALUATIONS = ["report", "filters", "lines", "gomoku"] as const;
export type EvaluationName = (typeof EVALUATIONS)[number];

/** What stones of a side make on a line through a cell. */
export type Pattern =
  | "none"
  | "one"
  | "open_one"
  | "two"
  | "open_two"
  | "open_two_3"
  | "three"
  | "open_three"
  | "open_three_2"
  | "four"
  | "open_four"
  | "five";

/** What an evaluation makes of one legal move; which parts there are depends on it. */
export type CellValue = {
  /** The number of the map; null where the game ends there or is lost by force. */
  heat: number | null;
  value: number | null;
  note: "win" | "draw" | "loss" | null;
  threes?: number;
  twos?: number;
  own?: number | Pattern[];
  others?: number | Pattern[];
  threats?: number | null;
  sums?: number[];
  blocks?: boolean;
};

export type EvaluationAnswer = {
  position: Position;
  choices: EvaluationName[];
  name: EvaluationName;
  /** Of the position, from the side to move. */
  now: number | null;
  player: string | null;
  plays: string | null;
  engine: string | null;
  cells: Record<string, CellValue>;
  rows?: Record<Side, { long: string[][]; short: string[][] }>;
  lengths?: [long: number, short: number];
  weights?: number[];
  lines?: Record<Side, number[]>;
  factor?: number;
  threats?: Record<Side, string[]>;
  threat?: number;
  directions?: [across: number, up: number][];
};

// Compare: a ladder of engines.

export type Rung = {
  name: "minimax" | "cut" | "order" | "table" | "deepen" | "threads" | "solver" | "oracle";
  text: string;
  /** Why it is not run; null where it is. */
  skipped: "threads" | "rules" | null;
};

export type LadderAnswer = { depth: number; seconds: number; threads: number; rungs: Rung[] };

/** What came of a rung. */
export type RungResult = {
  /** Whether it got to its end before the time was over. */
  finished: boolean;
  /** Not known of a solver that did not finish, nor of the oracle. */
  nodes: number | null;
  seconds: number;
  move?: string | null;
  score?: Score;
  /** Of the oracle: every move that is proven. */
  moves?: { move: string; score: Score }[];
};

export type RungNews =
  | { id: string; rung: number; state: "running" }
  | ({ id: string; rung: number; state: "ended" } & RungResult)
  | { id: string; final: true }
  | ({ id: string; final: true } & Refusal);

// Matchboxes: a machine, its boxes and its training.

/** A bead: the cell it plays on the front, how many there are, how many cells it stands for. */
export type Bead = [cell: string, count: number, cells: number];

/** By cell, the colour of its beads and of what is written on them. */
export type Paints = Record<string, { fill: string; ink: string }>;

export type WallBox = {
  number: number;
  turn: number;
  position: string;
  stones: Stones;
  beads: Bead[];
};

export const MEASURES = ["worst_case", "perfect", "random"] as const;
export type Measure = (typeof MEASURES)[number];

export type CurveData = { games: number[] } & Record<Measure, number[]>;
export type Results = { wins: number; draws: number; losses: number };

export type BoxesNews = {
  games: number;
  results: Results;
  changed: [place: number, beads: number[]][];
  points: CurveData;
  now: Record<Measure, number>;
};

export type Wall = BoxesNews & {
  rules: Rules;
  variant: string;
  options: Record<string, string>;
  side: Side | "random";
  seed: number;
  can_hold: boolean;
  forced: number;
  boxes: WallBox[];
  paints: Paints;
  curve: CurveData;
};

export type Turn = {
  name: "none" | "mirror" | "flip" | "half" | "rising" | "falling" | "left" | "right";
  matrix: [number, number, number, number];
};

/** What the machine did for a move. Without a box only one move was left; without a bead it resigned. */
export type BeadDraw = {
  ply: number;
  box: WallBox | null;
  bead: string | null;
  move: string | null;
  chance: number;
  turn: Turn;
};

export type PlayedGame = {
  moves: string[];
  positions: Position[];
  draws: BeadDraw[];
  outcome: Outcome | null;
};

export type BeadChange = {
  number: number;
  bead: string;
  before: number;
  after: number;
  is_empty: boolean;
};

export type Weakness = { line: (PlayedGame & { chance: number }) | null; can_hold: boolean };

export type BoxesCatalogue = {
  rules: Rules[];
  variants: Record<string, Record<string, string>>;
  options: EngineOption[];
  brains: string[];
  most_games: number;
};

export type CourseStep = { partner: string; games: number } | { moves: string[] };

export type MachineSpec =
  | { rules: string; variant: string; side: Side; seed: number; course: CourseStep[] }
  | { brain: string; course: CourseStep[] };

type Progress = { id: string; final: boolean };
export type TrainingNews = Progress & ((BoxesNews & { done: number; ok?: undefined }) | Refusal);

/** Each request of the exhibits: what it asks with, and what it answers with. */
export type LabRequests = {
  lab_search_options: [object, { options: EngineOption[] }];
  lab_search: [Line & { engine: string; most?: number }, TraceAnswer];
  lab_tree: [{ tree: Tree; cuts: boolean; probes: boolean; order: string }, TraceAnswer];
  lab_bits: [Line, BitsAnswer];
  lab_evaluation: [Line & { evaluation: string }, EvaluationAnswer];
  lab_compare: [Line & { id: string; seconds: number; depth: number | null }, LadderAnswer];
  lab_compare_stop: [{ id: string }, object];
  lab_boxes_catalogue: [object, BoxesCatalogue];
  lab_boxes_create: [MachineSpec, Wall];
  lab_boxes_curve: [MachineSpec, { variant: string; curve: CurveData; games: number }];
  lab_boxes_train: [
    { id: string; partner: string; games: number; rate: number },
    { partner: string },
  ];
  lab_boxes_stop: [object, object];
  lab_boxes_play: [{ moves: string[] }, PlayedGame];
  lab_boxes_learn: [{ moves: string[] }, BoxesNews & { changes: BeadChange[] }];
  lab_boxes_weakness: [object, Weakness];
  lab_boxes_save: [{ name: string }, { name: string }];
  lab_boxes_export: [{ name: string; format: "json" | "report" }, { file: string; text: string }];
  lab_boxes_print: [{ name: string }, { file: string; content: string }];
};

export type LabEvents = { lab_compare: RungNews; lab_boxes: TrainingNews };
