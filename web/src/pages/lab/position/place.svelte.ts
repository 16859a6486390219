/** The position of an exhibit: a game on the board, as the address has it. */

import { onDestroy } from "svelte";
import { announcer, reason } from "../../../announcer.svelte";
import { catalogueOf, connection, Newest, UnwantedError } from "../../../connection.svelte";
import type { Catalogue, Line, Position, Rules } from "../../../protocol";
import { ShownGame } from "../../../shown-game.svelte";
import { lineOf, type Parts } from "../../../router.svelte";

/** The largest size of a cell in pixels: a small board may have larger ones. */
export function largestCell({ width, height }: Rules): number {
  return Math.max(width, height) < 6 ? 140 : 92;
}

export class Place {
  readonly game = new ShownGame();
  catalogue = $state.raw<Catalogue | null>(null);
  readonly #usual: Line;
  readonly #reading = new Newest();

  /**
   * Make it while the exhibit's component is set up: it ends with it.
   * @param usual what is shown at an address that names no rules.
   */
  constructor(usual: Line) {
    this.#usual = usual;
    onDestroy(() => {
      this.#reading.end();
      this.game.close();
    });
  }

  /** The position on the board, once the server has told it. */
  get position(): Position | null {
    return this.game.position;
  }

  /** The line up to the position on the board, as requests have it. */
  get asked(): Line {
    const { rulesText, start, moves, ply } = this.game;
    return { rules: rulesText, start, moves: moves.slice(0, ply) };
  }

  get parts(): Parts {
    const { rulesText, start, moves, ply } = this.game;
    const at = ply === moves.length ? null : ply;
    return { rules: rulesText, start, moves: moves.join(","), at };
  }

  /** Shows the line of an address. */
  open(query: URLSearchParams): Promise<void> {
    const { at, ...line } = lineOf(query, "");
    return line.rules ? this.#load(line, at) : this.#load(this.#usual, null);
  }

  show(line: Line): Promise<void> {
    return this.#load(line, null);
  }

  /** Answers why it cannot be, or nothing when these rules are in use now. */
  async choose(rules: string): Promise<string> {
    try {
      await this.game.load({ rules, start: null, moves: [] });
      await this.#learn();
      return "";
    } catch (error) {
      return reason(error);
    }
  }

  /** Reads moves, a position text or a record; answers what is wrong with it, or nothing. */
  async read(text: string): Promise<string> {
    const rules = this.game.rules?.text;
    if (!rules) return "";
    try {
      const found = await connection.ask("read", { text, rules }, this.#reading.next());
      await this.game.load({ rules: found.rules.text, start: found.start, moves: found.moves });
      await this.#learn();
      return "";
    } catch (error) {
      return reason(error);
    }
  }

  async #load(line: Line, at: number | null): Promise<void> {
    try {
      await this.game.load(line, at);
      await this.#learn();
    } catch (error) {
      announcer.failed(error);
      if (error instanceof UnwantedError) return;
      if (!this.game.rules && line !== this.#usual) await this.#load(this.#usual, null);
    }
  }

  async #learn(): Promise<void> {
    const rules = this.game.rules?.text;
    if (rules) this.catalogue = await catalogueOf(rules);
  }
}
