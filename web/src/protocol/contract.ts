// Made from the server's contract by `make contract`: not to be edited.

export type Code = "bad_request" | "too_many" | "busy" | "failed" | "no_room" | "damaged" | "no_seat" | "not_your_turn" | "stale" | "illegal" | "finished" | "not_finished" | "waiting" | "nothing" | "alone" | "not_alone" | "notation" | "rules" | "position" | "player" | "replaced" | "no_machine" | "training" | "too_many_games" | "too_many_boxes" | "too_many_brains" | "taken" | "name" | "off" | "gone" | "no_code";

export type Side = "first" | "second";

export type Style = "holes" | "grid" | "lines";

export type Seat = PersonSeat | PlayerSeat;

export type Reaction = "hello" | "luck" | "well_played" | "wow" | "oops" | "thanks";

export type PuzzleTheme = "win" | "double_threat" | "four_and_three" | "zugzwang" | "defence";

export type NodeEnd = "all" | "win" | "draw" | "leaf" | "depth" | "beta" | "alpha" | "table" | "can_win" | "cannot_parry" | "stopped";

export type NodeKind = "full" | "probe" | "again";

export type TraceScore = ["win" | "loss" | "draw" | "heuristic" | "infinity", number, number];

export type EvaluationName = "report" | "filters" | "lines" | "gomoku";

export type Pattern = "none" | "one" | "open_one" | "two" | "open_two" | "open_two_3" | "three" | "open_three" | "open_three_2" | "four" | "open_four" | "five";

export type RungName = "minimax" | "cut" | "order" | "table" | "deepen" | "threads" | "solver" | "oracle";

export type Skipped = "threads" | "rules";

export type RungNews = RungRunning | RungEnded | LadderEnded | TaskFailure;

export type Bead = [string, number, number];

export type TurnName = "none" | "mirror" | "flip" | "half" | "rising" | "falling" | "left" | "right";

export type TrainingNews = TrainingProgress | TaskFailure;

/** Where there is nothing to say. */
export type Nothing = Record<string, never>;

/** It is done, and there is no more to say of it. */
export type Done = Record<string, never>;

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

export type Outcome = {
  winner: Side | null;
  /** run, full board, resignation, time, agreement, abandoned, crash … */
  termination: string;
};

/** The verdict of a search, from the side to move. */
export type Score = {
  kind: "win" | "loss" | "draw" | "heuristic";
  exact: boolean;
  /** How much of the point that is to the side to move, from 0 to 1. */
  chance: number;
  /** How far ahead the better side is. */
  lead: "even" | "slight" | "better" | "much";
  plies?: number;
  value?: number;
};

export type MoveScore = {
  move: string;
  score: Score;
};

export type Stones = {
  first: string[];
  second: string[];
};

/** Everything needed to draw a position. */
export type Picture = {
  rules: Rules;
  ply: number;
  side: Side;
  stones: Stones;
  legal: string[];
  winning: string[];
  outcome: Outcome | null;
};

