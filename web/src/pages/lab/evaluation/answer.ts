/** What the server tells of an evaluation. */

import { number } from "../../../i18n/index.svelte";
import { signed } from "../../../names";
import type { Position, Side } from "../../../protocol";

export const EVALUATIONS = ["report", "filters", "lines", "gomoku"] as const;
export type Name = (typeof EVALUATIONS)[number];

/** What an evaluation makes of one legal move; which parts there are depends on it. */
export type CellValue = {
  /** The number of the map; null where the game ends there or is lost by force. */
  heat: number | null;
  value: number | null;
  note: "win" | "draw" | "loss" | null;
  threes?: number;
  twos?: number;
  own?: number | string[];
  others?: number | string[];
  threats?: number | null;
  sums?: number[];
  blocks?: boolean;
};

export type EvaluationAnswer = {
  position: Position;
  choices: Name[];
  name: Name;
  /** Of the position, from the side to move. */
  now: number | null;
  player: string | null;
  plays: string | null;
  engine: string | null;
  cells: Record<string, CellValue>;
  rows?: Record<Side, { long: string[][]; short: string[][] }>;
  lengths?: [long: number, short: number];
  weights?: number[];
  lines?: Record<Side, number[]>;
  factor?: number;
  threats?: Record<Side, string[]>;
  threat?: number;
  directions?: [across: number, up: number][];
};

/** The least and the greatest number of the map. */
export function rangeOf(answer: EvaluationAnswer): { least: number; most: number } | null {
  const heats = Object.values(answer.cells).flatMap(({ heat, note }) =>
    heat === null || note === "loss" ? [] : [heat],
  );
  return heats.length ? { least: Math.min(...heats), most: Math.max(...heats) } : null;
}

/** A number of the map: filters have no sign, the others tell what is gained. */
export function heatText({ name }: EvaluationAnswer, heat: number): string {
  return name === "filters" ? number(heat) : signed(heat);
}

/** How hot a cell is, from 0 to 1; null where it has no place on the map. */
export function warmth(cell: CellValue, range: { least: number; most: number }): number | null {
  if (cell.note === "win") return 1;
  if (cell.heat === null || cell.note === "loss") return null;
  if (range.most === range.least) return 0.5;
  return (cell.heat - range.least) / (range.most - range.least);
}
