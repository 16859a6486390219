/** From node to node by keys. */

import type { Layout } from "./layout";

/** Where a key leads from a node: up, down, aside or to the root; -1 where there is nothing. */
export function neighbour(layout: Layout, node: number, key: string, entered: number): number {
  const { trace } = layout;
  const row = layout.rows[trace.level[node] ?? 0];
  // Rows hold nodes in ascending order. Beyond the last sibling come the cousins.
  const aside = (by: number) => row?.[row.indexOf(node) + by] ?? -1;
  const places: Record<string, () => number> = {
    ArrowUp: () => trace.parent[node] ?? -1,
    ArrowDown: () => trace.firstChild[node] ?? -1,
    ArrowLeft: () => aside(-1),
    ArrowRight: () => aside(1),
    Home: () => trace.path(node)[0] ?? -1,
  };
  const found = places[key]?.() ?? -1;
  return found < entered ? found : -1;
}
