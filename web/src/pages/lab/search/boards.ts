/** Draws the small boards of nodes on a canvas: the stones of the root and the moves since. */

import { columnOf, rowOf } from "../../../board/geometry";
import { type Rules, type Side, SIDES, type Stones, type Style } from "../../../protocol";
import { cross, dot } from "../paths";
import type { Palette } from "./palette";
import type { Trace } from "./trace";

/** A board as it was drawn, and how large. */
type Sprite = { canvas: HTMLCanvasElement; size: number };

/** More boards than a screen has. */
const MOST_SPRITES = 600;

/** Pixels of the device for one of the page; more than two nobody sees. */
export function pixelRatio(): number {
  return Math.min(2, devicePixelRatio || 1);
}

export class BoardPainter {
  readonly style: Style;
  readonly #rules: Rules;
  readonly #trace: Trace;
  readonly #columns: number[];
  readonly #rows: number[];
  readonly #root: { column: number; row: number; side: Side }[];
  /** By node: while a search plays, most boards of a frame are those of the last one. */
  readonly #sprites = new Map<number, Sprite>();
  #palette: Palette | null = null;
  #ratio = 0;

  constructor(rules: Rules, stones: Stones, trace: Trace) {
    this.#rules = rules;
    this.style = rules.style;
    this.#trace = trace;
    this.#columns = trace.answer.moves.map(columnOf);
    this.#rows = trace.answer.moves.map(rowOf);
    this.#root = SIDES.flatMap((side) =>
      stones[side].map((cell) => ({ column: columnOf(cell), row: rowOf(cell), side })),
    );
  }

  /** The board of a node in a square, at whole pixels of the device. */
  draw(
    context: CanvasRenderingContext2D,
    node: number,
    left: number,
    top: number,
    size: number,
    palette: Palette,
  ): void {
    const ratio = pixelRatio();
    if (palette !== this.#palette || ratio !== this.#ratio) this.#sprites.clear();
    [this.#palette, this.#ratio] = [palette, ratio];
    let sprite = this.#sprites.get(node);
    if (sprite?.size !== size) {
      if (this.#sprites.size >= MOST_SPRITES) this.#sprites.clear();
      sprite = this.#sprite(node, size, palette, sprite?.canvas);
      this.#sprites.set(node, sprite);
    }
    const { width, height } = sprite.canvas;
    const at = (place: number) => Math.round(place * ratio) / ratio;
    context.drawImage(sprite.canvas, at(left), at(top), width / ratio, height / ratio);
  }

  #sprite(
    node: number,
    size: number,
    palette: Palette,
    canvas = document.createElement("canvas"),
  ): Sprite {
    canvas.width = canvas.height = Math.ceil(size * this.#ratio);
    const context = canvas.getContext("2d");
    if (context) {
      context.scale(this.#ratio, this.#ratio);
      context.fillStyle = palette.card;
      context.fillRect(0, 0, size, size);
      this.#paint(context, node, size, palette);
    }
    return { canvas, size };
  }

  /** Boards fill a square; the others are narrower or lower. */
  #paint(context: CanvasRenderingContext2D, node: number, size: number, palette: Palette): void {
    const { width, height } = this.#rules;
    const cell = size / Math.max(width, height);
    const [wide, high] = [cell * width, cell * height];
    const [x0, y0] = [(size - wide) / 2, (size - high) / 2];
    context.fillStyle = palette.board;
    context.fillRect(x0, y0, wide, high);
    if (this.style === "grid" || (this.style === "lines" && cell >= 5)) {
      this.#lines(context, x0, y0, cell, palette);
    } else if (this.style === "holes" && cell >= 6) {
      context.fillStyle = palette.empty;
      context.beginPath();
      for (let column = 0; column < width; column++)
        for (let row = 0; row < height; row++)
          dot(context, x0 + (column + 0.5) * cell, y0 + (row + 0.5) * cell, cell * 0.38);
      context.fill();
    }
    const stone = (column: number, row: number, side: Side, isLast: boolean) =>
      this.#stone(
        context,
        x0 + (column + 0.5) * cell,
        y0 + (height - row - 0.5) * cell,
        cell,
        side,
        isLast,
        palette,
      );
    for (const each of this.#root) stone(each.column, each.row, each.side, false);
    for (let at = node; !this.#trace.isRoot(at); at = this.#trace.parent[at] ?? 0) {
      const move = this.#trace.column("move", at);
      const mover = this.#trace.side(this.#trace.parent[at] ?? 0);
      stone(this.#columns[move] ?? 0, this.#rows[move] ?? 0, mover, at === node);
    }
  }

  #lines(
    context: CanvasRenderingContext2D,
    x0: number,
    y0: number,
    cell: number,
    palette: Palette,
  ): void {
    const { width, height } = this.#rules;
    const isGrid = this.style === "grid";
    const [shift, less] = isGrid ? [0, 0] : [0.5, 1];
    context.strokeStyle = palette.line;
    context.lineWidth = Math.max(0.6, cell * 0.05);
    context.beginPath();
    for (let column = isGrid ? 1 : 0; column < width; column++) {
      const x = x0 + (column + shift) * cell;
      context.moveTo(x, y0 + shift * cell);
      context.lineTo(x, y0 + (height - less + shift) * cell);
    }
    for (let row = isGrid ? 1 : 0; row < height; row++) {
      const y = y0 + (row + shift) * cell;
      context.moveTo(x0 + shift * cell, y);
      context.lineTo(x0 + (width - less + shift) * cell, y);
    }
    context.stroke();
  }

  #stone(
    context: CanvasRenderingContext2D,
    x: number,
    y: number,
    cell: number,
    side: Side,
    isLast: boolean,
    palette: Palette,
  ): void {
    const colour = side === "first" ? palette.first : palette.second;
    const radius = cell * (this.style === "grid" ? 0.27 : 0.42);
    if (isLast) {
      context.fillStyle = palette.accent;
      context.globalAlpha = this.style === "grid" ? 0.22 : 1;
      const half = this.style === "grid" ? cell * 0.46 : cell * 0.5;
      context.fillRect(x - half, y - half, 2 * half, 2 * half);
      context.globalAlpha = 1;
    }
    context.beginPath();
    if (this.style === "grid") {
      context.strokeStyle = colour;
      context.lineWidth = Math.max(1, cell * 0.14);
      if (side === "first") {
        cross(context, x, y, radius);
      } else dot(context, x, y, radius);
      context.stroke();
      return;
    }
    context.fillStyle = colour;
    if (cell < 4.5) {
      context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
      return;
    }
    dot(context, x, y, radius);
    context.fill();
    context.strokeStyle = palette.rims[side === "first" ? 0 : 1];
    context.lineWidth = Math.max(0.5, cell * 0.06);
    context.stroke();
    if (this.style === "holes") pattern(context, x, y, cell, side, palette);
  }
}

/** The mark on a disc, for those who do not tell its colour. */
function pattern(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  cell: number,
  side: Side,
  palette: Palette,
): void {
  context.strokeStyle = palette.patterns[side === "first" ? 0 : 1];
  context.lineWidth = Math.max(0.8, cell * 0.09);
  context.beginPath();
  if (side === "first") cross(context, x, y, cell * 0.15);
  else dot(context, x, y, cell * 0.27);
  context.stroke();
}
