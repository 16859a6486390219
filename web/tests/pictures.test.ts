import { describe, expect, test } from "vitest";
import { frameOf, ones, stagesOf } from "../src/pages/lab/bits/frames";
import { Scale } from "../src/pages/lab/compare/ladder.svelte";
import { rangeOf, warmth } from "../src/pages/lab/evaluation/heat";
import { BoxShape, chance, sample, total } from "../src/pages/lab/matchboxes/box-shape";
import { withMoves } from "../src/board/with-moves";
import type { BitsAnswer, EvaluationAnswer, Position, WinTest } from "../src/protocol";
import { BOARDS, rulesOf } from "./helpers";

describe("beads", () => {
  test("all are drawn where there is room", () => {
    const drawn = sample([3, 0, 2], 10, 1);
    expect(drawn.toSorted()).toEqual([0, 0, 0, 2, 2]);
  });

  test("else as many of each as its share, and one of whatever is there", () => {
    const drawn = sample([900, 90, 1], 20, 5);
    expect(drawn).toHaveLength(20);
    const count = (place: number) => drawn.filter((each) => each === place).length;
    expect(count(0)).toBeGreaterThan(count(1));
    expect(count(1)).toBeGreaterThan(0);
  });

  test("lie as they lie: the same box, the same mixture; another box, another", () => {
    const counts = [20, 20, 20];
    expect(sample(counts, 60, 4)).toEqual(sample(counts, 60, 4));
    expect(sample(counts, 60, 4)).not.toEqual(sample(counts, 60, 5));
  });

  test("are jittered evenly", () => {
    const numbers = Array.from({ length: 2000 }, (_, index) => chance(3, index));
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThan(1);
    const mean = numbers.reduce((a, b) => a + b) / numbers.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.03);
  });

  test("are counted", () => {
    expect(
      total([
        ["a1", 4, 1],
        ["b2", 3, 2],
      ]),
    ).toBe(7);
  });
});

test.each(BOARDS)("the board on a matchbox is on its sleeve: $width x $height", (rules) => {
  const shape = new BoxShape(120, rules);
  expect(shape.boardLeft).toBeGreaterThan(0);
  expect(shape.boardLeft + shape.boardWidth).toBeLessThan(shape.width);
  expect(shape.boardTop + shape.boardHeight).toBeLessThan(shape.sleeveHeight);
  expect(shape.sleeveHeight).toBeLessThan(shape.height);
  expect(shape.columns * 2 * shape.beadRadius).toBeLessThanOrEqual(shape.width);
});

describe.each(["log", "linear"] as const)("a %s scale", (kind) => {
  const numbers = [3, 1200, 48_000, 9_500_000];
  const scale = new Scale(kind, numbers);

  test("has room for every number, the larger farther out", () => {
    const shares = numbers.map((each) => scale.share(each));
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBeLessThanOrEqual(1);
    expect(scale.share(0)).toBe(0);
  });

  test("has a few ticks, all of them on it", () => {
    expect(scale.ticks.length).toBeGreaterThanOrEqual(3);
    expect(scale.ticks.length).toBeLessThanOrEqual(8);
    for (const tick of scale.ticks) expect(scale.share(tick)).toBeLessThanOrEqual(1);
  });
});

describe("the win test on bits", () => {
  // Four discs side by side on columns of seven bits: bits 0, 7, 14 and 21.
  const bits = (places: number[]) =>
    places.reduce((sum, place) => sum + (1n << BigInt(place)), 0n).toString(16);
  const test_: WinTest = {
    direction: "right",
    step: [1, 0],
    distance: 7,
    steps: [
      { operation: ">>", distance: 7, of: "stones", hex: bits([0, 7, 14]) },
      { operation: "&", distance: 0, of: "found", hex: bits([0, 7, 14]) },
      { operation: ">>", distance: 14, of: "found", hex: bits([0]) },
      { operation: "&", distance: 0, of: "found", hex: bits([0]) },
    ],
    starts: bits([0]),
    cells: ["a1", "b1", "c1", "d1"],
  };
  const answer = {
    stride: 7,
    sides: { first: { hex: bits([0, 7, 14, 21]) } },
  } as unknown as BitsAnswer;
  const frame = (stage: number) => frameOf(answer, "first", test_, stage);

  test("a number has its bits, the lowest first", () => {
    expect(ones("0")).toEqual([]);
    expect(ones("a1")).toEqual([0, 5, 7]);
    expect(ones(bits([3, 60, 200]))).toEqual([3, 60, 200]);
  });

  test("begins with the stones, shifts, combines and ends with where rows begin", () => {
    expect(stagesOf(test_)).toBe(6);
    expect(frame(0)).toMatchObject({ kind: "stones", found: [0, 7, 14, 21] });
    expect(frame(1).shifted.map(({ bit, from }) => [bit, from])).toEqual([
      [0, 7],
      [7, 14],
      [14, 21],
    ]);
    expect(frame(2)).toMatchObject({ kind: "combine", found: [0, 7, 14], lost: [21] });
    expect(frame(4)).toMatchObject({ kind: "combine", found: [0], lost: [7, 14] });
    expect(frame(5)).toMatchObject({ kind: "verdict", found: [0] });
  });

  test("a shift along the board is not one over its edge", () => {
    expect(frame(1).shifted.some(({ isOverEdge }) => isOverEdge)).toBe(false);
    const up: WinTest = { ...test_, step: [0, 1], distance: 1 };
    const [first] = up.steps;
    if (!first) throw new Error("no step");
    up.steps = [{ ...first, distance: 1, hex: bits([6]) }];
    // From the bottom of a column to the sentinel above the one before.
    expect(frameOf(answer, "first", up, 1).shifted).toEqual([
      { bit: 6, from: 7, isOverEdge: true },
    ]);
  });
});

describe("the map of an evaluation", () => {
  const cell = (heat: number | null, note: "win" | "loss" | null = null) => ({
    ...{ heat, value: heat, note },
  });
  const cells = { a1: cell(-4), b1: cell(10), c1: cell(-90, "loss"), d1: cell(null, "win") };
  const range = rangeOf({ cells } as unknown as EvaluationAnswer);

  test("reaches from the least to the most, without what is lost by force", () => {
    expect(range).toEqual({ least: -4, most: 10 });
    expect(rangeOf({ cells: {} } as unknown as EvaluationAnswer)).toBeNull();
  });

  test("is cold at one end and hot at the other, and a win is hottest", () => {
    if (!range) throw new Error("no range");
    expect(warmth(cells.a1, range)).toBe(0);
    expect(warmth(cells.b1, range)).toBe(1);
    expect(warmth(cells.c1, range)).toBeNull();
    expect(warmth(cells.d1, range)).toBe(1);
    expect(warmth(cell(3), { least: 3, most: 3 })).toBe(0.5);
  });
});

test("moves are drawn on a position side by side in turn, and the position stays", () => {
  const before: Position = {
    ...{ rules: rulesOf(3, 3, 3, "grid"), ply: 1, side: "second", text: "", legal: ["a1"] },
    ...{ stones: { first: ["b2"], second: [] }, winning: [], outcome: null },
  };
  const after = withMoves(before, ["a1", "c3", "c1"]);
  expect(after.stones).toEqual({ first: ["b2", "c3"], second: ["a1", "c1"] });
  expect([after.side, after.ply, after.legal]).toEqual(["first", 4, []]);
  expect(before.stones).toEqual({ first: ["b2"], second: [] });
});
