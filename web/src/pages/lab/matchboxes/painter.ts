/**
 * Draws boxes on a canvas: a sleeve with the board on it, and a drawer with beads. Only boxes that
 * changed are drawn again; one that has just changed glows for a moment.
 */

import { columnOf, rowOf } from "../../../board/geometry";
import type { Rules } from "../../../protocol";
import { chance, paint, PAINT_COUNT, paintNumber, sample } from "./beads";
import type { WallBox } from "./messages";

/** How a wall looks: read from the style sheet, so that both themes are in one place. */
export type Look = {
  sleeve: string;
  edge: string;
  label: string;
  grid: string;
  tray: string;
  trayEdge: string;
  trayShade: string;
  first: string;
  second: string;
  firstDisc: string;
  secondDisc: string;
  gain: string;
  loss: string;
  empty: string;
  rim: string;
  ring: string;
};

/** The places of a box of some width: all lengths in pixels of the page. */
export class BoxShape {
  readonly width: number;
  readonly height: number;
  readonly sleeveHeight: number;
  readonly cell: number;
  readonly boardLeft: number;
  readonly boardTop: number;
  readonly boardWidth: number;
  readonly boardHeight: number;
  readonly beadRadius: number;
  readonly columns: number;
  readonly rows: number;

  constructor(width: number, rules: Rules) {
    this.width = width;
    const margin = width * 0.105;
    this.cell = (width - 2 * margin) / Math.max(rules.width, rules.height);
    this.boardWidth = this.cell * rules.width;
    this.boardHeight = this.cell * rules.height;
    this.boardLeft = (width - this.boardWidth) / 2;
    this.boardTop = width * 0.085;
    this.sleeveHeight = this.boardHeight + 2 * this.boardTop;
    const tray = width * 0.31;
    this.height = this.sleeveHeight + tray;
    this.beadRadius = Math.max(2.1, width * 0.05);
    this.columns = Math.floor((width - 6) / (2.05 * this.beadRadius));
    this.rows = Math.max(1, Math.floor((tray - 4) / (2.05 * this.beadRadius)));
  }
}

/** How long a changed box glows, in steps: it is drawn again when the step changes. */
const GLOW_MS = [110, 260, 460] as const;
/** What all shelves together may take of a frame. */
const FRAME_BUDGET_MS = 7;
const spent = { frame: 0, ms: 0 };

type Glow = { since: number; gains: boolean; step: number };

export class ShelfPainter {
  readonly #context: CanvasRenderingContext2D;
  readonly #rules: Rules;
  readonly #boxes: WallBox[];
  readonly #counts: (place: number) => number[];
  #shape: BoxShape;
  #look: Look;
  #across = 1;
  #gap = 6;
  #scale = 1;
  #sleeve: HTMLCanvasElement | null = null;
  #beads: HTMLCanvasElement[] = [];
  readonly #dirty = new Set<number>();
  readonly #glows = new Map<number, Glow>();
  #frame = 0;
  #opened = -1;

  /** `boxes` are those of one shelf; `counts` tells the beads of one by its place on the shelf. */
  constructor(
    canvas: HTMLCanvasElement,
    rules: Rules,
    boxes: WallBox[],
    counts: (place: number) => number[],
    shape: BoxShape,
    look: Look,
  ) {
    const context = canvas.getContext("2d");
    if (!context) throw new Error("this browser has no canvas");
    this.#context = context;
    this.#rules = rules;
    this.#boxes = boxes;
    this.#counts = counts;
    this.#shape = shape;
    this.#look = look;
  }

