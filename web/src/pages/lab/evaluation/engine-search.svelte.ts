/** What the engine of an evaluation plays after it has looked ahead. */

import { onDestroy, untrack } from "svelte";
import { reason } from "../../../announcer.svelte";
import { connection, Newest, RequestError } from "../../../connection.svelte";
import type { Analysis, EvaluationAnswer } from "../../../protocol";

/** How long it may look ahead. */
export const SECONDS = [0.5, 1, 2, 5];

/** Make it while the exhibit's component is set up: it follows the answer that it is given. */
export class EngineSearch {
  seconds = $state(1);
  found = $state.raw<Analysis | null>(null);
  problem = $state("");
  #answer: EvaluationAnswer | null = null;
  #running: string | null = null;
  readonly #asked = new Newest();

  constructor(answer: () => EvaluationAnswer | null) {
    $effect(() => {
      const [asked, seconds] = [answer(), this.seconds];
      untrack(() => {
        this.#answer = asked;
        void this.#begin(seconds);
      });
    });
    // The server has forgotten what it was asked over another connection.
    onDestroy(
      connection.whenConnected(() => {
        if (this.#running && !this.found?.final) void this.#begin(this.seconds);
      }),
    );
    onDestroy(
      connection.on("analysis", (news) => {
        if (news.id !== this.#running) return;
        if ("pv" in news) this.found = news;
        else this.problem = reason(RequestError.of(news));
      }),
    );
    onDestroy(() => {
      this.#asked.end();
      if (this.#running && !this.found?.final) connection.tell("stop", { id: this.#running });
    });
  }

  get move(): string | null {
    return this.found?.pv[0] ?? null;
  }

  async #begin(seconds: number): Promise<void> {
    const { engine, position } = this.#answer ?? {};
    const wanted = this.#asked.next();
    this.found = null;
    this.problem = "";
    this.#running = null;
    if (!engine || !position) return;
    const id = connection.newTask();
    this.#running = id;
    const line = { rules: position.rules.text, start: position.text, moves: [] };
    try {
      await connection.ask("analyse", { ...line, id, engine, seconds }, wanted);
    } catch (error) {
      if (this.#running === id) this.problem = reason(error);
    }
  }
}
