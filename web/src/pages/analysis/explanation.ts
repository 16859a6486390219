/** What a move allowed, in the words of `JudgedMove.explanation` in the library. */

import { number, t } from "../../i18n/index.svelte";
import type { ReviewedPly, Score } from "../../protocol";

const MOST_BETTER = 3;
/** Moves of a line that are written out. */
const MOST_TOLD = 9;

/** A sentence without the line that shows it; empty where there is nothing to say. */
export function explanation({ kind, best, best_score: kept, score }: ReviewedPly): string {
  const better = best.slice(0, MOST_BETTER).reduce((a, b) => t("analysis.why.or", { a, b }));
  if (kind === "slow") {
    const values = { better, count: kept.plies ?? 0, plies: score.plies ?? 0 };
    return t(score.kind === "win" ? "analysis.why.slow.win" : "analysis.why.slow.loss", values);
  }
  if (kind !== "mistake" && kind !== "blunder") return "";
  return t("analysis.why", { kept: whatBestKeeps(better, kept), allowed: whatThisAllows(score) });
}

/** The line that shows what a move allowed. */
export function lineTold({ line }: ReviewedPly): string {
  return [...line.slice(0, MOST_TOLD), ...(line.length > MOST_TOLD ? ["…"] : [])].join(" ");
}

function whatBestKeeps(better: string, score: Score): string {
  if (score.kind === "win") return t("analysis.why.wins", { better, count: score.plies ?? 0 });
  if (score.kind === "draw") return t("analysis.why.draws", { better });
  return t("analysis.why.keeps", { better, share: share(score) });
}

function whatThisAllows(score: Score): string {
  if (score.kind === "loss") return t("analysis.why.this.loses", { count: score.plies ?? 0 });
  if (score.kind === "draw") return t("analysis.why.this.draws");
  return t("analysis.why.this.keeps", { share: share(score) });
}

function share({ chance }: Score): string {
  return number(chance, { style: "percent", maximumFractionDigits: 0 });
}
