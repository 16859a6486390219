/** The analysis board: a game, an engine that looks at it, a review and an editor, by one address. */

import { onDestroy, untrack } from "svelte";
import { announcer, reason } from "../../announcer.svelte";
import { Geometry } from "../../board/geometry";
import { catalogueOf, connection, Newest, UnwantedError } from "../../connection.svelte";
import { t } from "../../i18n/index.svelte";
import type { Position, Rules, Side, Stones } from "../../protocol";
import { router } from "../../router.svelte";
import { ShownGame } from "../../shown-game.svelte";
import { type Place, readAddress, rowsOf, stonesOf, USUAL, writeAddress } from "./address";
import { Analyst } from "./analyst.svelte";
import { Editor } from "./editor.svelte";
import { Explorer } from "./explorer.svelte";
import { Knowledge } from "./knowledge.svelte";
import { Retry } from "./retry.svelte";
import { GameReview } from "./review.svelte";

const WRITE_AFTER_MS = 200;

/** Make it while the page's component is set up: it ends with it. */
export class AnalysisBoard {
  readonly game = new ShownGame();
  readonly analyst = new Analyst();
  readonly explorer = new Explorer();
  readonly review = new GameReview();
  readonly retry = new Retry(this.game, this.review);
  readonly editor = new Editor();
  readonly knowledge = new Knowledge(this.game, this.analyst, this.review);
  isEditing = $state(false);
  /** A variation that is pointed at, and the position that it was pointed at in. */
  #pointed = $state.raw<{ from: Position; moves: string[] } | null>(null);

  /** The address as a text, as it was read or written last. */
  #shown = "";
  #writing: ReturnType<typeof setTimeout> | undefined;
  readonly #reading = new Newest();

