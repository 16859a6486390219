/** Why a move was not the best, where that is proven. */

import type { TextKey } from "../../i18n/index.svelte";
import type { ReviewedPly, Score } from "../../protocol";

type Why = Extract<TextKey, `analysis.why.${string}`>;

const WORDS: Partial<Record<`${Score["kind"]} ${Score["kind"]}`, Why>> = {
  "win draw": "analysis.why.win.draw",
  "win loss": "analysis.why.win.loss",
  "draw loss": "analysis.why.draw.loss",
  "win win": "analysis.why.slow.win",
  "loss loss": "analysis.why.slow.loss",
};

export function explanation({ kind, best_score, score }: ReviewedPly): Why | undefined {
  if (kind !== "slow" && kind !== "mistake" && kind !== "blunder") return undefined;
  return WORDS[`${best_score.kind} ${score.kind}`];
}
