import { describe, expect, test } from "vitest";
import { CELL, cellAt, columnOf, Geometry, rowOf } from "../src/board/geometry";
import { BOARDS, rulesOf } from "./helpers";

describe.each(BOARDS)("a board of $width x $height, $style", (rules) => {
  describe.each([true, false])("with coordinates: %s", (coordinates) => {
    const geometry = new Geometry(rules, coordinates);

    test("a cell has a place, and the place is that of the cell", () => {
      for (const cell of geometry.cells) {
        const { x, y } = geometry.centre(cell);
        const column = Math.floor((x - geometry.left) / CELL);
        const row = Math.floor((geometry.bottom - y) / CELL);
        expect(cellAt(column, row)).toBe(cell);
      }
    });

    test("every cell is inside and no two share a place", () => {
      const places = geometry.cells.map((cell) => geometry.centre(cell));
      expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(rules.width * rules.height);
      for (const { x, y } of places) {
        expect(x - CELL / 2).toBeGreaterThanOrEqual(geometry.left);
        expect(x + CELL / 2).toBeLessThanOrEqual(geometry.right);
        expect(y - CELL / 2).toBeGreaterThanOrEqual(geometry.top);
        expect(y + CELL / 2).toBeLessThanOrEqual(geometry.bottom);
      }
      expect(geometry.right).toBeLessThan(geometry.width);
      expect(geometry.bottom).toBeLessThan(geometry.height);
    });
  });

  test("cells are read from the top left, as a page is", () => {
    const { cells } = new Geometry(rules, true);
    expect(cells[0]).toBe(`a${rules.height}`);
    expect(cells.at(-1)).toBe(cellAt(rules.width - 1, 0));
  });

  test("coordinates take room at the left and below, and nowhere else", () => {
    const [bare, lettered] = [new Geometry(rules, false), new Geometry(rules, true)];
    expect(lettered.left).toBeGreaterThan(bare.left);
    expect(lettered.top).toBe(bare.top);
    expect(lettered.width - bare.width).toBe(lettered.height - bare.height);
  });
});

test("a name is a letter and a row from 1", () => {
  expect(cellAt(3, 0)).toBe("d1");
  expect([columnOf("z26"), rowOf("z26")]).toEqual([25, 25]);
});

describe("the rows of a won game", () => {
  const connect4 = new Geometry(rulesOf(7, 6, 4, "holes"), false);

  test.each([
    ["a row", ["a1", "b1", "c1", "d1"], ["a1", "d1"]],
    ["a column", ["c2", "c3", "c4", "c5"], ["c2", "c5"]],
    ["a rising diagonal", ["d4", "b2", "a1", "c3"], ["a1", "d4"]],
    ["a falling diagonal", ["a4", "b3", "c2", "d1"], ["a4", "d1"]],
  ])("%s is one line from end to end", (_, cells, [from, to]) => {
    const [line, ...others] = connect4.runs(cells);
    expect(others).toEqual([]);
    const [a, b] = [connect4.centre(from ?? ""), connect4.centre(to ?? "")];
    expect(line).toEqual({ from, x1: a.x, y1: a.y, x2: b.x, y2: b.y });
  });

  test("two rows that cross are two lines; three stones beside them are none", () => {
    const cross = ["a1", "b2", "c3", "d4", "a4", "b4", "c4", "d3", "d2"];
    expect(connect4.runs(cross).map(({ from }) => from)).toEqual(["a1", "a4"]);
    expect(connect4.runs(["a1", "a2", "a3"])).toEqual([]);
  });

  test("between crosses and noughts a line goes a little beyond the cells", () => {
    const geometry = new Geometry(rulesOf(3, 3, 3, "grid"), false);
    const [line] = geometry.runs(["a1", "b1", "c1"]);
    expect(line?.x1).toBe(geometry.centre("a1").x - 32);
    expect(line?.x2).toBe(geometry.centre("c1").x + 32);
  });
});
