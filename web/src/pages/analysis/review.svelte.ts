/** The review of a game: asked for once, told by the server move by move. */

import { announcer, reason } from "../../announcer.svelte";
import { connection, Newest, RequestError } from "../../connection.svelte";
import { number, t } from "../../i18n/index.svelte";
import { capital, sideName } from "../../names";
import {
  type Events,
  type Line,
  type Position,
  type ReviewedPly,
  type Side,
  SIDES,
} from "../../protocol";
import { sameLine } from "./address";
import { finalShare, shareOfFirst } from "../../scores";

export type Kind = ReviewedPly["kind"];
export const KINDS: readonly Kind[] = ["best", "good", "slow", "mistake", "blunder", "forced"];
/** A point of the graph: what a position is worth to the first side. */
export type Point = { ply: number; share: number; exact: boolean };

const PATIENCE_MS = 60_000;

export class GameReview {
  line = $state.raw<Line | null>(null);
  /** The positions of that line. */
  positions = $state.raw<Position[]>([]);
  plies = $state.raw<ReviewedPly[]>([]);
  done = $state(0);
  total = $state(0);
  accuracy = $state.raw<Record<Side, number | null> | null>(null);
  state = $state<"none" | "running" | "done" | "failed">("none");
  error = $state("");

  #id = "";
  readonly #asked = new Newest();
  #watch: ReturnType<typeof setTimeout> | undefined;
  #ends: (() => void)[];

  constructor() {
    this.#ends = [
      connection.on("review", (news) => this.#hear(news)),
      connection.whenConnected(() => {
        if (this.state === "running") void this.#ask();
      }),
    ];
  }

  close(): void {
    this.stop();
    for (const end of this.#ends) end();
  }

  isOf(line: Line): boolean {
    return this.line !== null && sameLine(this.line, line);
  }

  start(line: Line, positions: Position[]): void {
    this.line = line;
    this.positions = positions;
    this.total = line.moves.length;
    void this.#ask();
  }

  stop(): void {
    clearTimeout(this.#watch);
    const id = this.#id;
    this.#id = "";
    this.#asked.end();
    if (this.state !== "running") return;
    this.state = "none";
    this.line = null;
    connection.tell("stop", { id });
  }

  clear(): void {
    this.stop();
    this.state = "none";
    this.line = null;
  }

  /** What each position was worth, as far as it is known. */
  get points(): Point[] {
    const points: Point[] = this.plies.map((each) => ({
      ply: each.ply,
      share: shareOfFirst(each.best_score, each.side),
      exact: each.best_score.exact,
    }));
    const last = this.plies.at(-1);
    const end = this.positions[this.total];
    if (last && end && this.plies.length === this.total) {
      const known = finalShare(end);
      points.push({
        ply: this.total,
        share: known ?? shareOfFirst(last.score, last.side),
        exact: known !== null || last.score.exact,
      });
    }
    return points;
  }

  /** How many moves of a side were of a kind. */
  count(side: Side, kind: Kind): number {
    return this.plies.filter((each) => each.side === side && each.kind === kind).length;
  }

  async #ask(): Promise<void> {
    const { line } = this;
    if (!line) return;
    const id = connection.newTask();
    this.#id = id;
    this.plies = [];
    this.done = 0;
    this.accuracy = null;
    this.error = "";
    this.state = "running";
    this.#wait(id);
    try {
      await connection.ask("review", { ...line, id }, this.#asked.next());
    } catch (error) {
      this.#fail(id, error);
    }
  }

  #hear(news: Events["review"]): void {
    if (news.id !== this.#id) return;
    if ("error" in news) {
      this.#fail(news.id, RequestError.of(news));
      return;
    }
    this.#wait(news.id);
    // Each news brings the newest move, the last one all of them.
    const known = new Map(this.plies.map((each) => [each.ply, each]));
    for (const each of news.plies) known.set(each.ply, each);
    this.plies = [...known.values()].sort((a, b) => a.ply - b.ply);
    this.done = news.done;
    this.total = news.total;
    if (news.done < news.total) return;
    clearTimeout(this.#watch);
    this.accuracy = news.accuracy;
    this.state = "done";
    this.#say();
  }

  #wait(id: string): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#fail(id, new RequestError("timeout", "")), PATIENCE_MS);
  }

  #fail(id: string, error: unknown): void {
    if (id !== this.#id) return;
    this.#asked.end();
    clearTimeout(this.#watch);
    this.state = "failed";
    this.error = reason(error);
    announcer.say(this.error);
  }

  #say(): void {
    const rules = this.positions[0]?.rules;
    if (!rules) return;
    const results = SIDES.flatMap((side) => {
      const value = this.accuracy?.[side];
      const name = capital(sideName(rules, side));
      return typeof value === "number"
        ? [t("analysis.review.said", { side: name, percent: percent(value) })]
        : [];
    });
    announcer.say([t("analysis.review.ready"), ...results].join(" "));
  }
}

export function percent(value: number): string {
  return number(value / 100, { style: "percent", maximumFractionDigits: 1 });
}
