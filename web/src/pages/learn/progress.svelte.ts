/** What a visitor has done of the course, remembered by the browser. */

import { remember, remembered, whenRemembered } from "../../browser";
import type { Parts } from "../../router.svelte";
import { COUNT, type Lesson } from "./course";

/** A step or a question of a lesson: `s1`, `q2`. */
export type Part = `${"s" | "q"}${number}`;

class Progress {
  readonly #done = $state.raw(Array.from({ length: COUNT }, () => new Set<string>()));
  #version = $state(0);

  constructor() {
    for (let number = 1; number <= COUNT; number++) {
      this.#read(number);
      whenRemembered(keyOf(number), () => this.#read(number));
    }
  }

  has(number: number, part: Part): boolean {
    void this.#version;
    return this.#done[number - 1]?.has(part) ?? false;
  }

  /** How many parts of a lesson are done, and of how many. */
  of(number: number, lesson: Lesson): { done: number; all: number } {
    const parts = partsOf(lesson);
    return { done: parts.filter((each) => this.has(number, each)).length, all: parts.length };
  }

  add(number: number, part: Part): void {
    const done = this.#done[number - 1];
    if (!done || done.has(part)) return;
    done.add(part);
    this.#version += 1;
    remember(keyOf(number), [...done].join(" "));
  }

  /** Begins a lesson anew. */
  forget(number: number): void {
    this.#done[number - 1]?.clear();
    this.#version += 1;
    remember(keyOf(number), "");
  }

  #read(number: number): void {
    this.#done[number - 1] = new Set((remembered(keyOf(number)) ?? "").split(" ").filter(Boolean));
    this.#version += 1;
  }
}

function keyOf(number: number): string {
  return `learn.${number}`;
}

function partsOf({ steps, questions }: Lesson): Part[] {
  return [
    ...steps.map((_, index): Part => `s${index + 1}`),
    ...questions.map((_, index): Part => `q${index + 1}`),
  ];
}

export const progress = new Progress();

/** Whether an exhibit shows what a step asks for: `*` stands for anything, "" for nothing. */
export function isMet(done: Record<string, string | undefined>, shown: Parts): boolean {
  return Object.entries(done).every(([name, wanted = ""]) => {
    const value = String(shown[name] ?? "");
    const pieces = wanted.split("*").map((piece) => piece.replace(/[[\]+.?^$()|\\]/g, "\\$&"));
    return new RegExp(`^${pieces.join(".+")}$`).test(value);
  });
}