/** The same with its text. */
export type Position = {
  rules: Rules;
  ply: number;
  side: Side;
  stones: Stones;
  legal: string[];
  winning: string[];
  outcome: Outcome | null;
  text: string;
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

/** A saved machine: the owner's, or one of the visitor's own. */
export type BrainAbout = {
  name: string;
  rules: string;
  mine: boolean;
};

/** A game as far as it goes. */
export type GameRequest = {
  rules: string;
  moves: string[];
  start?: string | null;
};

/** Why a task that was told of in events has ended: it was refused, or failed. */
export type TaskFailure = {
  id: string;
  error: Code;
  text: string;
  values: Record<string, unknown>;
  ok: false;
  final: true;
};

export type CatalogueRequest = {
  rules: string;
};

export type Level = {
  level: number;
  text: string;
};

/** One who plays by the rules asked for. With `analyses` it tells scores; the others only choose moves. */
export type EngineAbout = {
  name: string;
  about: string;
  analyses: boolean;
  options: EngineOption[];
};

export type Limits = {
  side: [number, number];
  run: [number, number];
  seconds: number;
};

export type Catalogue = {
  rules: Rules;
  presets: Rules[];
  scale: Level[];
  engines: EngineAbout[];
  /** The engine that knows most about positions of these rules. */
  analyst: string;
  /** What the empty board is worth to the side that begins, where that is known. */
  best_play: "win" | "draw" | "loss" | null;
  brains: BrainAbout[];
  limits: Limits;
};

/** Where others open this server. */
export type Reach = {
  /** As its operator has told. */
  public: string | null;
  /** The machine itself in its networks, the likeliest first: told to its own pages alone. Null where it listens to nobody else. */
  network: string[] | null;
};

export type SeatWish = {
  kind: "me" | "friend" | "player";
  text?: string | null;
};

export type ClockWish = {
  seconds: number;
  increment?: number;
};

export type Create = {
  rules: string;
  first: SeatWish;
  second: SeatWish;
  start?: string | null;
  clock?: ClockWish | null;
  /** Of this visitor. */
  name?: string | null;
  /** Whether anybody may join from the lobby. */
  open?: boolean;
};

export type InRoom = {
  room: string;
};

export type Join = {
  room: string;
  /** For the seat that is taken. */
  name?: string | null;
};

export type MoveRequest = {
  room: string;
  /** How many moves were played before it. */
  ply: number;
  move: string;
};

export type RandomMove = {
  room: string;
  ply: number;
};

export type NewRoom = {
  room: string;
};

export type Changed = {
  version: number;
};

export type PersonSeat = {
  kind: "person";
  taken: boolean;
  online: boolean;
  name: string | null;
};

export type PlayerSeat = {
  kind: "player";
  text: string;
  /** 1 to 10; null for a player that is none of the levels. */
  level: number | null;
};

export type Seats = {
  first: Seat;
  second: Seat;
};

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
  beads: [string, number][];
  bead: string;
  move: string;
};

/** Who asks the other person for it. */
export type Offers = {
  takeback: Side | null;
  draw: Side | null;
};

/** The games before this one, of which it is the rematch: what those who now have these sides have won. */
export type Series = {
  first: number;
  second: number;
  draws: number;
};

export type Room = {
  room: string;
  version: number;
  /** Of the last change that is in it. */
  number: number;
  rules: Rules;
  start: string | null;
  moves: string[];
  /** Sides alternate from here on. */
  first_to_move: Side;
  position: Picture;
  seats: Seats;
  /** The sides this visitor holds: both at one screen, none for a spectator. */
  you: Side[];
  clock: Clock | null;
  outcome: Outcome | null;
  offers: Offers;
  box: Box | null;
  /** The room of the rematch, once there is one. */
  rematch: string | null;
  series: Series;
  spectators: number;
  /** Whether anybody may join from the lobby. */
  open: boolean;
};

/** What is new in a room. What is left out is as it was. */
export type Change = {
  room: string;
  version: number;
  number: number;
  /** The number of the change before it. Who has not seen that one asks for the room again. */
  after: number;
  /** How many moves stay, where some were taken back. */
  kept?: number;
  /** Those that were played then. */
  moves?: string[];
  /** The cells that are legal moves no longer, and those that have become so. */
  illegal?: string[];
  legal?: string[];
  winning?: string[];
  outcome?: Outcome | null;
  seats?: Seats;
  clock?: Clock;
  offers?: Offers;
  box?: Box | null;
  rematch?: string | null;
  spectators?: number;
  open?: boolean;
};

export type Joined = {
  state: Room;
};

export type Texts = {
  position: string;
  record: string;
};

export type Hint = {
  move: string;
  score: Score | null;
};

