/** What the exhibit and the server say to each other: see server/lab/matchboxes.py. */

import type {
  EngineOption,
  Outcome,
  Position,
  Refusal,
  Rules,
  Side,
  Stones,
} from "../../../protocol";

/** A bead: the cell it plays on the front, how many there are, how many cells it stands for. */
export type Bead = [cell: string, count: number, cells: number];

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

export type News = {
  games: number;
  results: Results;
  changed: [place: number, beads: number[]][];
  points: CurveData;
  now: Record<Measure, number>;
};

export type Wall = News & {
  rules: Rules;
  variant: string;
  options: Record<string, string>;
  side: Side | "lot";
  seed: number;
  can_hold: boolean;
  forced: number;
  boxes: WallBox[];
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

export type Change = {
  number: number;
  bead: string;
  before: number;
  after: number;
  is_empty: boolean;
};

export type LosingLine = PlayedGame & { chance: number };
export type Weakness = { line: LosingLine | null; can_hold: boolean };

export type BoxesCatalogue = {
  rules: Rules[];
  variants: Record<string, Record<string, string>>;
  options: EngineOption[];
  brains: string[];
  most_games: number;
};

export type Step = { partner: string; games: number } | { moves: string[] };

export type Spec =
  | { rules: string; variant: string; side: Side; seed: number; course: Step[] }
  | { brain: string; course: Step[] };

type Progress = { id: string; final: boolean };
export type TrainingNews = Progress & ((News & { done: number; ok?: undefined }) | Refusal);

export type BoxesRequests = {
  lab_boxes_catalogue: [object, BoxesCatalogue];
  lab_boxes_create: [Spec, Wall];
  lab_boxes_curve: [Spec, { variant: string; curve: CurveData; games: number }];
  lab_boxes_train: [
    { id: string; partner: string; games: number; rate: number },
    { partner: string },
  ];
  lab_boxes_stop: [object, object];
  lab_boxes_play: [{ moves: string[] }, PlayedGame];
  lab_boxes_learn: [{ moves: string[] }, News & { changes: Change[] }];
  lab_boxes_weakness: [object, Weakness];
  lab_boxes_save: [{ name: string }, { name: string }];
  lab_boxes_export: [{ name: string; format: "json" | "report" }, { file: string; text: string }];
  lab_boxes_print: [{ name: string }, { file: string; content: string }];
};

export type BoxesEvents = { lab_boxes: TrainingNews };
