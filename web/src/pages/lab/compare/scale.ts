/** The scale on which a ladder of engines is drawn. */

/** What is drawn of one bar: a share of the axis, and whether it would go on. */
export type Bar = { share: number; isOpen: boolean };

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