export type GameSummary = {
  room: string;
  rules: Rules;
  moves: number;
  /** What lies on the board, where the game began with an empty one; the cell of the last move. */
  stones: Stones | null;
  last: string | null;
  outcome: Outcome | null;
  you: Side[];
  opponent: string;
  /** Of the opponent on the scale of these rules, where it is one of the levels. */
  level: number | null;
  /** Of the opponent, where it is a person who told one. */
  name: string | null;
  turn: boolean;
  /** Whether a seat is still free, so that nobody can move. */
  waiting: boolean;
  updated: number;
};

/** Where a page of a list ends: the time of its last game, and the room. */
export type Place = {
  updated: number;
  room: string;
};

/** A page of the list: the first, or the one after this place. */
export type GamesRequest = {
  after?: Place | null;
};

export type Games = {
  games: GameSummary[];
  /** Where this page ends; null for the last. */
  next: Place | null;
};

/** A part of the file: the first, or the one after this number. */
export type RecordsRequest = {
  after?: number;
};

export type Records = {
  text: string;
  /** The number of the next part; null when there is none. */
  next: number | null;
};

/** How many games are gone, and in how many a seat is free again. */
export type Forgotten = {
  removed: number;
  left: number;
};

/** Asks for a code; the secret is this visitor's own. */
export type CarryOut = {
  visitor: string;
  /** What only this browser remembers and the other one shall know too, by its names. */
  kept?: Record<string, string>;
};

export type CarryCode = {
  code: string;
  seconds: number;
};

/** A code as a person typed it. */
export type CarryIn = {
  code: string;
};

/** The secret of the visitor that this page is from now on, and what the other browser kept. */
export type Carried = {
  visitor: string;
  kept: Record<string, string>;
};

/** Several times a second while a player thinks, and once more when it has chosen. */
export type Thinking = {
  room: string;
  ply: number;
  /** Place in the queue; 0: being computed now. */
  queue: number;
  player: string;
  depth?: number;
  nodes?: number;
  seconds?: number;
  score?: Score;
  source?: string;
  pv?: string[];
};

/** One for each ply; `position` is the last. */
export type Positions = {
  position: Position;
  positions: Position[];
};

export type SetUp = {
  rules: string;
  first: string[];
  second: string[];
};

export type SetUpPosition = {
  position: Position;
};

/** Any text that a person pasted: a record, another program's file, a position, or moves. */
export type Read = {
  text: string;
  rules?: string | null;
};

export type ReadGame = {
  rules: Rules;
  start: string | null;
  moves: string[];
  outcome: Outcome | null;
};

export type RecordText = {
  record: string;
};

export type Analyse = {
  rules: string;
  moves: string[];
  start?: string | null;
  id: string;
  engine: string;
  seconds: number;
};

export type ReviewRequest = {
  rules: string;
  moves: string[];
  start?: string | null;
  id: string;
};

export type StopRequest = {
  id: string;
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
  moves: MoveScore[] | null;
  final: boolean;
};

/** How often a move was played in games of people on this server, and how those ended. */
export type PlayedMove = {
  /** It, and those that are the same by symmetry. */
  moves: string[];
  first: number;
  draws: number;
  second: number;
};

export type Explored = {
  /** How many moves of a game are counted, from its beginning; 0 for none. */
  plies: number;
  /** The most frequent first. */
  moves: PlayedMove[];
};

/** What a sentence about a move says that was not the best. */
export type Why = {
  /** It wins later than it must, loses sooner, or gives something away. */
  fault: "later" | "sooner" | "worse";
  /** Some of the moves that were better. */
  better: string[];
  /** The beginning of the line. */
  line: string[];
  goes_on: boolean;
  /** Whether the line is best play; else it is what an engine expects. */
  exact: boolean;
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
  /** Best play from a mistake on, or what an engine expects where nothing is proven. */
  line: string[];
  /** Null for a move with which nothing was wrong. */
  why: Why | null;
};

export type Judged = {
  move: ReviewedPly;
};

/** From 0 to 100; null for a side that had no choice. */
export type Accuracy = {
  first: number | null;
  second: number | null;
};

