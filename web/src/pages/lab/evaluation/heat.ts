/** The map of an evaluation: how hot each cell is. */

import { number, t } from "../../../i18n/index.svelte";
import { signed } from "../../../names";
import type { CellValue, EvaluationAnswer } from "../../../protocol";

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

/** A cell of the map in words: its number, and what happens there. */
export function cellInWords(answer: EvaluationAnswer, cell: string): string {
  const about = answer.cells[cell];
  if (!about) return "";
  const heat = about.heat === null ? "" : heatText(answer, about.heat);
  const note = about.note ? t(`lab.evaluation.note.${about.note}`) : "";
  return [heat, note].filter(Boolean).join(", ");
}
