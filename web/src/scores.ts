/** Scores: shares for the bar and the graph, labels, words and marks. */

import { type Mark } from "./board/geometry";
import { t } from "./i18n/index.svelte";
import { capital, outcomeReason, outcomeTitle, sideName, signed } from "./names";
import { other, type Position, type Rules, type Score, type Side } from "./protocol";

export type MoveScore = { move: string; score: Score };

/** How much of the point a score is worth to the first side, from 0 to 1. */
export function shareOfFirst(score: Score, side: Side): number {
  return side === "first" ? score.chance : 1 - score.chance;
}

/** What a finished position is worth to the first side; null while it goes on. */
export function finalShare(position: Position): number | null {
  if (!position.outcome) return null;
  const { winner } = position.outcome;
  return winner === null ? 0.5 : winner === "first" ? 1 : 0;
}

/** Greater for better: sooner wins and later losses. */
export function rank(score: Score): number {
  if (score.kind === "win") return 1e9 - (score.plies ?? 0);
  if (score.kind === "loss") return (score.plies ?? 0) - 1e9;
  return score.value ?? 0;
}

export function bestFirst(scores: MoveScore[]): MoveScore[] {
  return scores.toSorted((a, b) => rank(b.score) - rank(a.score));
}

/** W9, D, L4, +22. On a cell, which is small, also +3K. */
export function label(score: Score, isOnCell = false): string {
  const plies = score.plies ?? 0;
  if (score.kind === "win") return t("analysis.label.win", { plies });
  if (score.kind === "loss") return t("analysis.label.loss", { plies });
  if (score.kind === "draw") return t("analysis.label.draw");
  const value = score.value ?? 0;
  return isOnCell && Math.abs(value) >= 1000
    ? signed(value, { notation: "compact", maximumFractionDigits: 0 })
    : signed(value);
}

/** A sentence that names the side that is better: "Red wins in 9 plies". */
export function verdict(rules: Rules, score: Score, side: Side): string {
  const named = (whose: Side) => capital(sideName(rules, whose));
  const count = score.plies ?? 0;
  if (score.kind === "draw") return t("analysis.verdict.draw");
  if (score.kind === "win") return t("analysis.verdict.win", { side: named(side), count });
  if (score.kind === "loss") return t("analysis.verdict.win", { side: named(other(side)), count });
  if (score.lead === "even") return t("analysis.verdict.even");
  const better = named(score.chance > 0.5 ? side : other(side));
  return t(`analysis.verdict.${score.lead}`, { side: better });
}

/** What a move leads to, for ears: "d4: win in 9 plies, proven". */
export function moveInWords({ move, score }: MoveScore): string {
  return t("analysis.move.scored", { move, score: scoreInWords(score) });
}

/** A score as engines say it, in plies: "win in 9 plies, proven". */
export function scoreInWords(score: Score): string {
  const count = score.plies ?? 0;
  if (score.kind === "win") return t("analysis.words.win", { count });
  if (score.kind === "loss") return t("analysis.words.loss", { count });
  if (score.kind === "draw") return t("analysis.words.draw");
  return t("analysis.words.estimate", { value: label(score) });
}

/** A score from the side to move as players say it, in moves: "Wins in 5 moves". */
export function outlook(score: Score): string {
  const count = Math.ceil((score.plies ?? 0) / 2);
  if (score.kind === "win") return t("score.win", { count });
  if (score.kind === "loss") return t("score.loss", { count });
  if (score.kind === "draw") return t("score.draw");
  return t("score.heuristic", { value: signed(score.value ?? 0) });
}

/** Whose turn it is: "Red to move". */
export function turn({ rules, side }: Position): string {
  return t(`turn.side.${rules.style}.${side}`);
}

/** How a finished game ended: "Red won: four in a row". */
export function ending(position: Position): string {
  if (!position.outcome) return "";
  const { rules, outcome } = position;
  return t("analysis.ending", {
    title: outcomeTitle(rules, outcome, []),
    reason: outcomeReason(rules, outcome),
  });
}

/** The look of a score: proven ones by what they are, estimates plain. */
export function tone(score: Score, isBest: boolean): NonNullable<Mark["tone"]> {
  if (isBest && score.kind !== "loss") return "best";
  if (score.kind === "win") return "good";
  if (score.kind === "loss") return "bad";
  return score.kind === "draw" ? "even" : "plain";
}

/** The score of each move on its cell; proven ones stand out. */
export function marksOf(scores: MoveScore[], most: number): Record<string, Mark> {
  const sorted = bestFirst(scores);
  const best = sorted[0] ? rank(sorted[0].score) : 0;
  return Object.fromEntries(
    sorted
      .slice(0, most)
      .map(({ move, score }) => [
        move,
        { text: label(score, true), tone: tone(score, rank(score) === best), faint: !score.exact },
      ]),
  );
}
