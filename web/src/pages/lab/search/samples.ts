/** Searches worth a look, small ones first. */

import type { Tree } from "../../../protocol";
import { PLAIN, type SearchOptions } from "./options";

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
