/** Replays steps in time: play, pause, step, scrub. */

import { clamp } from "./trace";

/** Steps in a second. */
export const SPEEDS = [1, 3, 10, 30, 100, 300, 1000, 3000] as const;

const WHOLE_SECONDS = 18;

export class Replay {
  /** How many steps there are; time is from 1 to that. */
  steps = $state(1);
  time = $state(1);
  speed = $state<number>(10);
  isPlaying = $state(false);
  #frame = 0;
  #exact = 1;

  /** Takes another search; at its end, unless told where. */
  load(steps: number, time: number | null): void {
    this.pause();
    this.steps = Math.max(1, steps);
    this.go(time ?? this.steps);
    const wanted = steps / WHOLE_SECONDS;
    this.speed = SPEEDS.find((each) => each >= wanted) ?? SPEEDS[SPEEDS.length - 1] ?? 1;
  }

  go(time: number): void {
    this.time = this.#exact = clamp(Math.round(time), 1, this.steps);
  }

  step(by: number): void {
    this.pause();
    this.go(this.time + by);
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  play(): void {
    if (this.isPlaying) return;
    if (this.time >= this.steps) this.go(1);
    this.#exact = this.time;
    this.isPlaying = true;
    let before = performance.now();
    const frame = (now: number) => {
      // After a pause of the whole page it goes on where it was.
      const seconds = Math.min(0.1, Math.max(0, now - before) / 1000);
      before = now;
      this.#exact = Math.min(this.steps, this.#exact + seconds * this.speed);
      const time = Math.floor(this.#exact);
      if (time !== this.time) this.time = time;
      if (time >= this.steps) this.isPlaying = false;
      else this.#frame = requestAnimationFrame(frame);
    };
    this.#frame = requestAnimationFrame(frame);
  }

  pause(): void {
    cancelAnimationFrame(this.#frame);
    this.isPlaying = false;
  }
}
