/** A ladder on its way: asked once, told rung by rung. */

import type { LadderAnswer, Line, RungNews, RungResult } from "../../../protocol";
import { reason } from "../../../announcer.svelte";
import { connection, RequestError } from "../../../connection.svelte";

export class Ladder {
  about = $state.raw<LadderAnswer | null>(null);
  results = $state.raw<(RungResult | undefined)[]>([]);
  /** The rung that is running, and since when. */
  current = $state<number | null>(null);
  since = $state(0);
  state = $state<"none" | "running" | "done" | "stopped" | "failed">("none");
  error = $state("");
  /** The position that it is of. */
  key = $state("");

  #id = "";
  #count = 0;
  readonly #end: () => void;

  constructor() {
    this.#end = connection.on("lab_compare", (news) => this.#hear(news));
  }

  close(): void {
    this.stop();
    this.#end();
  }

  async begin(line: Line, key: string, seconds: number, depth: number | null): Promise<void> {
    const id = `c${++this.#count}-${Date.now() % 1e9}`;
    this.#id = id;
    this.key = key;
    this.results = [];
    this.current = null;
    this.error = "";
    this.state = "running";
    try {
      const answer = await connection.request("lab_compare", { ...line, id, seconds, depth });
      if (this.#id === id) this.about = answer;
    } catch (error) {
      if (this.#id === id) this.#fail(error);
    }
  }

  stop(): void {
    if (this.state !== "running") return;
    this.state = "stopped";
    this.current = null;
    const id = this.#id;
    this.#id = "";
    if (connection.online) {
      void connection.request("lab_compare_stop", { id }).catch(() => {});
    }
  }

  clear(): void {
    this.stop();
    this.state = "none";
    this.results = [];
  }

  #hear(news: RungNews): void {
    if (news.id !== this.#id) return;
    if ("final" in news) {
      this.current = null;
      this.state = "done";
      if ("error" in news) this.#fail(new RequestError(news.error, news.text, news.values));
      return;
    }
    if (news.state === "running") {
      this.current = news.rung;
      this.since = performance.now();
      return;
    }
    this.current = null;
    this.results = Object.assign([...this.results], { [news.rung]: news });
  }

  #fail(error: unknown): void {
    this.state = "failed";
    this.current = null;
    this.error = reason(error);
  }
}
