import { describe, expect, test } from "vitest";
import { Camera, LARGEST_SCALE } from "../src/pages/lab/search/camera";
import { countBelow, Layout, neighbour } from "../src/pages/lab/search/layout";
import { rowsOf, spotsOf, withLeaf } from "../src/pages/lab/search/textbook";
import { flipped, Trace } from "../src/pages/lab/search/trace";
import type { TraceScore, Tree } from "../src/protocol";
import { minimax, randomNumbers, randomTree, traceAnswer } from "./helpers";

const SMALL: Tree = [
  [9, 6, 3],
  [2, 8, 7],
  [5, 1, 4],
];
const trees = Array.from({ length: 30 }, (_, seed): Tree => {
  const random = randomNumbers(seed);
  return [randomTree(random, 5), randomTree(random, 5), randomTree(random, 5)];
});
const everyTree: [string, Tree][] = [["small", SMALL]];
trees.forEach((tree, seed) => everyTree.push([`random ${seed}`, tree]));

describe.each(everyTree)("the trace of a tree, %s", (_, tree) => {
  const trace = new Trace(traceAnswer(tree));
  const nodes = Array.from({ length: trace.size }, (_, node) => node);

  test("parents, children and paths agree", () => {
    for (const node of nodes) {
      for (const child of trace.children(node)) expect(trace.parent[child]).toBe(node);
      expect(trace.path(node)).toHaveLength((trace.level[node] ?? 0) + 1);
      expect(trace.path(node)[0]).toBe(0);
    }
    const born = nodes.flatMap((node) => trace.children(node));
    expect(born.toSorted((a, b) => a - b)).toEqual(nodes.slice(1));
  });

  test("a step enters a node or leaves one, and every node has its turn", () => {
    const entered = new Set<number>();
    const left = new Set<number>();
    for (let time = 1; time <= trace.steps; time++) {
      const node = trace.at(time);
      entered.add(node);
      if (trace.returns(time)) left.add(node);
      expect(trace.entered(time)).toBe(entered.size);
      expect(left.has(node)).toBe(trace.isDone(node, time));
    }
    expect(left.size).toBe(trace.size);
  });

  test("a value is known when its node is done, and the root's is that of minimax", () => {
    expect(trace.value(0, trace.steps - 1)).toBeNull();
    expect(trace.value(0, trace.steps)?.[1]).toBe(minimax(tree));
    for (const node of nodes.filter((each) => trace.hasChildren(each))) {
      const values = trace.children(node).map((each) => trace.value(each, trace.steps)?.[1] ?? 0);
      const best = trace.isMax(node) ? Math.max(...values) : Math.min(...values);
      expect(trace.value(node, trace.steps)?.[1]).toBe(best);
      expect(trace.bestSoFar(node, trace.steps)?.[1]).toBe(best);
    }
  });

  test("no two nodes of a level overlap, and a parent is over its children", () => {
    const layout = new Layout(trace);
    for (const row of layout.rows) {
      for (let index = 1; index < row.length; index++) {
        const [before, here] = [row[index - 1] ?? 0, row[index] ?? 0];
        const apart = (layout.x[here] ?? 0) - (layout.x[before] ?? 0);
        expect(apart).toBeGreaterThanOrEqual(1 - 1e-9);
        expect(layout.gap[here]).toBeLessThanOrEqual(apart + 1e-6);
      }
    }
    for (const node of nodes.filter((each) => trace.hasChildren(each))) {
      const below = trace.children(node).map((child) => layout.x[child] ?? 0);
      expect(layout.x[node]).toBeGreaterThanOrEqual(Math.min(...below));
      expect(layout.x[node]).toBeLessThanOrEqual(Math.max(...below));
    }
    const places = Array.from(layout.x);
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0.5 - 1e-9);
    expect(Math.max(...places)).toBeLessThanOrEqual(layout.width - 0.5 + 1e-9);
  });

  test("keys lead to a neighbour, and back", () => {
    const layout = new Layout(trace);
    for (const node of nodes) {
      const right = neighbour(layout, node, "ArrowRight", trace.size);
      if (right >= 0) expect(neighbour(layout, right, "ArrowLeft", trace.size)).toBe(node);
      const child = neighbour(layout, node, "ArrowDown", trace.size);
      if (child >= 0) expect(neighbour(layout, child, "ArrowUp", trace.size)).toBe(node);
      expect(neighbour(layout, node, "Home", trace.size)).toBe(0);
    }
    expect(neighbour(layout, 0, "ArrowUp", trace.size)).toBe(-1);
  });

  test("the textbook's drawing has every node of the trace at its path", () => {
    const { spots, leaves } = spotsOf(tree);
    const rows = rowsOf(trace);
    expect(spots.map(({ path }) => path).toSorted()).toEqual([...rows.keys()].toSorted());
    expect(spots.filter(({ leaf }) => leaf !== null)).toHaveLength(leaves);
    for (const { x } of spots) expect(x > 0 && x < 1).toBe(true);
  });
});

