/**
 * A search that can be replayed. Time counts steps from 1: a node is entered, or has searched its
 * children and returns its value; a node without children does both in one step.
 */

import {
  type ColumnName,
  type NodeEnd,
  type NodeKind,
  other,
  type Side,
  type TraceAnswer,
  type TraceScore,
} from "../../../protocol";
import type { Tone } from "./palette";

/** How a value stands to the truth: it can be only a bound. */
export type Relation = "exact" | "least" | "most";

export class Trace {
  readonly answer: TraceAnswer;
  /** How many nodes are drawn, roots among them. */
  readonly size: number;
  readonly parent: Int32Array;
  /** Plies below the root. */
  readonly level: Uint16Array;
  readonly levels: number;
  readonly firstChild: Int32Array;
  readonly lastChild: Int32Array;
  readonly nextSibling: Int32Array;
  readonly previousSibling: Int32Array;
  readonly roots: number[] = [];
  /** When each node is entered, and when it returns. */
  readonly enter: Int32Array;
  readonly leave: Int32Array;
  /** How many steps there are. */
  readonly steps: number;
  /** By time, the node that the step is about. */
  readonly #nodeAt: Int32Array;
  /** Who is better off at each node: see `Tone`. */
  readonly tones: Uint8Array;
  /** The path of the best moves below the last root. */
  readonly best: Set<number>;

  constructor(answer: TraceAnswer) {
    this.answer = answer;
    const size = (this.size = answer.columns.parent.length);
    this.parent = Int32Array.from(answer.columns.parent);
    this.level = new Uint16Array(size);
    this.firstChild = new Int32Array(size).fill(-1);
    this.lastChild = new Int32Array(size).fill(-1);
    this.nextSibling = new Int32Array(size).fill(-1);
    this.previousSibling = new Int32Array(size).fill(-1);
    this.enter = new Int32Array(size);
    this.leave = new Int32Array(size);
    let levels = 0;
    for (let node = 0; node < size; node++) {
      const parent = this.parent[node] ?? -1;
      if (parent < 0) {
        this.roots.push(node);
        continue;
      }
      const level = (this.level[node] = (this.level[parent] ?? 0) + 1);
      levels = Math.max(levels, level);
      const last = this.lastChild[parent] ?? -1;
      if (last < 0) this.firstChild[parent] = node;
      else {
        this.nextSibling[last] = node;
        this.previousSibling[node] = last;
      }
      this.lastChild[parent] = node;
    }
    this.levels = levels + 1;
    this.#nodeAt = this.#replay();
    this.steps = this.#nodeAt.length - 1;
    this.best = this.#bestPath();
    this.tones = Uint8Array.from(this.parent, (_, node) => this.#tone(node));
  }

  #tone(node: number): Tone {
    const value = this.value(node, this.steps);
    if (!value) return 0;
    const [kind, number] = value;
    if (kind === "draw" || (kind === "heuristic" && number === 0)) return 3;
    const isGood = kind === "win" || (kind !== "loss" && number > 0);
    const isFirst = (this.answer.side === "first") === isGood;
    const isSure = kind === "win" || kind === "loss";
    return isFirst ? (isSure ? 1 : 2) : isSure ? 5 : 4;
  }

