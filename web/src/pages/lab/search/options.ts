/** The switches of a search, and the engine text that they make. */

import { formatText, parseText } from "../../../player-text";
import type { EngineOption, Tree } from "../../../protocol";

export const TECHNIQUES = ["cut", "probe", "deepen", "table"] as const;

export type Technique = (typeof TECHNIQUES)[number];
export type SearchOptions = Record<Technique, boolean> & {
  depth: number;
  order: string;
  evaluation: string;
};

const TABLE_MB = 8;

/** Plain alpha-beta: nothing but cuts. */
export const PLAIN: SearchOptions = {
  depth: 9,
  cut: true,
  probe: false,
  deepen: false,
  table: false,
  order: "none",
  evaluation: "lines",
};

export function engineText(options: SearchOptions): string {
  const { depth, cut, probe, order, deepen, table, evaluation } = options;
  const table_mb = table ? TABLE_MB : 0;
  return formatText("alphabeta", { depth, cut, probe, order, deepen, table_mb, evaluation });
}

/** What an engine text asks for; what it does not say is as it usually is here. */
export function readOptions(text: string): SearchOptions {
  const options = { ...PLAIN };
  for (const [key, value] of Object.entries(parseText(text).options)) {
    if (key === "depth") options.depth = Number.parseInt(value, 10);
    else if (key === "table_mb") options.table = value !== "0";
    else if (key === "cut" || key === "probe" || key === "deepen") options[key] = value === "on";
    else if (key === "order" || key === "evaluation") options[key] = value;
  }
  return options;
}

/** The same; what is not among the options that the server tells is as it usually is here. */
export function possible(options: SearchOptions, told: readonly EngineOption[]): SearchOptions {
  const { least, most } = bounds(told);
  const isKnown = (name: "order" | "evaluation") => choices(told, name).includes(options[name]);
  return {
    ...options,
    depth: options.depth >= least && options.depth <= most ? options.depth : PLAIN.depth,
    order: isKnown("order") ? options.order : PLAIN.order,
    evaluation: isKnown("evaluation") ? options.evaluation : PLAIN.evaluation,
  };
}

export function choices(told: readonly EngineOption[], name: "order" | "evaluation"): string[] {
  return told.find((each) => each.name === name)?.choices ?? [];
}

/** Of the depth. */
export function bounds(told: readonly EngineOption[]): { least: number; most: number } {
  const depth = told.find(({ name }) => name === "depth");
  return { least: depth?.least ?? 1, most: depth?.most ?? Infinity };
}

export type Sample = {
  name: "endgame" | "tree" | "twice" | "connect4" | "gomoku" | "whole";
  rules: string;
  moves: string[];
  tree: Tree | null;
  options: [SearchOptions, SearchOptions | null];
};

/** Three moves and three answers: the smallest of the left is the best that can be had. */
export const SMALL_TREE: Tree = [
  [9, 6, 3],
  [2, 8, 7],
  [5, 1, 4],
];
/** Two moves each time, four deep. */
export const DEEP_TREE: Tree = [
  [
    [
      [8, 3],
      [5, 9],
    ],
    [
      [7, 2],
      [4, 6],
    ],
  ],
  [
    [
      [1, 9],
      [6, 3],
    ],
    [
      [2, 8],
      [5, 7],
    ],
  ],
];

const moves = (text: string) => text.split(" ").filter(Boolean);

export const SAMPLES: Sample[] = [
  {
    name: "endgame",
    rules: "tictactoe",
    moves: moves("b2 b3 a1 c3 a3"),
    tree: null,
    options: [{ ...PLAIN, depth: 4 }, null],
  },
  {
    name: "tree",
    rules: "tictactoe",
    moves: [],
    tree: SMALL_TREE,
    options: [PLAIN, null],
  },
  {
    name: "twice",
    rules: "tictactoe",
    moves: moves("b2 b3 a1"),
    tree: null,
    options: [
      { ...PLAIN, depth: 6, cut: false },
      { ...PLAIN, depth: 6 },
    ],
  },
  {
    name: "connect4",
    rules: "connect4",
    moves: moves("d1 d2 d3 d4 e1 c1"),
    tree: null,
    options: [{ ...PLAIN, depth: 4, order: "threats" }, null],
  },
  {
    name: "gomoku",
    rules: "gomoku",
    moves: moves("h8 h9 i8 g8 i9"),
    tree: null,
    options: [{ ...PLAIN, depth: 2, order: "threats" }, null],
  },
  {
    name: "whole",
    rules: "tictactoe",
    moves: [],
    tree: null,
    options: [PLAIN, null],
  },
];
