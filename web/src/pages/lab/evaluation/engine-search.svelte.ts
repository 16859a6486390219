/** What the engine of an evaluation plays after it has looked ahead. */

import { onDestroy, untrack } from "svelte";
import { reason } from "../../../announcer.svelte";
import { connection, RequestError } from "../../../connection.svelte";
import type { Analysis, EvaluationAnswer } from "../../../protocol";

/** How long it may look ahead. */
export const SECONDS = [0.5, 1, 2, 5];

/** Make it while the exhibit's component is set up: it follows the answer that it is given. */
export class EngineSearch {
  seconds = $state(1);
  found = $state.raw<Analysis | null>(null);
  problem = $state("");
  #running: string | null = null;

  constructor(answer: () => EvaluationAnswer | null) {
    $effect(() => {
      const [asked, seconds] = [answer(), this.seconds];
      untrack(() => {
        this.found = null;
        this.problem = "";
        this.#running = null;
        if (asked?.engine) void this.#begin(asked.engine, asked, seconds);
      });
    });
    onDestroy(
      connection.on("analysis", (news) => {
        if (news.id !== this.#running) return;
        if ("pv" in news) this.found = news;
        else this.problem = reason(RequestError.of(news));
      }),
    );
    onDestroy(() => {
      if (this.#running && !this.found?.final) connection.tell("stop", { id: this.#running });
    });
  }

  get move(): string | null {
    return this.found?.pv[0] ?? null;
  }

  async #begin(engine: string, { position }: EvaluationAnswer, seconds: number): Promise<void> {
    const id = connection.newTask();
    this.#running = id;
    const line = { rules: position.rules.text, start: position.text, moves: [] };
    try {
      await connection.request("analyse", { ...line, id, engine, seconds });
    } catch (error) {
      if (this.#running === id) this.problem = reason(error);
    }
  }
}
