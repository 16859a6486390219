/** The trace of a search, as the server sends it. */

import type { Rules, Score, Side } from "../../../protocol";

/** Of a node: in so many plies for a win or a loss, the sign for infinity, else the value. */
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
  ends: string[];
  kinds: string[];
  scores: TraceScore[];
  columns: Record<ColumnName, number[]>;
  cut_moves: Record<string, number[]>;
};

export type SearchWish = {
  rules: string;
  start?: string;
  moves: string[];
  engine: string;
  most?: number;
};

/** Lists in lists, whose leaves are what the first side gets. */
export type Tree = number | Tree[];

export type TreeWish = {
  tree: Tree;
  cuts: boolean;
  probes: boolean;
  order: string;
};
