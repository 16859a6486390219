/** The board editor: stones put anywhere; whether it can be a position says the server. */

import { reason } from "../../announcer.svelte";
import { connection } from "../../connection.svelte";
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

  #asked = 0;

  open(rules: Rules, stones: Stones): void {
    this.rules = rules;
    this.stones = stones;
    this.last = null;
    void this.check();
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
    void this.check();
  }

  async check(): Promise<void> {
    const { rules, stones } = this;
    if (!rules) return;
    const turn = ++this.#asked;
    try {
      const { position } = await connection.request("set_up", { rules: rules.text, ...stones });
      if (turn !== this.#asked) return;
      this.position = position;
      this.error = "";
    } catch (error) {
      if (turn !== this.#asked) return;
      this.position = null;
      this.error = reason(error);
    }
  }
}
