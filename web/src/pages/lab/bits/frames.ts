/** The stages of a win test on the bits of a side, for a picture. */

import type { BitsAnswer, BitStep, Side, WinTest } from "../../../protocol";

/** A bit that was shifted here, and how: along the board, or over an edge of it. */
export type Shifted = { bit: number; from: number; isOverEdge: boolean };

/** What one stage of a win test shows. */
export type Frame = {
  kind: "stones" | "shift" | "combine" | "verdict";
  step: BitStep | null;
  /** What was found so far. */
  found: number[];
  /** What the last combination took away. */
  lost: number[];
  shifted: Shifted[];
};

/** The numbers of the bits that are set, the lowest first. */
export function ones(hex: string): number[] {
  const found: number[] = [];
  Array.from(hex)
    .reverse()
    .forEach((digit, index) => {
      const value = Number.parseInt(digit, 16);
      for (let bit = 0; bit < 4; bit++) if ((value >> bit) & 1) found.push(4 * index + bit);
    });
  return found;
}

/** Stage 0 shows the stones, then comes one for each step, and at last the verdict. */
export function stagesOf(test: WinTest): number {
  return test.steps.length + 2;
}

export function frameOf(answer: BitsAnswer, side: Side, test: WinTest, stage: number): Frame {
  const stones = ones(answer.sides[side].hex);
  let frame: Frame = { kind: "stones", step: null, found: stones, lost: [], shifted: [] };
  for (const step of test.steps.slice(0, stage)) {
    const bits = ones(step.hex);
    if (step.operation === ">>" || step.operation === "<<") {
      const back = step.operation === ">>" ? step.distance : -step.distance;
      const shifted = bits.map((bit) => {
        return { bit, from: bit + back, isOverEdge: isOverEdge(answer, test, bit, bit + back) };
      });
      frame = { kind: "shift", step, found: frame.found, lost: [], shifted };
    } else {
      const left = new Set(bits);
      const lost = frame.found.filter((bit) => !left.has(bit));
      frame = { kind: "combine", step, found: bits, lost, shifted: frame.shifted };
    }
  }
  if (stage < stagesOf(test) - 1) return frame;
  return { kind: "verdict", step: null, found: ones(test.starts), lost: [], shifted: [] };
}

/** Whether the way from one bit to another is not that of the direction on the board. */
function isOverEdge(answer: BitsAnswer, test: WinTest, bit: number, from: number): boolean {
  const { stride } = answer;
  const cells = (from - bit) / test.distance;
  const [across, up] = test.step;
  return (
    Math.floor(from / stride) - Math.floor(bit / stride) !== across * cells ||
    (from % stride) - (bit % stride) !== up * cells
  );
}

/** A step as it is written in the core: s are the stones, m what was found, t what was shifted. */
export function formula(test: WinTest, index: number): string {
  const step = test.steps[index];
  if (!step) return "";
  const source = step.of === "stones" ? "s" : "m";
  if (step.operation === ">>" || step.operation === "<<") {
    return `t = ${source} ${step.operation} ${step.distance}`;
  }
  return `m = ${index === 1 ? "s" : "m"} ${step.operation === "&" ? "& t" : "& ~t"}`;
}

/** The row of sentinels stands apart from the board; in hundredths of a cell. */
export const SENTINEL_GAP = 26;
export const SENTINEL_BAND = 100 + SENTINEL_GAP - 14;
