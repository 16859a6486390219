/** Why a move was not the best, as a sentence: what it says is the server's (`JudgedMove.why`). */

import { number, t } from "../../i18n/index.svelte";
import type { ReviewedPly, Score } from "../../protocol";

/** A sentence without the line that shows it; empty where there is nothing to say. */
export function explanation({ why, best_score: kept, score }: ReviewedPly): string {
  if (!why) return "";
  const better = why.better.reduce((a, b) => t("study.why.or", { a, b }));
  const values = { better, count: kept.plies ?? 0, plies: score.plies ?? 0 };
  if (why.fault === "later") return t("study.why.slow.win", values);
  if (why.fault === "sooner") return t("study.why.slow.loss", values);
  return t("study.why", { kept: whatBestKeeps(better, kept), allowed: whatThisAllows(score) });
}

/** The same before its line, where there is one. */
export function beforeLine(why: string, { why: told }: ReviewedPly): string {
  return t(told?.exact ? "study.why.by" : "study.why.perhaps", { why });
}

/** The line that shows what a move allowed. */
export function lineTold({ why }: ReviewedPly): string {
  return why ? [...why.line, ...(why.goes_on ? ["…"] : [])].join(" ") : "";
}

/** What a move allowed, with its line: "this loses in 6 plies, by c3 d2". Tells nothing better. */
export function allowed(judged: ReviewedPly): string {
  const what = whatThisAllows(judged.score);
  const line = lineTold(judged);
  return line ? `${beforeLine(what, judged)} ${line}` : what;
}

/** All of it: "b2 draws; this loses in 6 plies, by c3 d2". */
export function wholeExplanation(judged: ReviewedPly): string {
  const [why, line] = [explanation(judged), lineTold(judged)];
  return why && line ? `${beforeLine(why, judged)} ${line}` : why;
}

export function whatBestKeeps(better: string, score: Score): string {
  if (score.kind === "win") return t("study.why.wins", { better, count: score.plies ?? 0 });
  if (score.kind === "draw") return t("study.why.draws", { better });
  if (score.kind === "loss") return t("study.why.loses", { better, count: score.plies ?? 0 });
  return t("study.why.keeps", { better, share: share(score) });
}

function whatThisAllows(score: Score): string {
  if (score.kind === "loss") return t("study.why.this.loses", { count: score.plies ?? 0 });
  if (score.kind === "draw") return t("study.why.this.draws");
  return t("study.why.this.keeps", { share: share(score) });
}

function share({ chance }: Score): string {
  return number(chance, { style: "percent", maximumFractionDigits: 0 });
}