/** The move judged last; when done, all of them and the accuracy. */
export type Review = {
  id: string;
  done: number;
  total: number;
  plies: ReviewedPly[];
  accuracy: Accuracy | null;
};

/** The server stops: reconnect by yourself. */
export type Closing = Record<string, never>;

/** What the operator of this server offers to people. */
export type Offered = {
  names: boolean;
  reactions: boolean;
  lobby: boolean;
};

/** Null for no name. With a room, the name of this visitor's seat there changes too. */
export type NameRequest = {
  name: string | null;
  room?: string | null;
};

/** The name as it is kept and shown. */
export type Named = {
  name: string | null;
};

export type ReactRequest = {
  room: string;
  reaction: Reaction;
};

/** Somebody who has a seat in a room reacts. */
export type Reacted = {
  room: string;
  side: Side;
  reaction: Reaction;
};

/** Whether anybody may join a room from the lobby. */
export type OpenRequest = {
  room: string;
  open: boolean;
};

export type AcceptRequest = {
  room: string;
  /** For the seat that is taken. */
  name?: string | null;
};

/** Of a game with a clock: the time for all moves, and what each move adds. */
export type Pace = {
  seconds: number;
  increment: number;
};

/** A game that waits for anybody. */
export type Challenge = {
  room: string;
  rules: Rules;
  /** Of who waits. */
  name: string | null;
  /** The free one, and whether it begins. */
  side: Side;
  begins: boolean;
  clock: Pace | null;
};

/** Those who wait, the newest first. */
export type Challenges = {
  challenges: Challenge[];
};

export type PuzzleRequest = {
  /** Without a number, the one of today. */
  number?: number | null;
};

/** A puzzle with its solution: whoever looks there has only fooled themselves. */
export type PuzzleTask = {
  number: number;
  /** The day whose puzzle was asked for. */
  day: string | null;
  theme: PuzzleTheme;
  /** How many moves of its own the winner needs: the side to move, or where that only holds, the other side after the worst wrong move. */
  depth: number;
  /** How hard it is, from 1 to 5. */
  band: number;
  /** The last move before it. */
  last: string | null;
  /** The move to find, and where it wins best play from there to the end. */
  line: string[];
  position: Position;
  /** The position after each move of the line. */
  after: Position[];
};

/** Which puzzles; what is not given may be any. */
export type PuzzlesRequest = {
  rules?: string | null;
  theme?: PuzzleTheme | null;
  depth?: number | null;
  band?: number | null;
  /** In which order: any, or from the easiest on. */
  order?: "any" | "rising";
};

/** Some of those that were asked for, not always the same. */
export type PuzzleNumbers = {
  numbers: number[];
  /** How many there are in all. */
  count: number;
};

export type SearchOptions = {
  options: EngineOption[];
};

/** `engine`: minimax or alphabeta, with any option; `most`: nodes to keep. */
export type SearchRequest = {
  rules: string;
  moves: string[];
  start?: string | null;
  engine: string;
  most?: number;
  all_moves?: boolean;
};

/** The same search on a tree, for whose root `side` is to move. */
export type TreeRequest = {
  /** Lists in lists, whose leaves are what the first side gets. */
  tree: unknown[];
  cuts?: boolean;
  probes?: boolean;
  order?: "none" | "shuffle" | "best";
  seed?: number;
  side?: Side;
};

/** Whole numbers, all columns of the same length; a row is a node, in the order in which the search came to it, so that a parent stands before its children. */
export type TraceColumns = {
  /** The row of the parent; -1 at a root. With deepening there is a root for each iteration, the last one last: below it is the tree of the search that gave the score. */
  parent: number[];
  /** An index into "moves"; -1 at a root. */
  move: number[];
  /** Plies that were left to look ahead. */
  depth: number[];
  /** The depth of the whole search. */
  iteration: number[];
  /** An index into "kinds": with the parent's window, only whether it is better than the best so far, or once more because it was. */
  kind: number[];
  /** The window on entry and the value returned, for the side to move at this node, as indexes into "scores"; no value, -1, where the search was stopped. */
  alpha: number[];
  beta: number[];
  value: number[];
  /** An index into "ends": every child was visited; a run is complete; the board is full; a leaf of a tree; the horizon; cut by the bound of the root's side or of the other; known from the table; a win or two threats next; stopped. */
  end: number[];
  /** 1 where only the parry of a threat was looked at. */
  forced: number[];
  /** How many legal moves were never visited. */
  cut: number[];
  /** How many nodes below were not kept, whose nearest kept ancestor this is. */
  left_out: number[];
};

