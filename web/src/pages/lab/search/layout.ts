/**
 * Where the nodes of a tree are: across in slots, one for each node without children, down in
 * levels. Computed once for a trace; how large slots and levels are on the screen is the camera's.
 */

import { firstIndex, type Trace } from "./trace";

/** What the stub of a cut branch takes, in slots, and how many are drawn beside each other. */
export const STUB = 0.34;
export const MOST_STUBS = 3;

const BETWEEN_ROOTS = 1;

export class Layout {
  readonly trace: Trace;
  /** The middle of each node. */
  readonly x: Float64Array;
  /** How far it is to the nearest node of the same level. */
  readonly gap: Float32Array;
  /** By level, the nodes from left to right; they are in the order of time too. */
  readonly rows: Int32Array[];
  /** By level, the largest gap, which says how large its nodes can get. */
  readonly roominess: Float32Array;
  readonly width: number;

  constructor(trace: Trace) {
    this.trace = trace;
    this.x = new Float64Array(trace.size);
    this.gap = new Float32Array(trace.size);
    this.width = this.#place();
    this.rows = this.#rows();
    this.roominess = new Float32Array(trace.levels);
    this.#measureGaps();
  }

  #place(): number {
    const { trace, x } = this;
    let free = 0;
    // Children stand behind their parent in the order of time: from the end backwards each
    // parent comes after all its children, but slots are given from the left, on the way down.
    const starts = new Float64Array(trace.size);
    const open: number[] = [];
    const close = () => {
      const node = open.pop() ?? 0;
      if (!trace.hasChildren(node)) free = (starts[node] ?? 0) + 1;
      else free += STUB * Math.min(MOST_STUBS, Math.max(0, trace.column("cut", node)));
      const first = trace.firstChild[node] ?? -1;
      const last = trace.lastChild[node] ?? -1;
      x[node] = first < 0 ? free - 0.5 : ((x[first] ?? 0) + (x[last] ?? 0)) / 2;
    };
    for (let node = 0; node < trace.size; node++) {
      while (open.length && open.at(-1) !== trace.parent[node]) close();
      if (trace.isRoot(node) && node > 0) free += BETWEEN_ROOTS;
      starts[node] = free;
      open.push(node);
    }
    while (open.length) close();
    return free;
  }

  #rows(): Int32Array[] {
    const counts = new Int32Array(this.trace.levels);
    for (const level of this.trace.level) counts[level] = (counts[level] ?? 0) + 1;
    const rows = Array.from(counts, (count) => new Int32Array(count));
    counts.fill(0);
    this.trace.level.forEach((level, node) => {
      const row = rows[level];
      const at = counts[level] ?? 0;
      if (row) row[at] = node;
      counts[level] = at + 1;
    });
    return rows;
  }

  #measureGaps(): void {
    const { x, gap } = this;
    this.rows.forEach((row, level) => {
      let largest = 0;
      row.forEach((node, index) => {
        const here = x[node] ?? 0;
        const before = index > 0 ? here - (x[row[index - 1] ?? 0] ?? 0) : Infinity;
        const after = index + 1 < row.length ? (x[row[index + 1] ?? 0] ?? 0) - here : Infinity;
        const nearest = Math.min(before, after, Math.max(1, this.width));
        gap[node] = nearest;
        largest = Math.max(largest, nearest);
      });
      this.roominess[level] = largest;
    });
  }

  /** In a row, the index of the first node at or right of a place. */
  firstFrom(row: Int32Array, place: number, from = 0): number {
    return firstIndex(row.length, (index) => (this.x[row[index] ?? 0] ?? 0) >= place, from);
  }
}

/** How many entries of an ascending list are below a limit. */
export function countBelow(row: Int32Array, limit: number): number {
  return firstIndex(row.length, (index) => (row[index] ?? 0) >= limit);
}

/** Where a key leads from a node: up, down, aside or to the root; -1 where there is nothing. */
export function neighbour(layout: Layout, node: number, key: string, entered: number): number {
  const { trace } = layout;
  const row = layout.rows[trace.level[node] ?? 0];
  // Rows hold nodes in ascending order. Beyond the last sibling come the cousins.
  const aside = (by: number) => row?.[row.indexOf(node) + by] ?? -1;
  const places: Record<string, () => number> = {
    ArrowUp: () => trace.parent[node] ?? -1,
    ArrowDown: () => trace.firstChild[node] ?? -1,
    ArrowLeft: () => aside(-1),
    ArrowRight: () => aside(1),
    Home: () => trace.path(node)[0] ?? -1,
  };
  const found = places[key]?.() ?? -1;
  return found < entered ? found : -1;
}
