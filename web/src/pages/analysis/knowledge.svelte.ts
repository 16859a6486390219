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

  /** What is proven, else what the chosen engine believes. */
  readonly analysis = $derived.by((): Analysis | null => this.#analyst.leading);

  readonly #reviewed = $derived.by((): ReviewedPly[] => {
    return this.#review.isOf(this.#game.line) ? this.#review.plies : [];
  });
  /** What the review says of the move that was played here, and of the one that led here. */
  readonly judged = $derived.by((): ReviewedPly | undefined => this.#reviewed[this.#game.ply]);
  readonly judgedLast = $derived.by((): ReviewedPly | undefined => {
    return this.#reviewed[this.#game.ply - 1];
  });

  readonly scores = $derived.by((): MoveScore[] => {
    const { judged } = this;
    const found = new Map<string, Score>();
    // What is proven stays, and an estimate as long as nothing is.
    const learn = (move: string, score: Score) => {
      const before = found.get(move);
      if (!before || (score.exact && !before.exact)) found.set(move, score);
    };
    const { proven, found: believed } = this.#analyst;
    for (const { move, score } of proven?.moves ?? []) if (score.exact) learn(move, score);
    for (const { move, score } of believed?.analysis?.moves ?? []) learn(move, score);
    if (judged) {
      for (const move of judged.best) learn(move, judged.best_score);
      learn(judged.move, judged.score);
    }
    // An estimate above what is proven to be the best is wrong.
    const best = judged?.best_score.exact ? judged.best_score : proven?.score;
    const isPossible = (score: Score) => score.exact || !best || rank(score) < rank(best);
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