export type TraceAnswer = {
  /** Null for a tree. */
  rules: Rules | null;
  engine: string | null;
  side: Side;
  ply: number;
  depth: number;
  /** False: a limit of time or nodes ended it. */
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
  columns: TraceColumns;
  /** By row the first moves that were never visited, as indexes into "moves". */
  cut_moves: Record<string, number[]>;
};

/** A shift of the stones or of what was found so far, or what combines the two. */
export type BitStep = {
  operation: ">>" | "<<" | "&" | "& ~";
  distance: number;
  of: "stones" | "found";
  hex: string;
};

export type WinTest = {
  direction: "up" | "falling" | "right" | "rising";
  /** Columns and rows to the next cell of a run. */
  step: [number, number];
  /** The same in bits. */
  distance: number;
  steps: BitStep[];
  /** The first bit of every run, in hexadecimal. */
  starts: string;
  /** Every cell of every run. */
  cells: string[];
};

/** The stones of a side. */
export type SideBits = {
  decimal: string;
  hex: string;
  binary: string;
  tests: WinTest[];
};

export type BothBits = {
  first: SideBits;
  second: SideBits;
};

export type BitsAnswer = {
  position: Position;
  /** Bits in a column, its sentinel included. */
  stride: number;
  /** How many bits a word has, and words a number. */
  word: number;
  words: number;
  /** The cell of each bit; null for a sentinel. */
  layout: (string | null)[];
  sides: BothBits;
};

/** One that these rules do not have becomes `lines`. */
export type EvaluationRequest = {
  rules: string;
  moves: string[];
  start?: string | null;
  evaluation?: EvaluationName;
};

/** What an evaluation makes of one legal move; which parts there are depends on it. */
export type CellValue = {
  /** The number of the map; null where the game ends there or is lost by force. */
  heat: number | null;
  /** Of the position after that move, for the side that moved. */
  value: number | null;
  /** Where the game ends, or the other side wins next. */
  note: "win" | "draw" | "loss" | null;
  /** Report: rows that the move makes. */
  threes?: number;
  twos?: number;
  /** Lines: what its own open lines add, and those that it closes. Gomoku: the patterns that a stone of the side to move, or of the other, would make, the strongest first. */
  own?: number | Pattern[];
  others?: number | Pattern[];
  threats?: number | null;
  /** Filters: in the four directions; and whether it is a block before anything else. */
  sums?: number[];
  blocks?: boolean;
};

export type Rows = {
  long: string[][];
  short: string[][];
};

export type BothRows = {
  first: Rows;
  second: Rows;
};

export type BothCounts = {
  first: number[];
  second: number[];
};

export type EvaluationAnswer = {
  position: Position;
  /** The evaluations for these rules. */
  choices: EvaluationName[];
  name: EvaluationName;
  /** Of the position, from the side to move; null where only cells have a value. */
  now: number | null;
  /** Who plays by it without search, its move, and who searches with it. */
  player: string | null;
  plays: string | null;
  engine: string | null;
  cells: Record<string, CellValue>;
  /** Report: rows one and two stones short of a run, how long they are and what they count. */
  rows?: BothRows;
  lengths?: [number, number];
  weights?: number[];
  /** Lines: open ones by the number of stones on them, what each further stone counts, and the threats that count. */
  lines?: BothCounts;
  factor?: number;
  threats?: Stones;
  threat?: number;
  /** Filters: columns and rows to the next cell. */
  directions?: [number, number][];
};

