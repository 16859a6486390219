/** One thing at a time: what happens next waits until the stone before it has landed. */

type Step = {
  act: () => void;
  /** How long after the landing, in milliseconds; null for what need not wait for it. */
  pauseMs: number | null;
};

export class Pace {
  /** Whether no stone is on its way. */
  isStill = $state(true);

  #landsAt = 0;
  #landing: ReturnType<typeof setTimeout> | undefined;
  #steps: Step[] = [];
  #waiting: ReturnType<typeof setTimeout> | undefined;

  /** A stone sets out, and lands after so long. */
  land(milliseconds: number): void {
    clearTimeout(this.#landing);
    this.#landsAt = performance.now() + milliseconds;
    this.isStill = milliseconds === 0;
    if (!this.isStill) this.#landing = setTimeout(() => (this.isStill = true), milliseconds);
  }

  /** Does what is to be done next, at once or in its turn. */
  add(step: Step): void {
    this.#steps.push(step);
    this.#next();
  }

  stop(): void {
    clearTimeout(this.#landing);
    clearTimeout(this.#waiting);
    this.#steps = [];
  }

  #next(): void {
    clearTimeout(this.#waiting);
    for (let step = this.#steps[0]; step; step = this.#steps[0]) {
      const leftMs = step.pauseMs === null ? 0 : this.#landsAt + step.pauseMs - performance.now();
      if (leftMs > 0) {
        this.#waiting = setTimeout(() => this.#next(), leftMs);
        return;
      }
      this.#steps.shift();
      step.act();
    }
  }
}
