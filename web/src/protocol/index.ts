/** The messages between the page and the server, and what the page knows of their words. */

import type {
  CurveData,
  EvaluationName,
  GameRequest,
  Paint,
  Side,
  TraceColumns,
  WinTest,
} from "./contract";

export type * from "./contract";

export const SIDES: readonly Side[] = ["first", "second"];

export function other(side: Side): Side {
  return side === "first" ? "second" : "first";
}

/** A game as far as it goes. */
export type Line = GameRequest & { start: string | null };

export const EVALUATIONS: readonly EvaluationName[] = ["report", "filters", "lines", "gomoku"];

export type ColumnName = keyof TraceColumns;

export type Direction = WinTest["direction"];

/** Lists in lists, whose leaves are what the first side gets. */
export type Tree = number | Tree[];

/** By cell. */
export type Paints = Record<string, Paint>;

export type Measure = Exclude<keyof CurveData, "games">;
export const MEASURES: readonly Measure[] = ["worst_case", "perfect", "random"];