/** Seconds for each rung; `depth` where it is not the one that suits the position. */
export type CompareRequest = {
  rules: string;
  moves: string[];
  start?: string | null;
  id: string;
  seconds: number;
  depth?: number | null;
};

export type Rung = {
  name: RungName;
  text: string;
  /** Why it is not run; null where it is. */
  skipped: Skipped | null;
};

export type LadderAnswer = {
  depth: number;
  seconds: number;
  threads: number;
  rungs: Rung[];
};

export type RungRunning = {
  id: string;
  rung: number;
  state: "running";
};

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
  moves?: MoveScore[];
};

export type RungEnded = {
  /** Whether it got to its end before the time was over. */
  finished: boolean;
  /** Not known of a solver that did not finish, nor of the oracle. */
  nodes: number | null;
  seconds: number;
  move?: string | null;
  score?: Score;
  /** Of the oracle: every move that is proven. */
  moves?: MoveScore[];
  id: string;
  rung: number;
  state: "ended";
};

export type LadderEnded = {
  id: string;
  final: true;
};

/** A training, `partner` and `games`, or a game that somebody played, their own moves. */
export type CourseStep = {
  partner?: string | null;
  games?: number | null;
  moves?: string[] | null;
};

/** A new machine, or with `brain` a saved one, and the course that it goes through. */
export type MachineSpec = {
  rules?: string;
  variant?: string;
  side?: Side;
  seed?: number;
  course?: CourseStep[];
  brain?: string | null;
};

/** `rate`: games a second, 0 for no limit. */
export type TrainRequest = {
  id: string;
  partner: string;
  games: number;
  rate?: number;
};

/** The visitor's own moves. */
export type PlayRequest = {
  moves: string[];
};

export type NamedMachine = {
  name: string;
};

export type ExportRequest = {
  name: string;
  format: "json" | "report";
};

export type BoxesCatalogue = {
  rules: Rules[];
  variants: Record<string, Record<string, string>>;
  options: EngineOption[];
  brains: BrainAbout[];
  most_games: number;
};

/** The colour of a cell's beads, and of what is written on them. */
export type Paint = {
  fill: string;
  ink: string;
};

export type WallBox = {
  number: number;
  turn: number;
  position: string;
  stones: Stones;
  beads: Bead[];
};

export type CurveData = {
  games: number[];
  worst_case: number[];
  perfect: number[];
  random: number[];
};

export type Results = {
  wins: number;
  draws: number;
  losses: number;
};

/** Of losing. */
export type Chances = {
  worst_case: number;
  perfect: number;
  random: number;
};

/** What is new of a machine: the boxes that changed, by their place on the wall, and the points of its curve. */
export type BoxesNews = {
  games: number;
  results: Results;
  changed: [number, number[]][];
  points: CurveData;
  now: Chances;
};

export type Wall = {
  games: number;
  results: Results;
  changed: [number, number[]][];
  points: CurveData;
  now: Chances;
  rules: Rules;
  variant: string;
  options: Record<string, string>;
  side: "first" | "second" | "random";
  seed: number;
  can_hold: boolean;
  /** Boxes with one move only, which are not on the wall. */
  forced: number;
  boxes: WallBox[];
  paints: Record<string, Paint>;
  curve: CurveData;
};

export type CurveAnswer = {
  variant: string;
  curve: CurveData;
  games: number;
};

/** Its text in full. */
export type Partner = {
  partner: string;
};

