import { describe, expect, test } from "vitest";
import { knownMoves } from "../src/pages/analysis/explorer.svelte";
import type { Score } from "../src/protocol";

const win = (plies: number): Score => ({
  kind: "win",
  exact: true,
  chance: 1,
  lead: "much",
  plies,
});
const about = (value: number): Score => ({
  kind: "heuristic",
  exact: false,
  chance: 0.5,
  lead: "even",
  value,
});
const played = (moves: string[], games: number) => ({ moves, first: games, draws: 0, second: 0 });

describe("what is known of moves", () => {
  test("proven scores decide the order, then games", () => {
    const scores = [
      { move: "a1", score: win(9) },
      { move: "b1", score: win(3) },
      { move: "c1", score: win(9) },
    ];
    const found = knownMoves(scores, [played(["c1"], 5), played(["b1"], 1)]);
    expect(found.map(({ move }) => move)).toEqual(["b1", "c1", "a1"]);
  });

  test("where scores are estimates, games decide; unscored moves are told too", () => {
    const scores = [
      { move: "a1", score: about(10) },
      { move: "b1", score: about(20) },
    ];
    const found = knownMoves(scores, [played(["d1"], 5), played(["a1"], 1)]);
    expect(found.map(({ move }) => move)).toEqual(["d1", "a1", "b1"]);
    expect(found[0]?.score).toBeNull();
  });

  test("of many that are the same by symmetry the best stands for all, a pair for itself", () => {
    const scores = ["a1", "a3", "c1", "c3"].map((move, index) => ({ move, score: about(index) }));
    expect(
      knownMoves(scores, [played(["a1", "a3", "c1", "c3"], 2)]).map(({ move }) => move),
    ).toEqual(["c3"]);
    expect(knownMoves(scores.slice(0, 2), [played(["a1", "a3"], 2)])).toHaveLength(2);
  });
});
