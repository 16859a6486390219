/** The messages between the page and the server: every type of them is in this folder. */

import type {
  Analysis,
  Catalogue,
  EngineOption,
  GameSummary,
  Line,
  Outcome,
  Position,
  Refusal,
  Review,
  Room,
  Rules,
  Score,
  SeatWish,
  Thinking,
} from "./game";
import type {
  BeadChange,
  BitsAnswer,
  BoxesCatalogue,
  BoxesNews,
  CurveData,
  EvaluationAnswer,
  LadderAnswer,
  MachineSpec,
  PlayedGame,
  RungNews,
  SearchRequest,
  TraceAnswer,
  TrainingNews,
  TreeRequest,
  Wall,
  Weakness,
} from "./lab";

export * from "./game";
export * from "./lab";

/** Each request: what it asks with, and what it answers with. */
export type Requests = {
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
  lab_search_options: [object, { options: EngineOption[] }];
  lab_search: [SearchRequest, TraceAnswer];
  lab_tree: [TreeRequest, TraceAnswer];
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

export type Events = {
  state: Room;
  thinking: Thinking;
  analysis: Analysis | (Refusal & { id: string });
  review: Review;
  lab_compare: RungNews;
  closing: object;
  lab_boxes: TrainingNews;
};