  /** Lays the shelf out and draws all of it. */
  layOut(shape: BoxShape, look: Look, across: number, gap: number): void {
    this.#shape = shape;
    this.#look = look;
    this.#across = across;
    this.#gap = gap;
    this.#scale = Math.min(2, Math.max(1, devicePixelRatio || 1));
    const rows = Math.ceil(this.#boxes.length / across);
    const canvas = this.#context.canvas;
    canvas.width = Math.round((across * (shape.width + gap) - gap + 8) * this.#scale);
    canvas.height = Math.round((rows * (shape.height + gap) - gap + 8) * this.#scale);
    this.#sleeve = this.#paintSleeve();
    this.#beads = Array.from({ length: PAINT_COUNT }, (_, number) => this.#paintBead(number));
    this.#boxes.forEach((_, place) => this.#dirty.add(place));
    this.#run();
  }

  changed(place: number, gains: boolean, isStill: boolean): void {
    if (!isStill) this.#glows.set(place, { since: performance.now(), gains, step: -1 });
    this.#dirty.add(place);
    this.#run();
  }

  /** The box that is open elsewhere on the page has a ring; -1 for none. */
  open(place: number): void {
    if (place === this.#opened) return;
    if (this.#opened >= 0) this.#dirty.add(this.#opened);
    this.#opened = place;
    if (place >= 0) this.#dirty.add(place);
    this.#run();
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #run(): void {
    this.#frame ||= requestAnimationFrame((frame) => this.#step(frame));
  }

  #step(frame: number): void {
    this.#frame = 0;
    // The callbacks of one frame are all given its time.
    if (spent.frame !== frame) Object.assign(spent, { frame, ms: 0 });
    const begun = performance.now();
    for (const [place, glow] of this.#glows) {
      const age = begun - glow.since;
      const step = GLOW_MS.findIndex((ms) => age < ms);
      if (step === glow.step) continue;
      glow.step = step;
      this.#dirty.add(place);
      if (step < 0) this.#glows.delete(place);
    }
    for (const place of this.#dirty) {
      this.#dirty.delete(place);
      this.#draw(place);
      // The rest has the next frame: a page that stalls is worse than a box that is late.
      if (spent.ms + performance.now() - begun > FRAME_BUDGET_MS) break;
    }
    spent.ms += performance.now() - begun;
    if (this.#dirty.size || this.#glows.size) this.#run();
  }

  #draw(place: number): void {
    const box = this.#boxes[place];
    if (!box || !this.#sleeve) return;
    const context = this.#context;
    const shape = this.#shape;
    const look = this.#look;
    const counts = this.#counts(place);
    const sum = counts.reduce((a, b) => a + b, 0);
    const left = 4 + (place % this.#across) * (shape.width + this.#gap);
    const top = 4 + Math.floor(place / this.#across) * (shape.height + this.#gap);
    const scale = this.#scale;
    context.setTransform(scale, 0, 0, scale, left * scale, top * scale);
    context.clearRect(-4, -4, shape.width + 8, shape.height + 8);
    context.drawImage(this.#sleeve, -4, -4, shape.width + 8, shape.height + 8);
    this.#drawStones(box);
    this.#drawChances(box, counts, sum);
    if (sum) this.#drawBeads(box, counts);
    else this.#drawEmpty();
    const glow = this.#glows.get(place);
    if (glow && glow.step >= 0) {
      context.strokeStyle = glow.gains ? look.gain : look.loss;
      context.globalAlpha = [1, 0.65, 0.3][glow.step] ?? 0;
      context.lineWidth = 3;
      roundRect(context, -1.5, -1.5, shape.width + 3, shape.height + 3, shape.width * 0.09);
      context.stroke();
      context.globalAlpha = 1;
    }
    if (place === this.#opened) {
      context.strokeStyle = look.ring;
      context.lineWidth = 2.5;
      context.setLineDash([5, 3]);
      roundRect(context, -2, -2, shape.width + 4, shape.height + 4, shape.width * 0.09);
      context.stroke();
      context.setLineDash([]);
    }
  }

  #centre(cell: string): [x: number, y: number] {
    const { boardLeft, boardTop, cell: unit } = this.#shape;
    return [
      boardLeft + (columnOf(cell) + 0.5) * unit,
      boardTop + (this.#rules.height - rowOf(cell) - 0.5) * unit,
    ];
  }

  #drawStones(box: WallBox): void {
    const context = this.#context;
    const unit = this.#shape.cell;
    if (this.#rules.gravity) {
      this.#drawDiscs(box.stones.first, this.#look.firstDisc);
      this.#drawDiscs(box.stones.second, this.#look.secondDisc);
      return;
    }
    context.lineCap = "round";
    context.lineWidth = Math.max(1.4, unit * 0.17);
    context.strokeStyle = this.#look.first;
    context.beginPath();
    const arm = unit * 0.25;
    for (const cell of box.stones.first) {
      const [x, y] = this.#centre(cell);
      context.moveTo(x - arm, y - arm);
      context.lineTo(x + arm, y + arm);
      context.moveTo(x + arm, y - arm);
      context.lineTo(x - arm, y + arm);
    }
    context.stroke();
    context.strokeStyle = this.#look.second;
    context.beginPath();
    for (const cell of box.stones.second) {
      const [x, y] = this.#centre(cell);
      context.moveTo(x + unit * 0.28, y);
      context.arc(x, y, unit * 0.28, 0, 7);
    }
    context.stroke();
  }

  #drawDiscs(cells: string[], colour: string): void {
    const context = this.#context;
    const radius = this.#shape.cell * 0.38;
    context.fillStyle = colour;
    context.beginPath();
    for (const cell of cells) {
      const [x, y] = this.#centre(cell);
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 7);
    }
    context.fill();
  }

  /** On the board itself: a dot for each bead, as large as its share. */
  #drawChances(box: WallBox, counts: number[], sum: number): void {
    const context = this.#context;
    const unit = this.#shape.cell;
    box.beads.forEach(([cell], index) => {
      const count = counts[index] ?? 0;
      const [x, y] = this.#centre(cell);
      if (!count) {
        context.fillStyle = this.#look.grid;
        context.fillRect(x - unit * 0.14, y - 0.5, unit * 0.28, 1);
        return;
      }
      const size = 2 * unit * (0.16 + 0.26 * Math.sqrt(count / sum));
      const sprite = this.#beads[paintNumber(this.#rules, cell)];
      if (sprite) context.drawImage(sprite, x - size / 2, y - size / 2, size, size);
    });
  }

  #drawBeads(box: WallBox, counts: number[]): void {
    const shape = this.#shape;
    const context = this.#context;
    const step = 2.05 * shape.beadRadius;
    const shown = sample(counts, shape.columns * shape.rows, box.number);
    const size = 2 * shape.beadRadius;
    const left = (shape.width - shape.columns * step) / 2 + step / 2;
    shown.forEach((place, index) => {
      const cell = box.beads[place]?.[0];
      const sprite = cell === undefined ? undefined : this.#beads[paintNumber(this.#rules, cell)];
      if (!sprite) return;
      const row = Math.floor(index / shape.columns);
      const jitter = (chance(box.number, index + 97) - 0.5) * shape.beadRadius * 0.8;
      const x = left + (index % shape.columns) * step;
      const y = shape.height - 2 - shape.beadRadius - row * step;
      context.drawImage(sprite, x - size / 2, y - size / 2 + (row ? 0 : jitter * 0.4), size, size);
    });
  }

  #drawEmpty(): void {
    const shape = this.#shape;
    const context = this.#context;
    context.fillStyle = this.#look.empty;
    roundRect(context, 0, 0, shape.width, shape.sleeveHeight, shape.width * 0.05);
    context.fill();
    context.strokeStyle = this.#look.loss;
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
    const shape = this.#shape;
    const look = this.#look;
    const { width, height, sleeveHeight } = shape;
    const [canvas, context] = sheet(width + 8, height + 8, this.#scale);
    context.translate(4, 4);
    // The drawer, pulled out of the sleeve.
    context.fillStyle = look.trayEdge;
    roundRect(context, width * 0.03, sleeveHeight - 4, width * 0.94, height - sleeveHeight + 4, 3);
    context.fill();
    context.fillStyle = look.tray;
    context.fillRect(width * 0.06, sleeveHeight - 2, width * 0.88, height - sleeveHeight - 0.5);
    const shade = context.createLinearGradient(0, sleeveHeight, 0, sleeveHeight + width * 0.14);
    shade.addColorStop(0, look.trayShade);
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

  #paintBead(number: number): HTMLCanvasElement {
    const size = 24;
    const [canvas, context] = sheet(size, size, 1);
    context.fillStyle = paint(number);
    context.beginPath();
    context.arc(size / 2, size / 2, size / 2 - 1.5, 0, 7);
    context.fill();
    context.strokeStyle = this.#look.rim;
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
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
): void {
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
}
