/** What is known of the position on the board: by the engine, and by the review where that is more. */

import type { Analysis, Position, ReviewedPly, Score } from "../../protocol";
import {
  ending,
  finalShare,
  type MoveScore,
  rank,
  shareOfFirst,
  turn,
  verdict,
} from "../../scores";
import type { ShownGame } from "../../shown-game.svelte";
import type { Analyst } from "./analyst.svelte";
import type { GameReview } from "./review.svelte";

export class Knowledge {
  readonly #game: ShownGame;
  readonly #analyst: Analyst;
  readonly #review: GameReview;

  constructor(game: ShownGame, analyst: Analyst, review: GameReview) {
    this.#game = game;
    this.#analyst = analyst;
    this.#review = review;
  }

  readonly position = $derived.by((): Position | null => {
    return this.#game.positions[this.#game.ply] ?? null;
  });

  readonly analysis = $derived.by((): Analysis | null => this.#analyst.found?.analysis ?? null);

  /** What the review says of the move that was played here. */
  readonly judged = $derived.by((): ReviewedPly | undefined => {
    return this.#review.isOf(this.#game.line) ? this.#review.plies[this.#game.ply] : undefined;
  });

  readonly scores = $derived.by((): MoveScore[] => {
    const scores = this.analysis?.moves ?? [];
    const { judged } = this;
    if (!judged) return scores;
    const reviewed = new Map(judged.best.map((move) => [move, judged.best_score]));
    reviewed.set(judged.move, judged.score);
    const found = new Map(scores.map(({ move, score }) => [move, score]));
    for (const [move, score] of reviewed) {
      if (score.exact || !found.has(move)) found.set(move, score);
    }
    // An estimate above what is proven to be the best is wrong.
    const { best_score: best } = judged;
    const isPossible = (score: Score) => score.exact || !best.exact || rank(score) < rank(best);
    return [...found].flatMap(([move, score]) => (isPossible(score) ? [{ move, score }] : []));
  });

  // What the review has proven stands, whatever an engine makes of it in its short time.
  readonly score = $derived.by((): Score | null => {
    const { analysis, judged } = this;
    if (judged?.best_score.exact && !analysis?.score.exact) return judged.best_score;
    return analysis?.score ?? judged?.best_score ?? null;
  });

  /** What the position is worth to the first side, from 0 to 1. */
  readonly share = $derived.by((): number | null => {
    const { position, score } = this;
    if (!position) return null;
    return finalShare(position) ?? (score ? shareOfFirst(score, position.side) : null);
  });

  /** The same as a sentence. */
  readonly worth = $derived.by((): string => {
    const { position, score } = this;
    if (!position) return "";
    if (position.outcome) return ending(position);
    return score ? verdict(position.rules, score, position.side) : "";
  });

  readonly isProven = $derived.by((): boolean => {
    return this.position?.outcome ? true : (this.score?.exact ?? false);
  });

  /** Whose turn it is, or how it ended. */
  readonly status = $derived.by((): string => {
    const { position } = this;
    if (!position) return "";
    return position.outcome ? ending(position) : turn(position);
  });
}
