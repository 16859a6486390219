/** One's own mistakes as positions to solve: the review knows what was better. */

import { announcer } from "../../announcer.svelte";
import { connection, Newest } from "../../connection.svelte";
import { t } from "../../i18n/index.svelte";
import type { Picture, Position, ReviewedPly, Side } from "../../protocol";
import { withMoves } from "../../board/with-moves";
import type { ShownGame } from "../../shown-game.svelte";
import { allowed, whatBestKeeps } from "./explanation";
import type { GameReview } from "./review.svelte";

export type Answer = "found" | "shown";

export class Retry {
  readonly #game: ShownGame;
  readonly #review: GameReview;

  /** Whose mistakes are retried; null when none are. */
  side = $state<Side | null>(null);
  /** By ply, what became of those that are done. */
  answers = $state<Record<number, Answer>>({});
  /** What was tried in the position on the board and was no better, with why. */
  tried = $state.raw<ReviewedPly[]>([]);
  /** The move that lies on the board, as found or as shown. */
  played = $state<string | null>(null);
  /** What is said of the last try. */
  verdict = $state("");
  isAsking = $state(false);
  readonly #asked = new Newest();
  /** Whether all are done, and the result is looked at. */
  isOver = $state(false);

  constructor(game: ShownGame, review: GameReview) {
    this.#game = game;
    this.#review = review;
  }

  get mistakes(): ReviewedPly[] {
    return this.side ? mistakesOf(this.#review, this.side) : [];
  }
  /** The mistake whose position is on the board. */
  get current(): ReviewedPly | null {
    return this.mistakes.find(({ ply }) => ply === this.#game.ply) ?? null;
  }
  get found(): number {
    return this.mistakes.filter(({ ply }) => this.answers[ply] === "found").length;
  }
  /** What to draw. */
  get position(): Picture | null {
    const now = this.#position;
    return now && this.played ? withMoves(now, [this.played]) : now;
  }
  get #position(): Position | null {
    return this.#game.positions[this.#game.ply] ?? null;
  }

  /** Begins with a mistake, or with the first. */
  start(side: Side, ply: number | null = null): void {
    this.side = side;
    this.answers = {};
    const wanted = this.mistakes.find((each) => each.ply === ply) ?? this.mistakes[0];
    if (wanted) this.go(wanted.ply);
    else this.#clear();
  }

  end(): void {
    this.side = null;
    this.#clear();
  }

  go(ply: number): void {
    this.#clear();
    this.#game.go(ply);
  }

  /** The next one that is not done; after the last the result. */
  next(): void {
    const at = this.#game.ply;
    const open = this.mistakes.filter(({ ply }) => !this.answers[ply]);
    const following = open.find(({ ply }) => ply > at) ?? open.find(({ ply }) => ply !== at);
    if (following) {
      this.go(following.ply);
      return;
    }
    this.isOver = true;
    announcer.say(t("study.retry.result", { count: this.mistakes.length, found: this.found }));
  }

  async try(cell: string): Promise<void> {
    const { current } = this;
    if (!current || this.played || this.isAsking) return;
    // What the review knows is not asked again: two searches may differ by a hair.
    if (current.best.includes(cell)) {
      this.#right(cell, t("study.retry.best", { kept: whatBestKeeps(cell, current.best_score) }));
      return;
    }
    const judged = cell === current.move ? current : await this.#judge(current, cell);
    if (!judged || this.current !== current) return;
    if (judged.kind === "mistake" || judged.kind === "blunder") {
      if (!this.tried.some(({ move }) => move === cell)) this.tried = [...this.tried, judged];
      this.#say(t("study.retry.wrong", { move: cell, allowed: allowed(judged) }));
    } else {
      const best = current.best[0] ?? "";
      this.#right(
        cell,
        t("study.retry.good", { move: cell, kept: whatBestKeeps(best, current.best_score) }),
      );
    }
  }

  /** Shows the best move. */
  reveal(): void {
    const { current } = this;
    const [best] = current?.best ?? [];
    if (!current || !best || this.played) return;
    this.played = best;
    this.answers[current.ply] ??= "shown";
    this.#say(t("study.retry.shown", { kept: whatBestKeeps(best, current.best_score) }));
  }

  #right(cell: string, words: string): void {
    const ply = this.#game.ply;
    this.played = cell;
    this.answers[ply] ??= "found";
    this.#say(words);
  }

  #say(words: string): void {
    this.verdict = words;
    announcer.say(words);
  }

  #clear(): void {
    this.#asked.end();
    this.tried = [];
    this.played = null;
    this.verdict = "";
    this.isOver = false;
  }

  async #judge({ ply }: ReviewedPly, cell: string): Promise<ReviewedPly | null> {
    const { rules, start, moves } = this.#game.line;
    this.isAsking = true;
    try {
      const tried = [...moves.slice(0, ply), cell];
      const wish = { rules, start, moves: tried };
      return (await connection.ask("judge", wish, this.#asked.next(), 30_000)).move;
    } catch (error) {
      announcer.failed(error);
      return null;
    } finally {
      this.isAsking = false;
    }
  }
}

/** The moves of a side that gave something away. */
export function mistakesOf({ plies }: GameReview, side: Side): ReviewedPly[] {
  return plies.filter(
    (each) => each.side === side && (each.kind === "mistake" || each.kind === "blunder"),
  );
}