/** How a board is turned: a name, and the matrix (a, b, c, d) of a screen. */
export type Turn = {
  name: TurnName;
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

export type Learnt = {
  games: number;
  results: Results;
  changed: [number, number[]][];
  points: CurveData;
  now: Chances;
  changes: BeadChange[];
};

export type LosingLine = {
  moves: string[];
  positions: Position[];
  draws: BeadDraw[];
  outcome: Outcome | null;
  chance: number;
};

/** The shortest game that it can still lose; null when it cannot. */
export type Weakness = {
  line: LosingLine | null;
  can_hold: boolean;
};

export type SavedMachine = {
  name: string;
};

export type TextFile = {
  file: string;
  text: string;
};

/** A PDF in base64. */
export type PrintedFile = {
  file: string;
  content: string;
};

/** The last one is final, whether the training was done or stopped. */
export type TrainingProgress = {
  games: number;
  results: Results;
  changed: [number, number[]][];
  points: CurveData;
  now: Chances;
  id: string;
  done: number;
  final: boolean;
};

/** The answer to a request that is not granted. */
export type Refusal = {
  error: Code;
  text: string;
  /** What the sentence names. */
  values: Record<string, unknown>;
  ok: false;
};

/** Each request: what it asks with, and what it is answered with. */
export type Requests = {
  catalogue: [CatalogueRequest, Catalogue];
  reach: [Nothing, Reach];
  create: [Create, NewRoom];
  join: [Join, Joined];
  watch: [InRoom, Joined];
  texts: [InRoom, Texts];
  leave: [InRoom, Done];
  move: [MoveRequest, Changed];
  random: [RandomMove, Changed];
  takeback: [InRoom, Changed];
  draw: [InRoom, Changed];
  decline: [InRoom, Changed];
  resign: [InRoom, Changed];
  reset: [InRoom, Changed];
  rematch: [InRoom, NewRoom];
  hint: [InRoom, Hint];
  offered: [Nothing, Offered];
  name: [NameRequest, Named];
  react: [ReactRequest, Done];
  lobby: [Nothing, Challenges];
  lobby_leave: [Nothing, Done];
  open: [OpenRequest, Changed];
  accept: [AcceptRequest, NewRoom];
  games: [GamesRequest, Games];
  records: [RecordsRequest, Records];
  forget_games: [Nothing, Forgotten];
  carry_out: [CarryOut, CarryCode];
  carry_in: [CarryIn, Carried];
  position: [GameRequest, Positions];
  set_up: [SetUp, SetUpPosition];
  read: [Read, ReadGame];
  record: [GameRequest, RecordText];
  analyse: [Analyse, Done];
  stop: [StopRequest, Done];
  explore: [GameRequest, Explored];
  review: [ReviewRequest, Done];
  judge: [GameRequest, Judged];
  puzzle: [PuzzleRequest, PuzzleTask];
  puzzles: [PuzzlesRequest, PuzzleNumbers];
  lab_search_options: [Nothing, SearchOptions];
  lab_search: [SearchRequest, TraceAnswer];
  lab_tree: [TreeRequest, TraceAnswer];
  lab_bits: [GameRequest, BitsAnswer];
  lab_evaluation: [EvaluationRequest, EvaluationAnswer];
  lab_compare: [CompareRequest, LadderAnswer];
  lab_compare_stop: [StopRequest, Done];
  lab_boxes_catalogue: [Nothing, BoxesCatalogue];
  lab_boxes_create: [MachineSpec, Wall];
  lab_boxes_curve: [MachineSpec, CurveAnswer];
  lab_boxes_train: [TrainRequest, Partner];
  lab_boxes_stop: [Nothing, Done];
  lab_boxes_play: [PlayRequest, PlayedGame];
  lab_boxes_learn: [PlayRequest, Learnt];
  lab_boxes_weakness: [Nothing, Weakness];
  lab_boxes_save: [NamedMachine, SavedMachine];
  lab_boxes_remove: [NamedMachine, Done];
  lab_boxes_export: [ExportRequest, TextFile];
  lab_boxes_print: [NamedMachine, PrintedFile];
};

/** What the server tells by itself. */
export type Events = {
  change: Change;
  thinking: Thinking;
  reaction: Reacted;
  lobby: Challenges;
  analysis: Analysis | TaskFailure;
  review: Review | TaskFailure;
  closing: Closing;
  lab_compare: RungNews;
  lab_boxes: TrainingNews;
};