  constructor() {
    this.#keepAddress();
    this.#keepAnalyst();
    this.#keepRetry();
    onDestroy(() => {
      clearTimeout(this.#writing);
      this.#reading.end();
      this.game.close();
      this.analyst.close();
      this.editor.close();
      this.retry.end();
      this.explorer.close();
      this.review.close();
    });
  }

  /** The room whose game is analysed: the way back to it. */
  room = $state<string | null>(null);

  readonly rules = $derived.by((): Rules | null => {
    return (this.isEditing ? this.editor.rules : this.game.rules) ?? null;
  });

  /** Whether the engine rests: the review needs the server, or it would tell what is to be found. */
  readonly isPaused = $derived.by(() => this.review.state === "running" || !!this.retry.side);

  /** A variation that is pointed at in a list: drawn on the position on the board. */
  get pointed(): string[] | null {
    const pointed = this.#pointed;
    return pointed?.from === this.knowledge.position ? pointed.moves : null;
  }

  point(moves: string[] | null): void {
    const from = this.knowledge.position;
    this.#pointed = from && moves && { from, moves };
  }

  readonly #place = $derived.by((): Place | null => {
    const { rules, editor, game, review, retry, room } = this;
    if (!rules) return null;
    if (this.isEditing) {
      const edit = rowsOf(rules, editor.stones);
      const name = rules.name ?? rules.text;
      const empty = { start: null, moves: [], at: null, review: false, retry: null };
      return { rules: name, ...empty, edit, room };
    }
    const hasReview = review.state !== "none" && review.isOf(game.line);
    return { ...game.line, at: game.ply, review: hasReview, retry: retry.side, edit: null, room };
  });
  readonly address = $derived.by(() => (this.#place ? writeAddress(this.#place) : "/analysis"));

  // The address and the board hold the same.

  #keepAddress(): void {
    $effect(() => {
      const [query, path] = [router.query, router.path];
      if (!path.startsWith("/analysis")) return;
      untrack(() => {
        const wanted = readAddress(query);
        if (JSON.stringify(wanted) !== this.#shown) void this.#open(wanted);
      });
    });
    $effect(() => {
      const [now, to] = [this.#place, this.address];
      clearTimeout(this.#writing);
      if (now) this.#writing = setTimeout(() => this.#write(to), WRITE_AFTER_MS);
    });
  }

  #write(to: string): void {
    if (!location.pathname.startsWith("/analysis")) return;
    this.#shown = JSON.stringify(readAddress(new URLSearchParams(to.split("?")[1])));
    router.replace(to);
  }

  async #open(wanted: Place): Promise<void> {
    const { game, review } = this;
    this.#shown = JSON.stringify(wanted);
    this.room = wanted.room;
    review.clear();
    this.retry.end();
    this.isEditing = false;
    const plain = { rules: wanted.rules, start: null, moves: [] };
    try {
      await game.load(wanted.edit === null ? wanted : plain, wanted.at);
    } catch (error) {
      announcer.failed(error);
      if (error instanceof UnwantedError) return;
      if (game.rules) this.#write(this.address);
      else await this.#openPlain(wanted.rules);
      return;
    }
    if (wanted.edit !== null && game.rules) this.edit(stonesOf(game.rules, wanted.edit));
    if (wanted.review) this.startReview();
    if (wanted.retry && game.moves.length) this.retry.side = wanted.retry;
  }

  /** An empty board of these rules, or if they are none of the usual ones. */
  async #openPlain(...rules: string[]): Promise<void> {
    for (const each of [...rules, USUAL]) {
      try {
        await this.game.load({ rules: each, start: null, moves: [] });
        return;
      } catch (error) {
        if (error instanceof UnwantedError) return;
      }
    }
  }

  // The engine follows the board.

  #keepAnalyst(): void {
    const { game, analyst } = this;
    $effect(() => {
      const rules = game.rules?.text;
      if (!rules) return;
      catalogueOf(rules).then(
        (found) => {
          if (found.rules.text === game.rules?.text) analyst.catalogue = found;
        },
        (error: unknown) => announcer.failed(error),
      );
    });
    $effect(() => {
      if (game.pending) return;
      // Which engine plays by new rules is not known before their catalogue is there.
      const isKnown = analyst.catalogue?.rules.text === game.rules?.text;
      const looks = analyst.isLive && isKnown && !this.isPaused && !this.isEditing;
      const seen = looks ? game.position : null;
      void [analyst.engineText, analyst.seconds, analyst.lines];
      untrack(() => analyst.follow(seen));
    });
    $effect(() => {
      if (game.pending) return;
      const seen = this.isEditing ? null : game.position;
      untrack(() => this.explorer.follow(seen));
    });
  }

  /** A retry that was asked for by the address begins when the review is there. */
  #keepRetry(): void {
    $effect(() => {
      const { side, current, mistakes, isOver } = this.retry;
      if (!side || current || isOver || this.review.state !== "done" || !mistakes.length) return;
      untrack(() => this.retry.start(side));
    });
  }

  // What people do.

  play(moves: string[]): void {
    this.point(null);
    void this.game.play(moves);
  }

  /** Plays moves in the place of the last one on the board. */
  playInstead(moves: string[]): void {
    this.game.go(this.game.ply - 1);
    this.play(moves);
  }

  startReview(): void {
    const { game, review } = this;
    if (game.moves.length && review.state !== "running") review.start(game.line, game.positions);
  }

  /** Mistakes of a side as positions to solve, from one of them on. */
  startRetry(side: Side, ply: number | null = null): void {
    void this.look(ply ?? 0).then(() => this.retry.start(side, ply));
  }

  /** Back to the review. */
  endRetry(): void {
    this.retry.end();
  }

  /** A position of the reviewed game, also when the board has left it. */
  async look(ply: number): Promise<void> {
    const { game, review } = this;
    if (!review.line || review.isOf(game.line)) {
      game.go(ply);
      return;
    }
    try {
      await game.load(review.line, ply);
    } catch (error) {
      announcer.failed(error);
    }
  }

  edit(stones: Stones | null = null): void {
    const from = stones ?? this.knowledge.position?.stones;
    const { rules } = this.game;
    if (!rules || !from) return;
    this.point(null);
    this.editor.open(rules, { first: [...from.first], second: [...from.second] });
    this.isEditing = true;
  }

  /** Changes the rules; answers why they cannot be, or nothing. */
  async choose(wanted: string): Promise<string> {
    try {
      if (this.isEditing) {
        const { rules } = await catalogueOf(wanted);
        const inside = new Set(new Geometry(rules, false).cells);
        const fitting = (cells: string[]) => cells.filter((cell) => inside.has(cell));
        const { first, second } = this.editor.stones;
        this.editor.open(rules, { first: fitting(first), second: fitting(second) });
      } else {
        await this.game.load({ rules: wanted, start: null, moves: [] });
        this.review.clear();
      }
      return "";
    } catch (error) {
      return reason(error);
    }
  }

  /** Puts a game or position on the board, in whatever notation; answers why not, or nothing. */
  async read(text: string): Promise<string> {
    if (!this.rules) return "";
    try {
      const wish = { text, rules: this.rules.text };
      const found = await connection.ask("read", wish, this.#reading.next());
      await this.game.load({ rules: found.rules.text, start: found.start, moves: found.moves });
      this.review.clear();
      this.isEditing = false;
      announcer.say(t("analysis.paste.done", { count: found.moves.length }));
      return "";
    } catch (error) {
      return reason(error);
    }
  }

  /** Leaves the editor with what is on its board. */
  async use(): Promise<void> {
    const position = await this.editor.settled();
    if (!position) return;
    const start = position.ply ? position.text : null;
    try {
      await this.game.load({ rules: position.rules.text, start, moves: [] });
      this.review.clear();
      this.isEditing = false;
    } catch (error) {
      announcer.failed(error);
    }
  }
}
