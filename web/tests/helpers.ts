/** Rules, random numbers that are the same in every run, and traces of searches. */

import type {
  ColumnName,
  Room,
  Rules,
  Style,
  TraceAnswer,
  TraceScore,
  Tree,
} from "../src/protocol";

export function rulesOf(width: number, height: number, run: number, style: Style): Rules {
  const gravity = style === "holes";
  return { text: "", name: null, width, height, run, gravity, exact: false, style };
}

const RULES = rulesOf(7, 6, 4, "holes");
/** A game of Connect 4 between two people, as the second sees it. */
export const ROOM: Room = {
  room: "room",
  version: 3,
  number: 10,
  rules: RULES,
  start: "7/7/7/7/7/x6 o",
  moves: ["d1", "d2"],
  first_to_move: "second",
  position: {
    rules: RULES,
    ply: 3,
    side: "second",
    stones: { first: ["a1", "d2"], second: ["d1"] },
    legal: ["a2", "d3"],
    winning: [],
    outcome: null,
  },
  seats: {
    first: { kind: "person", taken: true, online: true, name: null },
    second: { kind: "person", taken: true, online: true, name: null },
  },
  you: ["second"],
  clock: null,
  outcome: null,
  offers: { takeback: null, draw: null },
  box: null,
  rematch: null,
  series: { first: 0, second: 0, draws: 0 },
  spectators: 0,
  open: false,
};

/** Boards of every look, the smallest and the largest among them. */
export const BOARDS: readonly Rules[] = [
  rulesOf(3, 3, 3, "grid"),
  rulesOf(8, 5, 4, "grid"),
  rulesOf(7, 6, 4, "holes"),
  rulesOf(4, 9, 4, "holes"),
  rulesOf(15, 15, 5, "lines"),
  rulesOf(26, 26, 5, "lines"),
];

/** Numbers from 0 to 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A tree whose nodes have one to four children, or are leaves. */
export function randomTree(random: () => number, depth: number): Tree {
  if (depth === 0 || random() < 0.15) return Math.floor(random() * 19) - 9;
  const count = 1 + Math.floor(random() * 4);
  return Array.from({ length: count }, () => randomTree(random, depth - 1));
}

/** What plain minimax makes of a tree: the first side moves at the root. */
export function minimax(tree: Tree, isMax = true): number {
  if (typeof tree === "number") return tree;
  const values = tree.map((child) => minimax(child, !isMax));
  return isMax ? Math.max(...values) : Math.min(...values);
}

/** The trace of a search of a whole tree, as the server tells it; `cut` by node: moves left out. */
export function traceAnswer(tree: Tree, cut: Record<number, number> = {}): TraceAnswer {
  const scores: TraceScore[] = [
    ["infinity", -1, -1e6],
    ["infinity", 1, 1e6],
  ];
  const names: ColumnName[] = [
    ...(["parent", "move", "depth", "iteration", "kind", "alpha", "beta"] as const),
    ...(["value", "end", "forced", "cut", "left_out"] as const),
  ];
  const columns = Object.fromEntries(
    names.map((name) => [name, [] as number[]]),
  ) as TraceAnswer["columns"];
  let most = 0;
  const visit = (node: Tree, parent: number, move: number, isMax: boolean, level: number): void => {
    const index = columns.parent.length;
    const children = typeof node === "number" ? [] : node;
    most = Math.max(most, children.length);
    // Of the side to move at the node.
    const value = minimax(node, isMax) * (isMax ? 1 : -1);
    scores.push(["heuristic", value, value]);
    const row: Record<ColumnName, number> = {
      ...{ parent, move, depth: level, iteration: 1, kind: 0, alpha: 0, beta: 1 },
      ...{ value: scores.length - 1, end: children.length ? 0 : 1, forced: 0 },
      ...{ cut: cut[index] ?? 0, left_out: 0 },
    };
    for (const name of names) columns[name].push(row[name]);
    children.forEach((child, place) => visit(child, index, place, !isMax, level + 1));
  };
  visit(tree, -1, -1, true, 0);
  return {
    ...{ rules: null, engine: null, side: "first", ply: 0, depth: 9, is_complete: true },
    ...{ nodes: columns.parent.length, left_out: 0, table_hits: 0, seconds: 0 },
    score: { kind: "draw", exact: true, chance: 0.5, lead: "even" },
    pv: [],
    moves: Array.from({ length: most }, (_, index) => String(index + 1)),
    ends: ["all", "leaf"],
    kinds: ["full"],
    scores,
    columns,
    cut_moves: {},
  };
}
