/** Sentences about puzzles. */

import { t } from "../../i18n/index.svelte";
import type { PuzzleTask } from "../../protocol";
import { turn } from "../../scores";

/** What is asked: "Red to move and win in 3 moves". */
export function question(task: PuzzleTask): string {
  const side = turn(task.position);
  if (task.theme === "defence") return t("puzzles.question.defence", { side });
  return t("puzzles.question.win", { side, count: task.depth });
}

/** What the move that was found does. */
export function explanation(task: PuzzleTask): string {
  const { theme, depth: count } = task;
  const move = task.line[0] ?? "";
  if (theme === "defence") return t("puzzles.because.defence", { count });
  if (theme !== "win") return t(`puzzles.because.${theme}`, { move });
  if (count === 1) return t("puzzles.because.at_once", { move });
  return t("puzzles.because.win", { move, count });
}
