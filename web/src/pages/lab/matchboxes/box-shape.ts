import type { Bead, Rules } from "../../../protocol";

/** The places of a box of some width: all lengths in pixels of the page. */
export class BoxShape {
  readonly width: number;
  readonly height: number;
  readonly sleeveHeight: number;
  readonly cell: number;
  readonly boardLeft: number;
  readonly boardTop: number;
  readonly boardWidth: number;
  readonly boardHeight: number;
  readonly beadRadius: number;
  readonly columns: number;
  readonly rows: number;

  constructor(width: number, rules: Rules) {
    this.width = width;
    const margin = width * 0.105;
    this.cell = (width - 2 * margin) / Math.max(rules.width, rules.height);
    this.boardWidth = this.cell * rules.width;
    this.boardHeight = this.cell * rules.height;
    this.boardLeft = (width - this.boardWidth) / 2;
    this.boardTop = width * 0.085;
    this.sleeveHeight = this.boardHeight + 2 * this.boardTop;
    const tray = width * 0.31;
    this.height = this.sleeveHeight + tray;
    this.beadRadius = Math.max(2.1, width * 0.05);
    this.columns = Math.floor((width - 6) / (2.05 * this.beadRadius));
    this.rows = Math.max(1, Math.floor((tray - 4) / (2.05 * this.beadRadius)));
  }
}

export function total(beads: readonly Bead[]): number {
  return beads.reduce((sum, [, count]) => sum + count, 0);
}

/**
 * Which beads to draw where there is room for n: all of them, or as many of each as its
 * share; a kind with one bead shows one. The answer lists places in `beads`, mixed.
 */
export function sample(counts: readonly number[], room: number, seed: number): number[] {
  const sum = counts.reduce((a, b) => a + b, 0);
  const shown: number[] = [];
  counts.forEach((count, place) => {
    const share = sum <= room ? count : count && Math.max(1, Math.round((count * room) / sum));
    for (let i = 0; i < share; i += 1) shown.push(place);
  });
  shuffle(shown, seed);
  return shown.slice(0, room);
}

/** A number from 0 to 1 that is the same for the same arguments: beads lie as they lie. */
export function chance(seed: number, index: number): number {
  let mixed = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0x297a2d39);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

function shuffle(list: number[], seed: number): void {
  for (let i = list.length - 1; i > 0; i -= 1) {
    const j = Math.floor(chance(seed, i) * (i + 1));
    [list[i], list[j]] = [list[j] ?? 0, list[i] ?? 0];
  }
}
