/** Somebody solves a puzzle: one move decides, then the line is played out. */

import type { Position, PuzzleTask } from "../../protocol";

export type Progress = "open" | "wrong" | "solved" | "shown";

const STEP_MS = 750;

export class Solving {
  readonly task: PuzzleTask;
  progress = $state<Progress>("open");
  /** The moves that were tried and are not the one. */
  wrong = $state<string[]>([]);
  /** How many moves of the line are on the board. */
  #played = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(task: PuzzleTask) {
    this.task = task;
  }

  get position(): Position {
    return this.task.after[this.#played - 1] ?? this.task.position;
  }

  get last(): string | null {
    return this.#played ? (this.task.line[this.#played - 1] ?? null) : this.task.last;
  }

  get isOver(): boolean {
    return this.progress === "solved" || this.progress === "shown";
  }

  /** A move; whether it is the one. */
  play(cell: string): boolean {
    if (this.isOver) return false;
    if (cell !== this.task.line[0]) {
      this.progress = "wrong";
      if (!this.wrong.includes(cell)) this.wrong.push(cell);
      return false;
    }
    this.progress = "solved";
    this.#step();
    return true;
  }

  /** Gives up, and shows how it goes. */
  reveal(): void {
    if (this.isOver) return;
    this.progress = "shown";
    this.#step();
  }

  /** Nobody looks any more. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #step(): void {
    this.#played += 1;
    if (this.#played < this.task.line.length) {
      this.#timer = setTimeout(() => this.#step(), STEP_MS);
    }
  }
}
