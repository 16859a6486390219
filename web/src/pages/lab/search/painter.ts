/** Draws a tree on a canvas: only what is in view, and surfaces where edges are many. */

import { countBelow } from "./layout";
import { nodes, ring, type Scene } from "./nodes";
import { firstIndex } from "./trace";

/** More edges than this between two levels in view are drawn as surfaces. */
const MOST_EDGES = 180;

export function paint(context: CanvasRenderingContext2D, scene: Scene): void {
  const { camera, palette, time } = scene;
  const { layout } = camera;
  const { trace } = layout;
  context.clearRect(0, 0, camera.width, camera.height);
  const entered = trace.entered(time);
  context.lineJoin = "round";
  for (let level = 1; level < trace.levels; level++) {
    if (camera.top(level - 1) > camera.height) break;
    const share = Math.min(1, camera.width / (layout.width * camera.view.scale));
    const isCrowded = (layout.rows[level]?.length ?? 0) * share > MOST_EDGES;
    if (isCrowded) fans(context, scene, level - 1, entered);
    else edges(context, scene, level, entered);
  }
  bold(context, scene, entered);
  for (let level = 0; level < trace.levels; level++) {
    const top = camera.top(level);
    if (top > camera.height + 40 || top < -220) continue;
    nodes(context, scene, level, entered);
  }
  for (const [node, colour] of [
    [scene.current, palette.accent],
    [scene.selected, palette.ink],
  ] as const) {
    if (node >= 0 && node < entered) ring(context, camera, node, colour);
  }
}

function edges(
  context: CanvasRenderingContext2D,
  { camera, palette }: Scene,
  level: number,
  entered: number,
): void {
  const { layout } = camera;
  const { trace } = layout;
  const row = layout.rows[level];
  if (level === 0 || !row) return;
  const [left, right] = [camera.toSlot(-2), camera.toSlot(camera.width + 2)];
  const place = (node: number) => layout.x[node] ?? 0;
  const nearer = (node: number, pick: (a: number, b: number) => number) =>
    pick(place(node), place(trace.parent[node] ?? 0));
  // Both ends move to the right from edge to edge: those in view stand beside each other.
  const to = Math.min(
    firstIndex(row.length, (index) => nearer(row[index] ?? 0, Math.min) > right),
    countBelow(row, entered),
  );
  const top = camera.top(level);
  context.beginPath();
  let [parent, x0, y0] = [-1, 0, 0];
  let index = firstIndex(row.length, (each) => nearer(row[each] ?? 0, Math.max) >= left);
  for (; index < to; index++) {
    const node = row[index] ?? 0;
    const above = trace.parent[node] ?? 0;
    if (above !== parent) [parent, x0, y0] = [above, camera.screenX(above), camera.bottom(above)];
    context.moveTo(x0, y0);
    context.lineTo(camera.screenX(node), top);
  }
  context.strokeStyle = palette.strong;
  context.lineWidth = camera.view.scale > 24 ? 1.4 : 0.8;
  context.globalAlpha = camera.view.scale > 24 ? 0.9 : 0.65;
  context.stroke();
  context.globalAlpha = 1;
}

/** A surface from each node to its children. */
function fans(
  context: CanvasRenderingContext2D,
  { camera, palette }: Scene,
  level: number,
  entered: number,
): void {
  const { layout } = camera;
  const { trace } = layout;
  const row = layout.rows[level];
  if (!row || level + 1 >= trace.levels) return;
  const end = countBelow(row, entered);
  const below = camera.top(level + 1);
  // A wide surface can reach into view though its node is outside.
  const reach = layout.roominess[level] ?? 1;
  const from = layout.firstFrom(row, camera.toSlot(0) - reach);
  const right = camera.toSlot(camera.width) + reach;
  const pixel = 1 / camera.view.scale;
  context.fillStyle = palette.strong;
  context.globalAlpha = 0.3;
  context.beginPath();
  for (let index = from; index < end;) {
    const node = row[index] ?? 0;
    const x = layout.x[node] ?? 0;
    if (x > right) break;
    const start = trace.firstChild[node] ?? -1;
    if (start >= 0 && start < entered) {
      let last = trace.lastChild[node] ?? start;
      while (last >= entered) last = trace.previousSibling[last] ?? start;
      const [x0, x1] = [camera.screenX(start), camera.screenX(last)];
      const [middle, y0] = [camera.screenX(node), camera.bottom(node)];
      // Whole pixels are much cheaper than parts of them.
      if (x1 - x0 < 3) context.fillRect(Math.round(middle), y0, 1, below - y0);
      else {
        context.moveTo(middle - 0.5, y0);
        context.lineTo(middle + 0.5, y0);
        context.lineTo(x1 + 0.5, below);
        context.lineTo(x0 - 0.5, below);
        context.closePath();
      }
    }
    const next = index + 1;
    const near = (layout.x[row[next] ?? 0] ?? 0) - x < pixel;
    index = near ? layout.firstFrom(row, x + pixel, next) : next;
  }
  context.fill();
  context.globalAlpha = 1;
}

/** The way to the node of this step, and the best moves once they are found. */
function bold(context: CanvasRenderingContext2D, scene: Scene, entered: number): void {
  const { camera, palette, time, current, selected } = scene;
  const { trace } = camera.layout;
  const edge = (node: number) => {
    const parent = trace.parent[node] ?? -1;
    if (parent < 0) return;
    context.moveTo(camera.screenX(parent), camera.bottom(parent));
    context.lineTo(camera.screenX(node), camera.top(trace.level[node] ?? 0));
  };
  const stroke = (nodes: Iterable<number>, colour: string, width: number) => {
    context.beginPath();
    for (const node of nodes) edge(node);
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.lineCap = "round";
    context.stroke();
    context.lineCap = "butt";
  };
  const lastRoot = trace.roots.at(-1) ?? 0;
  if (trace.isDone(lastRoot, time)) stroke(trace.best, palette.accent, 4);
  if (selected >= 0 && selected < entered) stroke(trace.path(selected), palette.ink, 2);
  if (current >= 0 && current < entered && !trace.isDone(lastRoot, time))
    stroke(trace.path(current), palette.accent, 2.6);
}
