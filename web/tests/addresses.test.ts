import { describe, expect, test } from "vitest";
import {
  readAddress,
  rowsOf,
  sameLine,
  stonesOf,
  writeAddress,
} from "../src/pages/analysis/address";
import { engineText, PLAIN, possible, readOptions, SAMPLES } from "../src/pages/lab/search/options";
import {
  FIRST_PLAN,
  partnerText,
  readRun,
  type Run,
  runText,
  specOf,
  withPartner,
} from "../src/pages/lab/matchboxes/run";
import type { EngineOption } from "../src/protocol";
import { analysisAddress, lineOf, queryOf } from "../src/router.svelte";
import { Geometry } from "../src/board/geometry";
import { BOARDS, randomNumbers } from "./helpers";

const queryIn = (address: string) => new URLSearchParams(address.split("?")[1]);

describe("the address of the analysis", () => {
  test.each([
    {
      rules: "connect4",
      start: null,
      moves: [],
      at: null,
      review: false,
      retry: null,
      edit: null,
      room: null,
    },
    {
      rules: "9x7:5+gravity",
      start: null,
      moves: ["d1", "d2"],
      at: 1,
      review: true,
      retry: "second" as const,
      edit: null,
      room: null,
    },
    {
      rules: "gomoku",
      start: "15/x14 o",
      moves: ["h8"],
      at: 0,
      review: false,
      retry: null,
      edit: null,
      room: null,
    },
    {
      rules: "tictactoe",
      start: null,
      moves: [],
      at: null,
      review: false,
      retry: null,
      edit: "3/1x1/o2",
      room: "a-B_9",
    },
  ])("is read as it was written: $rules", (place) => {
    expect(readAddress(queryIn(writeAddress(place)))).toEqual(place);
  });

  test("can be read by people", () => {
    const place = readAddress(new URLSearchParams("rules=9x7:5%2Bgravity&moves=d1+d2,d3"));
    expect(place.moves).toEqual(["d1", "d2", "d3"]);
    expect(writeAddress(place)).toBe("/analysis?rules=9x7:5%2Bgravity&moves=d1,d2,d3");
  });

  test("that says nothing is an empty board of Connect 4", () => {
    expect(readAddress(new URLSearchParams("at=x"))).toEqual({
      ...{
        rules: "connect4",
        start: null,
        moves: [],
        at: null,
        review: false,
        retry: null,
        edit: null,
        room: null,
      },
    });
  });

  test("of a game leads to that game", () => {
    const line = lineOf(queryIn(analysisAddress("gomoku", "15/x14 o", ["h8", "h9"])), "");
    expect(sameLine(line, { rules: "gomoku", start: "15/x14 o", moves: ["h8", "h9"] })).toBe(true);
    expect(analysisAddress("connect4", null, [])).toBe("/analysis?rules=connect4");
    expect(readAddress(queryIn(analysisAddress("gomoku", null, ["h8"], "a-B_9"))).room).toBe(
      "a-B_9",
    );
    expect(readAddress(new URLSearchParams("room=//elsewhere")).room).toBeNull();
  });
});

test("a query leaves out what says nothing, and keeps what could break it apart", () => {
  const parts = { a: "x&y=z#", b: null, c: undefined, d: "", e: 0 };
  expect(Object.fromEntries(new URLSearchParams(queryOf(parts)))).toEqual({ a: "x&y=z#", e: "0" });
});

test.each(BOARDS)("stones become rows and rows stones again: $width x $height", (rules) => {
  const random = randomNumbers(rules.width);
  const stones = { first: [] as string[], second: [] as string[] };
  for (const cell of new Geometry(rules, false).cells) {
    const lot = random();
    if (lot < 0.3) stones.first.push(cell);
    else if (lot < 0.6) stones.second.push(cell);
  }
  const rows = rowsOf(rules, stones);
  expect(rows.split("/")).toHaveLength(rules.height);
  expect(stonesOf(rules, rows)).toEqual(stones);
});

test("rows that do not fit leave out what lies outside", () => {
  const [tictactoe] = BOARDS;
  if (!tictactoe) throw new Error("no board");
  expect(stonesOf(tictactoe, "xxxxx/9o/x/x/o")).toEqual({
    first: ["a3", "b3", "c3", "a1"],
    second: [],
  });
});

describe("the switches of a search", () => {
  const option = { about: "", default: null, choices: [], least: 0, most: null, pattern: "" };
  const told: EngineOption[] = [
    { ...option, name: "depth", kind: "whole", least: 1, most: 20 },
    { ...option, name: "order", kind: "choice", choices: ["none", "threats"] },
    { ...option, name: "evaluation", kind: "choice", choices: ["lines"] },
  ];

  test.each(SAMPLES)("of the sample $name are read as they were written", ({ options }) => {
    for (const each of options) {
      if (each) expect(possible(readOptions(engineText(each)), told)).toEqual(each);
    }
  });

  test("that make no sense are as usual", () => {
    for (const depth of ["99", "0", "x"]) {
      const text = `alphabeta:depth=${depth},order=magic,evaluation=,x=y`;
      expect(possible(readOptions(text), told)).toEqual(PLAIN);
    }
    expect(possible(readOptions(""), told)).toEqual(PLAIN);
  });
});

describe("what a machine went through", () => {
  const made: Run = {
    ...{ brain: null, rules: "tictactoe", variant: "her:loss=2", side: "second", seed: 7 },
    course: [{ partner: "mix:0.5", games: 1500 }, { moves: ["b2", "a3"] }],
  };

  test("is read as it was written", () => {
    expect(readRun(runText(made))).toEqual(made);
    const copied = { ...made, brain: "class-a" };
    expect(readRun(runText(copied))).toMatchObject({ brain: "class-a", course: made.course });
  });

  test("is told to the server as a machine, or as the copy of one", () => {
    expect(specOf(made)).not.toHaveProperty("brain");
    expect(specOf({ ...made, brain: "class-a" })).toEqual({
      brain: "class-a",
      course: made.course,
    });
  });

  test.each([
    "",
    "tictactoe",
    "tictactoe/her/third/1/",
    "tictactoe/her/first/x/",
    "a/b/first/1/c*",
  ])("that says nothing is refused: %j", (text) => {
    expect(readRun(text)).toBeNull();
  });
});

test.each(["coach", "random", "perfect", "self", "mix:0.25", "alphabeta:depth=3"])(
  "a partner is read as it was written: %s",
  (text) => {
    expect(partnerText(withPartner(FIRST_PLAN, text))).toBe(text);
  },
);
