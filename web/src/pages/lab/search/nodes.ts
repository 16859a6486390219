/** Draws the nodes of a tree: boards with window and value from near, dots and pixels from far. */

import { dot } from "../paths";
import type { BoardPainter } from "./boards";
import { BOARD_SIZE, type Camera, DOT_HEIGHT, DOT_SIZE, textHeight, WINDOW_SIZE } from "./camera";
import { countBelow, MOST_STUBS, STUB } from "./layout";
import { type Palette, type Tone, TONES } from "./palette";
import type { Trace } from "./trace";
import { boundSign, scoreText, windowText } from "./words";

export type Scene = {
  camera: Camera;
  time: number;
  /** The node that the step is about, and the one that somebody looks at; -1 for none. */
  current: number;
  selected: number;
  boards: BoardPainter | null;
  palette: Palette;
};

/** Who is better off at a node, as far as is known. */
function toneOf(trace: Trace, node: number, time: number): Tone {
  return trace.isDone(node, time) ? ((trace.tones[node] ?? 0) as Tone) : 0;
}

/** The nodes of a level that are in view and have been entered. */
export function nodes(
  context: CanvasRenderingContext2D,
  scene: Scene,
  level: number,
  entered: number,
): void {
  const { camera, palette, time, boards } = scene;
  const { layout } = camera;
  const { trace } = layout;
  const row = layout.rows[level];
  if (!row) return;
  const { scale } = camera.view;
  const end = countBelow(row, entered);
  const reach = 60 / scale;
  const from = layout.firstFrom(row, camera.toSlot(0) - reach);
  const right = camera.toSlot(camera.width) + reach;
  const top = camera.top(level);
  const specks: number[][] = Array.from({ length: TONES }, () => []);
  const dots: number[][] = Array.from({ length: TONES }, () => []);
  const cuts: number[] = [];
  const shown: Shown[] = [];
  const pixel = 1 / scale;
  for (let index = from; index < end;) {
    const node = row[index] ?? 0;
    const x = layout.x[node] ?? 0;
    if (x > right) break;
    const size = camera.size(node);
    const across = camera.screenX(node);
    const tone = toneOf(trace, node, time);
    const isCut = trace.isCut(node) && trace.isDone(node, time) && trace.column("cut", node) > 0;
    if (size < DOT_SIZE) specks[tone]?.push(across, size);
    else if (size < BOARD_SIZE || !boards) dots[tone]?.push(across, size);
    else shown.push({ node, across, size, tone });
    if (isCut) {
      if (STUB * scale >= 4) stubs(context, scene, node, size);
      else if (size < BOARD_SIZE) cuts.push(across, size);
      else tuft(context, scene, node);
    }
    const next = index + 1;
    const near = (layout.x[row[next] ?? 0] ?? 0) - x < pixel;
    index = near ? layout.firstFrom(row, x + pixel, next) : next;
  }
  if (shown.length) boardsOf(context, scene, shown, top);
  const centre = top + DOT_HEIGHT / 2;
  const high = Math.round(top + 1);
  specks.forEach((found, tone) => {
    if (!found.length) return;
    context.fillStyle = tone === 0 ? palette.accent : (palette.tones[tone] ?? "");
    for (let at = 0; at < found.length; at += 2) {
      const size = Math.max(1, Math.round(found[at + 1] ?? 1));
      context.fillRect(Math.round((found[at] ?? 0) - size / 2), high, size, DOT_HEIGHT - 2);
    }
  });
  dots.forEach((found, tone) => {
    if (!found.length) return;
    context.beginPath();
    for (let at = 0; at < found.length; at += 2)
      dot(context, found[at] ?? 0, centre, radiusOf(found[at + 1] ?? 0));
    context.fillStyle = palette.tones[tone] ?? "";
    context.fill();
    context.strokeStyle = tone === 0 ? palette.accent : palette.strong;
    context.lineWidth = tone === 0 ? 1.6 : 0.7;
    context.stroke();
  });
  if (cuts.length) {
    context.fillStyle = palette.danger;
    for (let at = 0; at < cuts.length; at += 2) {
      const size = Math.max(2, Math.min(6, Math.round(cuts[at + 1] ?? 1)));
      context.fillRect(Math.round((cuts[at] ?? 0) - size / 2), high + DOT_HEIGHT, size, 3);
    }
  }
}

/** A node that shows its board: in the middle of what, and how large. */
type Shown = { node: number; across: number; size: number; tone: Tone };

/** The boards of a level. What many have in common is drawn at once: that is much cheaper. */
function boardsOf(
  context: CanvasRenderingContext2D,
  scene: Scene,
  found: Shown[],
  top: number,
): void {
  const { palette, boards } = scene;
  for (const [tone, those] of byTone(found)) {
    context.fillStyle = tone === 0 ? palette.accent : (palette.tones[tone] ?? "");
    context.beginPath();
    for (const { across, size } of those) {
      const edge = size >= WINDOW_SIZE ? 3 : 2;
      const whole = size + 2 * edge;
      context.roundRect(across - whole / 2, top - edge, whole, whole, 5);
    }
    context.fill();
  }
  for (const { node, across, size } of found) {
    boards?.draw(context, node, across - size / 2, top, size, palette);
  }
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const isLarge of [false, true]) {
    const those = found.filter(
      ({ size }) => textHeight(size) > 0 && size >= WINDOW_SIZE === isLarge,
    );
    if (those.length) labels(context, scene, those, top, isLarge);
  }
}

