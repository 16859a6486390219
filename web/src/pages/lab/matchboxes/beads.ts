/** The colours of beads, and where they lie in a drawer. */

import { columnOf, rowOf } from "../../../board/geometry";
import type { Rules } from "../../../protocol";
import type { Bead } from "./messages";

/** The colours of the sheets to print, row by row from the top; with gravity by column. */
const PAINTS = [
  "#1b1e23",
  "#62bdf0",
  "#0a8f5b",
  "#f7a8c4",
  "#ffffff",
  "#7a3aa8",
  "#ef7d0f",
  "#c9211e",
  "#ffd92e",
] as const;
/** What can be read on them. */
const INKS: Record<string, string> = {
  "#62bdf0": "#1b1e23",
  "#f7a8c4": "#1b1e23",
  "#ffffff": "#1b1e23",
  "#ef7d0f": "#1b1e23",
  "#ffd92e": "#1b1e23",
};

export function paintNumber(rules: Rules, cell: string): number {
  const row = rules.gravity ? 0 : rules.height - 1 - rowOf(cell);
  return (row * rules.width + columnOf(cell)) % PAINTS.length;
}

export function paintOf(rules: Rules, cell: string): string {
  return PAINTS[paintNumber(rules, cell)] ?? PAINTS[0];
}

export function inkOf(paint: string): string {
  return INKS[paint] ?? "#ffffff";
}

export const PAINT_COUNT = PAINTS.length;
export function paint(number: number): string {
  return PAINTS[number] ?? PAINTS[0];
}

export function total(beads: readonly Bead[]): number {
  return beads.reduce((sum, [, count]) => sum + count, 0);
}

/**
 * Which beads to draw where there is room for so many: all of them, or as many of each as its
 * share; whoever has one bead shows one. The answer lists places in `beads`, mixed.
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
