/** Where things are on a board. Lengths are hundredths of a cell. */

import type { Rules, Side, Stones, Style } from "../protocol";

export type Point = { x: number; y: number };
export type Stone = Point & { cell: string; side: Side };
export type Run = { from: string; x1: number; y1: number; x2: number; y2: number };

/** What stands on a cell besides a stone, such as the score of a move. */
export type Mark = {
  text: string;
  /** `best` and `good` are for the side to move, `bad` against it. */
  tone?: "best" | "good" | "even" | "bad" | "plain";
  /** An outline instead of a filled chip: less sure than the others. */
  faint?: boolean;
};

export const CELL = 100;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** What coordinates need at the left and below; cells of large boards are shown smaller. */
function bandOf(rules: Rules): number {
  return Math.max(rules.width, rules.height) <= 10 ? 34 : 56;
}

export function cellAt(column: number, row: number): string {
  return `${LETTERS[column]}${row + 1}`;
}

export function columnOf(cell: string): number {
  return LETTERS.indexOf(cell[0] ?? "");
}

export function rowOf(cell: string): number {
  return Number(cell.slice(1)) - 1;
}

/** The centre of a cell, as seen from the middle of a board whose cells are `unit` large. */
export function fromMiddle({ width, height }: Rules, cell: string, unit: number): Point {
  return {
    x: (columnOf(cell) + 0.5 - width / 2) * unit,
    y: (height / 2 - rowOf(cell) - 0.5) * unit,
  };
}

export class Geometry {
  readonly rules: Rules;
  readonly style: Style;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;

  constructor(rules: Rules, coordinates: boolean) {
    this.rules = rules;
    this.style = rules.style;
    const padding = this.style === "grid" ? 6 : 24;
    const band = coordinates ? bandOf(rules) : 0;
    this.left = padding + band;
    this.top = padding;
    this.right = this.left + rules.width * CELL;
    this.bottom = this.top + rules.height * CELL;
    this.width = this.right + padding;
    this.height = this.bottom + padding + band;
  }

  get columns(): string[] {
    return Array.from(LETTERS.slice(0, this.rules.width));
  }

  /** Every cell in reading order. */
  get cells(): string[] {
    const { width, height } = this.rules;
    return Array.from({ length: width * height }, (_, index) =>
      cellAt(index % width, height - 1 - Math.floor(index / width)),
    );
  }

  centre(cell: string): Point {
    return {
      x: this.left + columnOf(cell) * CELL + CELL / 2,
      y: this.bottom - rowOf(cell) * CELL - CELL / 2,
    };
  }

  stones(stones: Stones): Stone[] {
    const of = (side: Side) => stones[side].map((cell) => ({ cell, side, ...this.centre(cell) }));
    return [...of("first"), ...of("second")];
  }

  /** The straight chains of highlighted cells, to draw a line through each. */
  runs(cells: string[]): Run[] {
    const lit = new Set(cells);
    const runs: Run[] = [];
    for (const cell of cells) {
      const column = columnOf(cell);
      const row = rowOf(cell);
      for (const [across, up] of DIRECTIONS) {
        if (lit.has(cellAt(column - across, row - up))) continue;
        let length = 1;
        while (lit.has(cellAt(column + length * across, row + length * up))) length += 1;
        if (length < this.rules.run) continue;
        const end = cellAt(column + (length - 1) * across, row + (length - 1) * up);
        runs.push(this.#line(cell, end));
      }
    }
    return runs;
  }

  #line(from: string, to: string): Run {
    const a = this.centre(from);
    const b = this.centre(to);
    const beyond = this.style === "grid" ? 32 / Math.hypot(b.x - a.x, b.y - a.y) : 0;
    const across = (b.x - a.x) * beyond;
    const down = (b.y - a.y) * beyond;
    return { from, x1: a.x - across, y1: a.y - down, x2: b.x + across, y2: b.y + down };
  }
}

const DIRECTIONS: readonly [number, number][] = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
];

export type Layers = {
  geometry: Geometry;
  stones: Stone[];
  /** The stone that would be played on the cell under the pointer. */
  ghost: (Point & { side: Side }) | null;
  last: Stone | null;
  winning: Point[];
  runs: Run[];
  /** Whether this stone is the move just played, which is shown arriving. */
  moving: boolean;
  /** When it has arrived, in milliseconds. */
  arrivalMs: number;
  /** Stones that will carry a text leave their pattern away. */
  written: Set<string>;
};