/** The values below boards of one kind, and from near their windows. */
function labels(
  context: CanvasRenderingContext2D,
  { camera, palette, time }: Scene,
  found: Shown[],
  top: number,
  isLarge: boolean,
): void {
  const { trace } = camera.layout;
  const high = isLarge ? 17 : 13;
  context.font = `650 ${isLarge ? 13 : 10}px ${palette.font}`;
  const texts = found.map((each) => {
    const value = trace.value(each.node, time);
    const running = value ?? trace.bestSoFar(each.node, time);
    const sign = value ? boundSign(trace.relation(each.node)) : "";
    const y = top + each.size + (isLarge ? 15 : 12);
    return { ...each, y, isKnown: value !== null, text: running ? sign + scoreText(running) : "…" };
  });
  for (const [tone, those] of byTone(texts.filter(({ isKnown }) => isKnown))) {
    context.fillStyle = palette.tones[tone] ?? "";
    context.beginPath();
    for (const { across, size, text, y } of those) {
      const wide = Math.max(size * 0.5, widthOf(context, text, isLarge) + 10);
      context.roundRect(across - wide / 2, y - high / 2, wide, high, high / 2);
    }
    context.fill();
    context.fillStyle = palette.inks[tone] ?? "";
    for (const { text, across, y } of those) context.fillText(text, across, y + 0.5);
  }
  context.fillStyle = palette.accent;
  for (const { text, across, y, isKnown } of texts) {
    if (!isKnown) context.fillText(text, across, y + 0.5);
  }
  if (!isLarge) return;
  context.font = `500 10px ${palette.font}`;
  context.fillStyle = palette.muted;
  for (const { node, across, y } of texts) {
    context.fillText(windowText(trace, node), across, y + 16);
  }
}

function byTone<Each extends { tone: Tone }>(found: Each[]): Map<Tone, Each[]> {
  const groups = new Map<Tone, Each[]>();
  for (const each of found) {
    const group = groups.get(each.tone);
    if (group) group.push(each);
    else groups.set(each.tone, [each]);
  }
  return groups;
}

const widths = new Map<string, number>();

/** How wide a value is; there are few different ones. */
function widthOf(context: CanvasRenderingContext2D, text: string, isLarge: boolean): number {
  const key = `${isLarge} ${text}`;
  let width = widths.get(key);
  if (width === undefined) widths.set(key, (width = context.measureText(text).width));
  return width;
}

/** What was never looked at, and the bound because of which. */
function stubs(
  context: CanvasRenderingContext2D,
  { camera, palette }: Scene,
  node: number,
  size: number,
): void {
  const { layout } = camera;
  const { trace } = layout;
  const count = Math.min(MOST_STUBS, trace.column("cut", node));
  const { scale } = camera.view;
  const last = trace.lastChild[node] ?? -1;
  const begin = last < 0 ? (layout.x[node] ?? 0) : (layout.x[last] ?? 0) + 0.5;
  const x0 = camera.screenX(node);
  const y0 = camera.bottom(node);
  const level = trace.level[node] ?? 0;
  const below = level + 1 < trace.levels ? camera.top(level + 1) : y0 + 30;
  const y1 = y0 + (below - y0) * 0.8;
  context.strokeStyle = context.fillStyle = palette.danger;
  context.lineWidth = scale > 40 ? 1.6 : 1;
  context.beginPath();
  for (let index = 0; index < count; index++) {
    const x = camera.toScreen(begin + STUB * (index + 0.5));
    context.moveTo(x0, y0);
    context.lineTo(x, y1);
    context.moveTo(x - 4, y1);
    context.lineTo(x + 4, y1);
  }
  context.setLineDash([4, 3]);
  context.stroke();
  context.setLineDash([]);
  if (STUB * count * scale < 12 || size < BOARD_SIZE) return;
  const x = camera.toScreen(begin + (STUB * count) / 2);
  context.font = `700 ${scale > 60 ? 13 : 11}px ${palette.font}`;
  context.textAlign = "center";
  context.textBaseline = "top";
  const sign = trace.end(node) === "alpha" ? "α" : "β";
  context.fillText(sign, x, y1 + 4);
  const hidden = trace.column("cut", node);
  if (scale < 60) return;
  context.font = `500 10px ${palette.font}`;
  context.fillText(`×${hidden}`, x, y1 + 19);
}

/** The same where there is no room beside the children. */
function tuft(context: CanvasRenderingContext2D, { camera, palette }: Scene, node: number): void {
  const { trace } = camera.layout;
  const [x, y] = [camera.screenX(node), camera.bottom(node)];
  context.strokeStyle = context.fillStyle = palette.danger;
  context.lineWidth = 1.4;
  context.beginPath();
  for (const lean of [2, 7, 12]) {
    context.moveTo(x, y);
    context.lineTo(x + lean, y + 9);
  }
  context.stroke();
  context.font = `700 11px ${palette.font}`;
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillText(trace.end(node) === "alpha" ? "α" : "β", x + 14, y + 7);
}

function radiusOf(size: number): number {
  return Math.min(5, size / 2);
}

export function ring(
  context: CanvasRenderingContext2D,
  camera: Camera,
  node: number,
  colour: string,
): void {
  const size = camera.size(node);
  const level = camera.layout.trace.level[node] ?? 0;
  const top = camera.top(level);
  const x = camera.screenX(node);
  context.strokeStyle = colour;
  context.lineWidth = 2.6;
  context.beginPath();
  if (size >= BOARD_SIZE) context.roundRect(x - size / 2 - 6, top - 6, size + 12, size + 12, 8);
  else dot(context, x, top + DOT_HEIGHT / 2, radiusOf(size) + 5);
  context.stroke();
}