  /** Derives when nodes are entered and left from their order and their parents. */
  #replay(): Int32Array {
    const nodeAt = [-1];
    const open: number[] = [];
    const leave = () => {
      const node = open.pop() ?? 0;
      if (this.hasChildren(node)) nodeAt.push(node);
      this.leave[node] = nodeAt.length - 1;
    };
    for (let node = 0; node < this.size; node++) {
      while (open.length && open.at(-1) !== this.parent[node]) leave();
      nodeAt.push(node);
      this.enter[node] = nodeAt.length - 1;
      open.push(node);
    }
    while (open.length) leave();
    return Int32Array.from(nodeAt);
  }

  #bestPath(): Set<number> {
    const path = new Set<number>();
    let node = this.roots.at(-1) ?? -1;
    for (const name of this.answer.pv) {
      // Of a move that was asked twice the second answer counts.
      let next = this.lastChild[node] ?? -1;
      while (next >= 0 && this.moveName(next) !== name) next = this.previousSibling[next] ?? -1;
      if (next < 0) break;
      path.add((node = next));
    }
    return path;
  }

  column(name: ColumnName, node: number): number {
    return this.answer.columns[name][node] ?? -1;
  }

  hasChildren(node: number): boolean {
    return (this.firstChild[node] ?? -1) >= 0;
  }

  isRoot(node: number): boolean {
    return (this.parent[node] ?? -1) < 0;
  }

  children(node: number): number[] {
    const found: number[] = [];
    for (let at = this.firstChild[node] ?? -1; at >= 0; at = this.nextSibling[at] ?? -1)
      found.push(at);
    return found;
  }

  /** From the root to a node, both among them. */
  path(node: number): number[] {
    const found: number[] = [];
    for (let at = node; at >= 0; at = this.parent[at] ?? -1) found.push(at);
    return found.reverse();
  }

  moveName(node: number): string {
    return this.answer.moves[this.column("move", node)] ?? "";
  }

  /** The moves from the root to a node. */
  moves(node: number): string[] {
    return this.path(node)
      .slice(1)
      .map((each) => this.moveName(each));
  }

  /** The moves that were never looked at, as far as the server sent them. */
  cutMoves(node: number): string[] {
    const found = this.answer.cut_moves[String(node)] ?? [];
    return found.map((move) => this.answer.moves[move] ?? "");
  }

  end(node: number): NodeEnd {
    return this.answer.ends[this.column("end", node)] ?? "all";
  }

  kind(node: number): NodeKind {
    return this.answer.kinds[this.column("kind", node)] ?? "full";
  }

  isCut(node: number): boolean {
    const end = this.end(node);
    return end === "alpha" || end === "beta";
  }

  /** Whether the side of the root moves here: it wants the largest value. */
  isMax(node: number): boolean {
    return (this.level[node] ?? 0) % 2 === 0;
  }

  side(node: number): Side {
    return this.isMax(node) ? this.answer.side : other(this.answer.side);
  }

  // Time.

  /** The node that a step is about. */
  at(time: number): number {
    return this.#nodeAt[clamp(time, 1, this.steps)] ?? 0;
  }

  /** Whether a step returns from the node to its parent. */
  returns(time: number): boolean {
    const node = this.at(time);
    return this.leave[node] === clamp(time, 1, this.steps);
  }

  /** How many nodes have been entered: always the first ones. */
  entered(time: number): number {
    return firstIndex(this.size, (node) => (this.enter[node] ?? 0) > time);
  }

  isDone(node: number, time: number): boolean {
    return (this.leave[node] ?? 0) <= time;
  }

  // Values, all as the side of the root sees them.

  /** What a node has returned; null before that, or where the search was stopped. */
  value(node: number, time: number): TraceScore | null {
    if (!this.isDone(node, time)) return null;
    const found = this.answer.scores[this.column("value", node)];
    return found ? this.#seenFromRoot(node, found) : null;
  }

  relation(node: number): Relation {
    const end = this.end(node);
    if (!["all", "alpha", "beta", "table"].includes(end)) return "exact";
    const rank = (name: ColumnName) => this.answer.scores[this.column(name, node)]?.[2] ?? 0;
    if (this.column("value", node) < 0) return "exact";
    const isMax = this.isMax(node);
    if (rank("value") >= rank("beta")) return isMax ? "least" : "most";
    if (rank("value") <= rank("alpha")) return isMax ? "most" : "least";
    return "exact";
  }

  /** The best value that children have returned so far; null when none has. */
  bestSoFar(node: number, time: number): TraceScore | null {
    let best: TraceScore | null = null;
    const sign = this.isMax(node) ? 1 : -1;
    for (let at = this.firstChild[node] ?? -1; at >= 0; at = this.nextSibling[at] ?? -1) {
      const value = this.value(at, time);
      if (!value) break;
      if (!best || sign * value[2] > sign * best[2]) best = value;
    }
    // Counted from this node it is a ply further.
    return best && (best[0] === "win" || best[0] === "loss")
      ? [best[0], best[1] + 1, best[2]]
      : best;
  }

  /** The window on entry. */
  window(node: number): { alpha: TraceScore; beta: TraceScore } {
    const score = (name: ColumnName): TraceScore =>
      this.#seenFromRoot(node, this.answer.scores[this.column(name, node)] ?? ["draw", 0, 0]);
    const [low, high] = [score("alpha"), score("beta")];
    return this.isMax(node) ? { alpha: low, beta: high } : { alpha: high, beta: low };
  }

  #seenFromRoot(node: number, score: TraceScore): TraceScore {
    return this.isMax(node) ? score : flipped(score);
  }
}

/** The same verdict seen from the other side. */
export function flipped([kind, number, rank]: TraceScore): TraceScore {
  if (kind === "win") return ["loss", number, -rank];
  if (kind === "loss") return ["win", number, -rank];
  return [kind, kind === "draw" ? 0 : -number, -rank];
}

/** The first index of which something is true, where it stays true from then on. */
export function firstIndex(length: number, isTrue: (index: number) => boolean, from = 0): number {
  let [low, high] = [from, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isTrue(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
