/** The board editor: stones put anywhere; whether it can be a position says the server. */

import { reason } from "../../announcer.svelte";
import { connection, Newest } from "../../connection.svelte";
import { type Position, type Rules, type Side, SIDES, type Stones } from "../../protocol";

export type Tool = Side | "erase";

export class Editor {
  rules = $state.raw<Rules | null>(null);
  stones = $state.raw<Stones>({ first: [], second: [] });
  tool = $state<Tool>("first");
  /** The position, when these stones make one. */
  position = $state.raw<Position | null>(null);
  /** Why they make none. */
  error = $state("");
  last = $state.raw<string | null>(null);

  readonly #asked = new Newest();
  #checking = Promise.resolve();

  open(rules: Rules, stones: Stones): void {
    this.rules = rules;
    this.stones = stones;
    this.last = null;
    this.#check();
  }

  close(): void {
    this.#asked.end();
  }

  /** The position of the stones as they are now, once it is known whether they make one. */
  async settled(): Promise<Position | null> {
    let checked: Promise<void>;
    do await (checked = this.#checking);
    while (checked !== this.#checking);
    return this.position;
  }

  /** What to draw, possible or not. */
  get drawn(): Position | null {
    if (this.position) return { ...this.position, stones: this.stones };
    const { rules, stones } = this;
    if (!rules) return null;
    const ply = stones.first.length + stones.second.length;
    return { rules, ply, side: "first", text: "", stones, legal: [], winning: [], outcome: null };
  }

  /** Puts a stone of the chosen side on a cell, or takes away what lies there. */
  touch(cell: string): void {
    const { tool } = this;
    const isThere = tool !== "erase" && this.stones[tool].includes(cell);
    const stones = {
      first: this.stones.first.filter((each) => each !== cell),
      second: this.stones.second.filter((each) => each !== cell),
    };
    if (tool !== "erase" && !isThere) stones[tool].push(cell);
    this.last = tool === "erase" || isThere ? null : cell;
    this.#set(stones);
  }

  clear(): void {
    this.last = null;
    this.#set({ first: [], second: [] });
  }

  /** Changes who has which stones. */
  swap(): void {
    this.last = null;
    this.#set({ first: this.stones.second, second: this.stones.first });
  }

  get isEmpty(): boolean {
    return SIDES.every((side) => this.stones[side].length === 0);
  }

  #set(stones: Stones): void {
    this.stones = stones;
    this.#check();
  }

  #check(): void {
    this.#checking = this.#ask(this.#asked.next());
  }

  async #ask(wanted: AbortSignal): Promise<void> {
    const { rules, stones } = this;
    if (!rules) return;
    try {
      const wish = { rules: rules.text, ...stones };
      this.position = (await connection.ask("set_up", wish, wanted)).position;
      this.error = "";
    } catch (error) {
      if (wanted.aborted) return;
      this.position = null;
      this.error = reason(error);
    }
  }
}
