import { expect, test } from "vitest";
import { formatOptions, formatText, parseText, pieces } from "../src/player-text";

test.each([
  ["random", "random", {}],
  ["level:5", "level", { "": "5" }],
  ["mix:0.5", "mix", { "": "0.5" }],
  ["alphabeta:depth=4,cut=off", "alphabeta", { depth: "4", cut: "off" }],
  ["menace:brain=class-a", "menace", { brain: "class-a" }],
  ["her:beads=4+3=2", "her", { beads: "4+3=2" }],
])("%s is read, and written again", (text, name, options) => {
  expect(parseText(text)).toEqual({ name, options });
  expect(formatText(name, options)).toBe(text);
});

test("spaces and large letters are read as the server reads them", () => {
  expect(parseText(" AlphaBeta:depth=4, cut=off ")).toEqual(parseText("alphabeta:depth=4,cut=off"));
});

test("switches are on or off, numbers as they are", () => {
  expect(formatText("alphabeta", { depth: 4, cut: true, probe: false })).toBe(
    "alphabeta:depth=4,cut=on,probe=off",
  );
});

test("options are read by people, and break between lines", () => {
  expect(formatOptions({ "": "5", seconds: "1" })).toBe("5, seconds=1");
  expect(pieces("alphabeta:depth=4,cut=off")).toEqual(["alphabeta:depth=4,", "cut=off"]);
});
