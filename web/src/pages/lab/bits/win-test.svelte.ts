/** The win test on the bits of a side: which direction, which stage, step by step or by itself. */

import { t } from "../../../i18n/index.svelte";
import { capital, sideName } from "../../../names";
import type { BitsAnswer, Direction, Side } from "../../../protocol";
import { type Frame, frameOf, stagesOf } from "./frames";

export const DIRECTIONS: readonly Direction[] = ["up", "right", "rising", "falling"];
const BEAT_MS = 1500;

/** Make it while the exhibit's component is set up. */
export class WinTestReplay {
  answer = $state.raw<BitsAnswer | null>(null);
  isShown = $state(false);
  side = $state<Side>("first");
  isPlaying = $state(false);
  #direction = $state<Direction>("rising");
  #stage = $state(0);

  constructor() {
    $effect(() => {
      if (!this.isPlaying) return;
      const beat = setInterval(() => this.#advance(), BEAT_MS);
      return () => clearInterval(beat);
    });
  }

  get direction(): Direction {
    return this.#direction;
  }
  /** Another direction begins at its first stage. */
  set direction(direction: Direction) {
    this.#direction = direction;
    this.#stage = 0;
  }

  readonly test = $derived.by(() => {
    return this.answer?.sides[this.side].tests.find((each) => each.direction === this.direction);
  });
  readonly last = $derived.by(() => (this.test ? stagesOf(this.test) - 1 : 0));
  readonly stage = $derived.by(() => Math.min(this.#stage, this.last));
  readonly frame = $derived.by((): Frame | null => {
    const { answer, test } = this;
    return answer && test && this.isShown ? frameOf(answer, this.side, test, this.stage) : null;
  });
  /** The cells of the row that was found. */
  readonly run = $derived.by((): string[] => {
    return this.frame?.kind === "verdict" ? (this.test?.cells ?? []) : [];
  });

  /** What an address tells. */
  open(query: URLSearchParams): void {
    this.isPlaying = false;
    this.isShown = query.get("show") === "test";
    this.side = query.get("side") === "second" ? "second" : "first";
    this.direction = DIRECTIONS.find((each) => each === query.get("direction")) ?? "rising";
    this.#stage = Math.max(0, Number.parseInt(query.get("step") ?? "0", 10) || 0);
  }

  get parts(): Record<string, string | number> {
    const { side, direction } = this;
    return this.isShown ? { show: "test", side, direction, step: this.#stage } : {};
  }

  go(stage: number): void {
    this.isPlaying = false;
    this.#stage = Math.max(0, Math.min(this.last, stage));
  }

  step(by: number): void {
    if (this.isShown) this.go(this.stage + by);
    else this.isShown = true;
  }

  toggle(): void {
    if (this.isPlaying) {
      this.isPlaying = false;
      return;
    }
    this.isShown = true;
    if (this.stage >= this.last) this.#stage = 0;
    this.isPlaying = true;
  }

  /** Plays one test from its beginning. */
  play(side: Side, direction: Direction): void {
    this.isShown = true;
    this.side = side;
    this.direction = direction;
    this.isPlaying = true;
  }

  /** One stage further; after a verdict, the next direction. */
  #advance(): void {
    if (this.stage < this.last) {
      this.#stage = this.stage + 1;
      return;
    }
    const next = DIRECTIONS[DIRECTIONS.indexOf(this.direction) + 1];
    if (next && !this.test?.cells.length) this.direction = next;
    else this.isPlaying = false;
  }

  /** The stage in a sentence: for those who do not see the picture, and those who do. */
  readonly sentence = $derived.by((): string => {
    const { frame, test, answer, direction } = this;
    if (!frame || !test || !answer) return "";
    const cells = (bits: number[]) => {
      const names = bits.flatMap((each) => answer.layout[each] ?? []);
      return names.length ? names.join(", ") : t("lab.bits.nothing");
    };
    const found = cells(frame.found);
    if (frame.kind === "stones") {
      const side = capital(sideName(answer.position.rules, this.side));
      return t("lab.bits.say.stones", { side, cells: found });
    }
    if (frame.kind === "verdict") {
      if (!test.cells.length) return t("lab.bits.say.none");
      return t("lab.bits.say.run", { start: found, cells: test.cells.join(", ") });
    }
    const { step } = frame;
    if (frame.kind === "combine") {
      const key = step?.operation === "&" ? "lab.bits.say.and" : "lab.bits.say.not";
      return t(key, { cells: found, lost: cells(frame.lost) });
    }
    const distance = step?.distance ?? 0;
    const isBack = step?.operation === "<<";
    const way = t(isBack ? `lab.bits.back.${direction}` : `lab.bits.way.${direction}`);
    const over = frame.shifted.filter(({ isOverEdge }) => isOverEdge).length;
    const moved = t("lab.bits.say.shift", { distance, way, count: distance / test.distance });
    return over ? `${moved} ${t("lab.bits.say.over", { count: over })}` : moved;
  });
}
