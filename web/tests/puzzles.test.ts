import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Solving } from "../src/pages/puzzles/solving.svelte";
import { joined, lengthened, lengthOn, readStreak, writeStreak } from "../src/pages/puzzles/streak";
import type { Position, PuzzleTask } from "../src/protocol";

describe("a streak", () => {
  test("grows by a day, and begins anew after one that was missed", () => {
    let streak = lengthened(null, "2026-02-27");
    expect(streak).toEqual({ day: "2026-02-27", length: 1 });
    streak = lengthened(streak, "2026-02-28");
    streak = lengthened(streak, "2026-03-01");
    expect(streak.length).toBe(3);
    expect(lengthened(streak, "2026-03-01")).toEqual(streak);
    expect(lengthOn(streak, "2026-03-02")).toBe(3);
    expect(lengthOn(streak, "2026-03-03")).toBe(0);
    expect(lengthened(streak, "2026-03-03").length).toBe(1);
  });

  test("of two devices is that of all days on which either had one", () => {
    const days = Array.from({ length: 9 }, (_, index) => `2026-11-1${index}`);
    const solvedOn = (solved: boolean[]) =>
      days.reduce<ReturnType<typeof joined>>(
        (streak, day, index) => (solved[index] ? lengthened(streak, day) : streak),
        null,
      );
    // Every way in which two devices share nine days: each day neither, one, the other or both.
    for (let code = 0; code < 4 ** 9; code += 7) {
      const who = days.map((_, index) => Math.floor(code / 4 ** index) % 4);
      const [one, other] = [1, 2].map((bit) => who.map((each) => (each & bit) !== 0));
      const [mine, theirs] = [solvedOn(one ?? []), solvedOn(other ?? [])];
      const found = joined(mine, theirs);
      expect(found).toEqual(joined(theirs, mine));
      // Each device knows its last days in a row alone: no more can be told from both.
      const known = who.map((_, index) =>
        [mine, theirs].some((streak) => {
          const last = streak ? days.indexOf(streak.day) : -1;
          return streak !== null && index <= last && index > last - streak.length;
        }),
      );
      expect(found).toEqual(solvedOn(known));
    }
  });

  test("is remembered as text, and nothing else is one", () => {
    const streak = { day: "2026-11-16", length: 12 };
    expect(readStreak(writeStreak(streak))).toEqual(streak);
    for (const text of [null, "", "12", "2026-11-16", "2026-11-16 x"]) {
      expect(readStreak(text)).toBe(null);
    }
  });
});

describe("solving", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const [position, ...after] = [0, 1, 2, 3].map((ply) => ({ ply }) as Position);
  const task = { last: "a1", line: ["b2", "c3", "a3"], position, after } as PuzzleTask;

  test("a wrong move leaves the position, the right one plays the line", () => {
    const solving = new Solving(task);
    expect(solving.last).toBe("a1");
    expect(solving.play("c1")).toBe(false);
    expect([solving.progress, solving.position.ply]).toEqual(["wrong", 0]);
    expect(solving.play("b2")).toBe(true);
    expect([solving.progress, solving.position.ply, solving.last]).toEqual(["solved", 1, "b2"]);
    vi.runAllTimers();
    expect([solving.position.ply, solving.last]).toEqual([3, "a3"]);
    expect(solving.play("c1")).toBe(false);
    expect(solving.progress).toBe("solved");
  });

  test("who looks at the solution has not solved it", () => {
    const solving = new Solving(task);
    solving.reveal();
    vi.runAllTimers();
    expect([solving.progress, solving.position.ply]).toEqual(["shown", 3]);
    expect(solving.play("b2")).toBe(false);
  });

  test("who leaves is not played to", () => {
    const solving = new Solving(task);
    solving.play("b2");
    solving.stop();
    vi.runAllTimers();
    expect(solving.position.ply).toBe(1);
  });
});
