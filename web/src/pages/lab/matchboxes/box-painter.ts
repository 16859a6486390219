/** Draws one box on a canvas: a sleeve with the board on it, and a drawer with beads. */

import { columnOf, rowOf } from "../../../board/geometry";
import type { Paints, Rules, WallBox } from "../../../protocol";
import { cross, dot } from "../paths";
import { type BoxShape, chance, sample } from "./box-shape";

/** The colours of a wall: read from the style sheet, so that both themes are in one place. */
export const COLOURS = [
  ...(["edge", "label", "grid", "tray", "tray-edge", "tray-shade", "empty", "rim"] as const),
  ...(["first", "second", "first-disc", "second-disc", "gain", "loss", "ring"] as const),
] as const;
export type Look = Record<(typeof COLOURS)[number] | "sleeve", string>;

export class BoxPainter {
  readonly shape: BoxShape;
  readonly look: Look;
  readonly #rules: Rules;
  readonly #paints: Paints;
  readonly #scale: number;
  readonly #sleeve: HTMLCanvasElement;
  /** By colour, a bead. */
  readonly #beads = new Map<string, HTMLCanvasElement>();

  constructor(rules: Rules, paints: Paints, shape: BoxShape, look: Look, scale: number) {
    this.#rules = rules;
    this.#paints = paints;
    this.shape = shape;
    this.look = look;
    this.#scale = scale;
    this.#sleeve = this.#paintSleeve();
    for (const { fill } of Object.values(paints)) {
      if (!this.#beads.has(fill)) this.#beads.set(fill, this.#paintBead(fill));
    }
  }

  /** Draws a box with these numbers of beads of each kind at the origin. */
  draw(context: CanvasRenderingContext2D, box: WallBox, counts: number[]): void {
    const { width, height } = this.shape;
    const sum = counts.reduce((a, b) => a + b, 0);
    context.clearRect(-4, -4, width + 8, height + 8);
    context.drawImage(this.#sleeve, -4, -4, width + 8, height + 8);
    this.#drawStones(context, box);
    this.#drawChances(context, box, counts, sum);
    if (sum) this.#drawBeads(context, box, counts);
    else this.#drawEmpty(context);
  }

  /** A frame around a box, this far outside of it. */
  drawFrame(context: CanvasRenderingContext2D, colour: string, away: number, width: number): void {
    const { shape } = this;
    context.strokeStyle = colour;
    context.lineWidth = width;
    roundRect(
      context,
      -away,
      -away,
      shape.width + 2 * away,
      shape.height + 2 * away,
      shape.width * 0.09,
    );
    context.stroke();
  }

  #centre(cell: string): [x: number, y: number] {
    const { boardLeft, boardTop, cell: unit } = this.shape;
    return [
      boardLeft + (columnOf(cell) + 0.5) * unit,
      boardTop + (this.#rules.height - rowOf(cell) - 0.5) * unit,
    ];
  }

  #bead(cell: string): HTMLCanvasElement | undefined {
    return this.#beads.get(this.#paints[cell]?.fill ?? "");
  }

  #drawStones(context: CanvasRenderingContext2D, box: WallBox): void {
    const unit = this.shape.cell;
    if (this.#rules.gravity) {
      this.#drawDiscs(context, box.stones.first, this.look["first-disc"], (x, y) =>
        cross(context, x, y, unit * 0.15),
      );
      this.#drawDiscs(context, box.stones.second, this.look["second-disc"], (x, y) =>
        dot(context, x, y, unit * 0.24),
      );
      return;
    }
    context.lineCap = "round";
    context.lineWidth = Math.max(1.4, unit * 0.17);
    context.strokeStyle = this.look.first;
    context.beginPath();
    const arm = unit * 0.25;
    for (const cell of box.stones.first) {
      cross(context, ...this.#centre(cell), arm);
    }
    context.stroke();
    context.strokeStyle = this.look.second;
    context.beginPath();
    for (const cell of box.stones.second) {
      dot(context, ...this.#centre(cell), unit * 0.28);
    }
    context.stroke();
  }

  /** Discs, each with a mark for those who do not tell its colour. */
  #drawDiscs(
    context: CanvasRenderingContext2D,
    cells: string[],
    colour: string,
    mark: (x: number, y: number) => void,
  ): void {
    const unit = this.shape.cell;
    context.fillStyle = colour;
    context.beginPath();
    for (const cell of cells) dot(context, ...this.#centre(cell), unit * 0.38);
    context.fill();
    context.strokeStyle = this.look.label;
    context.lineWidth = Math.max(1, unit * 0.09);
    context.beginPath();
    for (const cell of cells) mark(...this.#centre(cell));
    context.stroke();
  }

  /** On the board itself: a dot for each bead, as large as its share. */
  #drawChances(
    context: CanvasRenderingContext2D,
    box: WallBox,
    counts: number[],
    sum: number,
  ): void {
    const unit = this.shape.cell;
    box.beads.forEach(([cell], index) => {
      const count = counts[index] ?? 0;
      const [x, y] = this.#centre(cell);
      if (!count) {
        context.fillStyle = this.look.grid;
        context.fillRect(x - unit * 0.14, y - 0.5, unit * 0.28, 1);
        return;
      }
      const size = 2 * unit * (0.16 + 0.26 * Math.sqrt(count / sum));
      const sprite = this.#bead(cell);
      if (sprite) context.drawImage(sprite, x - size / 2, y - size / 2, size, size);
    });
  }

  #drawBeads(context: CanvasRenderingContext2D, box: WallBox, counts: number[]): void {
    const shape = this.shape;
    const step = 2.05 * shape.beadRadius;
    const shown = sample(counts, shape.columns * shape.rows, box.number);
    const size = 2 * shape.beadRadius;
    const left = (shape.width - shape.columns * step) / 2 + step / 2;
    shown.forEach((place, index) => {
      const cell = box.beads[place]?.[0];
      const sprite = cell && this.#bead(cell);
      if (!sprite) return;
      const row = Math.floor(index / shape.columns);
      const jitter = (chance(box.number, index + 97) - 0.5) * shape.beadRadius * 0.8;
      const x = left + (index % shape.columns) * step;
      const y = shape.height - 2 - shape.beadRadius - row * step;
      context.drawImage(sprite, x - size / 2, y - size / 2 + (row ? 0 : jitter * 0.4), size, size);
    });
  }

  #drawEmpty(context: CanvasRenderingContext2D): void {
    const shape = this.shape;
    context.fillStyle = this.look.empty;
    roundRect(context, 0, 0, shape.width, shape.sleeveHeight, shape.width * 0.05);
    context.fill();
    context.strokeStyle = this.look.loss;
    context.lineWidth = Math.max(1.5, shape.width * 0.03);
    const [x, y] = [shape.width / 2, (shape.sleeveHeight + shape.height) / 2];
    const arm = shape.width * 0.07;
    context.beginPath();
    context.moveTo(x - arm, y - arm);
    context.lineTo(x + arm, y + arm);
    context.moveTo(x + arm, y - arm);
    context.lineTo(x - arm, y + arm);
    context.stroke();
  }

  /** What all boxes of the shelf have in common, drawn once. */
  #paintSleeve(): HTMLCanvasElement {
    const shape = this.shape;
    const look = this.look;
    const { width, height, sleeveHeight } = shape;
    const [canvas, context] = sheet(width + 8, height + 8, this.#scale);
    context.translate(4, 4);
    // The drawer, pulled out of the sleeve.
    context.fillStyle = look["tray-edge"];
    roundRect(context, width * 0.03, sleeveHeight - 4, width * 0.94, height - sleeveHeight + 4, 3);
    context.fill();
    context.fillStyle = look.tray;
    context.fillRect(width * 0.06, sleeveHeight - 2, width * 0.88, height - sleeveHeight - 0.5);
    const shade = context.createLinearGradient(0, sleeveHeight, 0, sleeveHeight + width * 0.14);
    shade.addColorStop(0, look["tray-shade"]);
    shade.addColorStop(1, "transparent");
    context.fillStyle = shade;
    context.fillRect(width * 0.06, sleeveHeight - 2, width * 0.88, width * 0.14);
    // The sleeve with its striking edges and the paper on it.
    context.fillStyle = look.edge;
    roundRect(context, 0, 0, width, sleeveHeight, width * 0.05);
    context.fill();
    context.fillStyle = look.sleeve;
    context.fillRect(width * 0.045, 0.8, width * 0.91, sleeveHeight - 1.6);
    context.fillStyle = look.label;
    const pad = width * 0.03;
    roundRect(
      context,
      shape.boardLeft - pad,
      shape.boardTop - pad,
      shape.boardWidth + 2 * pad,
      shape.boardHeight + 2 * pad,
      width * 0.04,
    );
    context.fill();
    context.strokeStyle = look.grid;
    context.lineWidth = 1;
    context.beginPath();
    for (let column = 1; column < this.#rules.width; column += 1) {
      const x = shape.boardLeft + column * shape.cell;
      context.moveTo(x, shape.boardTop);
      context.lineTo(x, shape.boardTop + shape.boardHeight);
    }
    for (let row = 1; row < this.#rules.height; row += 1) {
      const y = shape.boardTop + row * shape.cell;
      context.moveTo(shape.boardLeft, y);
      context.lineTo(shape.boardLeft + shape.boardWidth, y);
    }
    context.stroke();
    return canvas;
  }

  #paintBead(fill: string): HTMLCanvasElement {
    const size = 24;
    const [canvas, context] = sheet(size, size, 1);
    context.fillStyle = fill;
    context.beginPath();
    context.arc(size / 2, size / 2, size / 2 - 1.5, 0, 7);
    context.fill();
    context.strokeStyle = this.look.rim;
    context.lineWidth = 2;
    context.stroke();
    context.fillStyle = "#ffffff88";
    context.beginPath();
    context.arc(size * 0.36, size * 0.34, size * 0.13, 0, 7);
    context.fill();
    return canvas;
  }
}

function sheet(
  width: number,
  height: number,
  scale: number,
): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser has no canvas");
  context.scale(canvas.width / width, canvas.height / height);
  return [canvas, context];
}

function roundRect(
  context: CanvasRenderingContext2D,
  ...box: Parameters<CanvasRenderingContext2D["roundRect"]>
): void {
  context.beginPath();
  context.roundRect(...box);
}
