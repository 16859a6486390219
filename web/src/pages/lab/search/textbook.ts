/** The whole of a small tree, with what a search made of each of its nodes. */

import type { Tree } from "../../../protocol";
import type { Trace } from "./trace";

export type Spot = {
  /** Which child to take at each level: "" at the root, "0.2" for the first child's third. */
  path: string;
  parent: string | null;
  /** Across from 0 to 1, and down in levels. */
  x: number;
  level: number;
  /** Of a leaf; null inside. */
  leaf: number | null;
};

export function spotsOf(tree: Tree): { spots: Spot[]; leaves: number; levels: number } {
  const spots: Spot[] = [];
  let [leaves, levels] = [0, 0];
  const visit = (node: Tree, path: string, parent: string | null, level: number): number => {
    levels = Math.max(levels, level + 1);
    const spot: Spot = { path, parent, x: 0, level, leaf: null };
    spots.push(spot);
    if (typeof node === "number") {
      spot.leaf = node;
      return (spot.x = leaves++ + 0.5);
    }
    const places = node.map((child, index) =>
      visit(child, path === "" ? String(index) : `${path}.${index}`, path, level + 1),
    );
    return (spot.x = ((places[0] ?? 0) + (places.at(-1) ?? 0)) / 2);
  };
  visit(tree, "", null, 0);
  for (const spot of spots) spot.x /= leaves;
  return { spots, leaves, levels };
}

/** By path, the rows of the trace: more than one where a move was asked again. */
export function rowsOf(trace: Trace): Map<string, number[]> {
  const rows = new Map<string, number[]>();
  for (let node = 0; node < trace.size; node++) {
    const path = trace
      .moves(node)
      .map((name) => Number(name) - 1)
      .join(".");
    const found = rows.get(path);
    if (found) found.push(node);
    else rows.set(path, [node]);
  }
  return rows;
}

/** The tree with another number on one leaf. */
export function withLeaf(tree: Tree, path: string, value: number): Tree {
  if (typeof tree === "number" || path === "") return value;
  const [head = "", ...rest] = path.split(".");
  return tree.map((child, index) =>
    index === Number(head) ? withLeaf(child, rest.join("."), value) : child,
  );
}
