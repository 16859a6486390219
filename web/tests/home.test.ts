import { beforeEach, describe, expect, test } from "vitest";
import { rememberBeaten, suitableLevel } from "../src/beaten";
import { addressOf, type Choice, choiceIn, firstChoice } from "../src/pages/home/address";
import { CARDS } from "../src/pages/home/cards";
import type { GameSetup } from "../src/pages/home/setup";
import type { Room } from "../src/protocol";
import { rulesOf } from "./helpers";

const [tictactoe, connect4, , own] = CARDS;
if (!tictactoe || !connect4 || !own) throw new Error("there are four cards");

beforeEach(() => localStorage.clear());

function reread(choice: Choice): Choice | null {
  return choiceIn(new URL(addressOf(choice), "http://here").searchParams);
}

describe("what is chosen on the home page", () => {
  const changes: [string, Partial<GameSetup>][] = [
    ["nothing", {}],
    ["another level", { player: { level: 9, engine: "", options: {} } }],
    [
      "an engine with options",
      { player: { level: 4, engine: "alphabeta", options: { depth: "3", without: "a+b" } } },
    ],
    ["a matchbox machine", { opponent: "matchbox", brain: "class-a" }],
    ["a friend, who begins, with a clock", { opponent: "friend", begins: "them", clock: "3+2" }],
    ["two people here", { opponent: "here", clock: "10+5" }],
    [
      "two machines to watch",
      {
        opponent: "watch",
        player: { level: 2, engine: "", options: {} },
        other: { level: 8, engine: "minimax", options: { depth: "2" } },
      },
    ],
    ["a clock of one's own", { clock: "own", minutes: 0.5, increment: 1.5, begins: "chance" }],
  ];

  test.each(changes)("is in the address: %s", (_, change) => {
    for (const card of CARDS) {
      const first = firstChoice(card);
      const choice = { ...first, setup: { ...first.setup, ...change } };
      expect(reread(choice)).toEqual(choice);
    }
  });

  test("has rules of one's own", () => {
    const choice = { ...firstChoice(own), rules: "9x7:5+gravity+exact" };
    expect(reread(choice)).toEqual(choice);
    expect(addressOf(choice)).toContain("rules=9x7:5");
  });

  test("reads as people would write it, and takes what they leave out", () => {
    expect(addressOf(firstChoice(connect4))).toBe("/?game=connect4&against=level:4");
    expect(choiceIn(new URLSearchParams("game=connect4"))).toEqual(firstChoice(connect4));
  });

  test.each(["", "game=chess", "against=friend"])("is nothing in %s", (query) => {
    expect(choiceIn(new URLSearchParams(query))).toBeNull();
  });

  test.each(["clock=soon", "clock=3", "begins=nobody", "against=level:x"])(
    "is as at first where the address is wrong: %s",
    (query) => {
      expect(choiceIn(new URLSearchParams(`game=connect4&${query}`))).toEqual(
        firstChoice(connect4),
      );
    },
  );
});

describe("the level that suits", () => {
  const beat = (level: number) =>
    rememberBeaten({
      ...{ rules: { ...rulesOf(7, 6, 4, "holes"), name: "connect4" }, you: ["first"], start: null },
      outcome: { winner: "first", termination: "run" },
      seats: { first: { kind: "person" }, second: { kind: "player", level } },
    } as unknown as Room);

  test("is a good one for first games, the one chosen last, or the next one to beat", () => {
    expect(suitableLevel("connect4", null)).toBe(4);
    expect(suitableLevel("connect4", 7)).toBe(7);
    beat(4);
    beat(5);
    expect(suitableLevel("connect4", null)).toBe(6);
    expect(suitableLevel("connect4", 7)).toBe(7);
    expect(suitableLevel("gomoku", null)).toBe(4);
    beat(10);
    expect(suitableLevel("connect4", 10)).toBe(10);
  });
});
