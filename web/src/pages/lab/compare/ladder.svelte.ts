/** A ladder on its way: asked once, told rung by rung. */

import type { CompareRequest, LadderAnswer, Line, RungNews, RungResult } from "../../../protocol";
import { reason } from "../../../announcer.svelte";
import { connection, Newest, RequestError } from "../../../connection.svelte";

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
  #line: Omit<CompareRequest, "id"> | null = null;
  readonly #asked = new Newest();
  readonly #ends: (() => void)[];

  constructor() {
    this.#ends = [
      connection.on("lab_compare", (news) => this.#hear(news)),
      // The server has forgotten what it was asked over another connection.
      connection.whenConnected(() => {
        if (this.state === "running") void this.#ask();
      }),
    ];
  }

  close(): void {
    this.stop();
    for (const end of this.#ends) end();
  }

  begin(line: Line, key: string, seconds: number, depth: number | null): void {
    this.key = key;
    this.#line = { ...line, seconds, depth };
    void this.#ask();
  }

  async #ask(): Promise<void> {
    if (!this.#line) return;
    const id = connection.newTask();
    this.#id = id;
    this.results = [];
    this.current = null;
    this.error = "";
    this.state = "running";
    try {
      this.about = await connection.ask("lab_compare", { ...this.#line, id }, this.#asked.next());
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
    this.#asked.end();
    connection.tell("lab_compare_stop", { id });
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
      if ("error" in news) this.#fail(RequestError.of(news));
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

/**
 * One scale for all bars: a node and a microsecond have the same length, so that a million nodes
 * end where a second ends.
 */
export class Scale {
  readonly kind: "log" | "linear";
  /** The greatest number on it. */
  readonly most: number;

  constructor(kind: "log" | "linear", numbers: number[]) {
    this.kind = kind;
    const largest = Math.max(1000, ...numbers);
    this.most = kind === "log" ? 10 ** Math.ceil(Math.log10(largest)) : largest;
  }

  share(number: number): number {
    if (number <= 0) return 0;
    if (this.kind === "linear") return number / this.most;
    return Math.max(0, Math.log10(number)) / Math.log10(this.most);
  }

  get ticks(): number[] {
    if (this.kind === "linear") {
      const power = 10 ** Math.floor(Math.log10(this.most / 3));
      const step = [5, 2, 1].find((each) => each * power * 3 <= this.most) ?? 1;
      const count = Math.floor(this.most / (step * power));
      return Array.from({ length: count + 1 }, (_, index) => index * step * power);
    }
    const decades = Math.round(Math.log10(this.most));
    return Array.from({ length: decades + 1 }, (_, power) => 10 ** power).filter(
      (_, power) => decades < 6 || power % 2 === decades % 2,
    );
  }
}