describe("cut branches", () => {
  test("their stubs have room beside the children", () => {
    const plain = new Layout(new Trace(traceAnswer(SMALL)));
    const cut = new Layout(new Trace(traceAnswer(SMALL, { 1: 2 })));
    expect(cut.width).toBeGreaterThan(plain.width);
    const next = (layout: Layout) => layout.x[6] ?? 0;
    expect(next(cut) - next(plain)).toBeCloseTo(cut.width - plain.width);
  });
});

describe("the camera", () => {
  const layout = new Layout(new Trace(traceAnswer(trees[3] ?? SMALL)));
  const whole = new Camera(layout, 800, 500, null);

  test("shows the whole tree unless told otherwise", () => {
    expect(whole.toScreen(0)).toBeGreaterThan(0);
    expect(whole.toScreen(layout.width)).toBeLessThan(800);
  });

  test.each([
    [5, 310],
    [6, 370],
    [5, 900],
  ])("shows all %s rows of a small tree at a height of %s", (rows, height) => {
    let tree: Tree = 1;
    for (let row = 1; row < rows; row++) tree = [tree, row];
    const small = new Layout(new Trace(traceAnswer(tree)));
    expect(small.rows).toHaveLength(rows);
    const camera = new Camera(small, 800, height, null);
    for (const row of small.rows) {
      for (const node of row) expect(camera.bottom(node)).toBeLessThanOrEqual(height);
    }
  });

  test("slots and pixels are turned into each other and back", () => {
    for (const pixel of [0, 17, 400, 799]) {
      expect(whole.toScreen(whole.toSlot(pixel))).toBeCloseTo(pixel);
    }
  });

  test.each([
    [1.5, 400],
    [2.7, 120],
    [0.8, 650],
  ])("zoomed by %s, the place under the pointer at %s stays there", (factor, pixel) => {
    const near = new Camera(layout, 800, 500, { x: layout.width / 2, scale: 60, y: 0 });
    const slot = near.toSlot(pixel);
    const view = near.zoomed(factor, pixel, 200);
    expect((slot - view.x) * view.scale + 400).toBeCloseTo(pixel);
    expect(view.scale).toBeLessThanOrEqual(LARGEST_SCALE);
    expect(view.scale).toBeGreaterThanOrEqual(Camera.fit(layout, 800));
  });

  test("a node that is to be shown is inside, and found at its place", () => {
    for (const row of layout.rows) {
      for (const node of row) {
        const near = new Camera(layout, 800, 500, { x: 0, scale: 80, y: 0 });
        const moved = new Camera(layout, 800, 500, near.showing(node));
        const [x, y] = [moved.screenX(node), moved.top(layout.trace.level[node] ?? 0)];
        expect(x > 0 && x < 800 && y >= 0 && y < 500).toBe(true);
        expect(moved.nodeAt(x, y + 2, layout.trace.size)).toBe(node);
        expect(moved.nodeAt(x, y + 2, node)).not.toBe(node);
      }
    }
  });
});

test("a verdict seen twice from the other side is the same", () => {
  const scores: TraceScore[] = [
    ["win", 3, 900],
    ["loss", 2, -901],
    ["draw", 0, 0],
    ["heuristic", 7, 7],
    ["infinity", -1, -1e6],
  ];
  for (const score of scores) {
    expect(flipped(flipped(score)).map((part) => (part === 0 ? 0 : part))).toEqual(score);
  }
  expect(flipped(["win", 3, 900])).toEqual(["loss", 3, -900]);
});

test("one leaf of a tree is changed, the others are not", () => {
  expect(withLeaf(SMALL, "1.2", 42)).toEqual([
    [9, 6, 3],
    [2, 8, 42],
    [5, 1, 4],
  ]);
});

test("how many entries of a row are below a limit", () => {
  const row = Int32Array.from([1, 4, 4, 9]);
  expect([0, 1, 2, 5, 10].map((limit) => countBelow(row, limit))).toEqual([0, 0, 1, 3, 4]);
});
