/**
 * Keeps the boxes of a shelf drawn: only those that changed are drawn again; one that has just
 * changed glows for a moment.
 */

import type { Wall, WallBox } from "../../../protocol";
import { BoxPainter, type Look } from "./box-painter";
import type { BoxShape } from "./box-shape";

/** How long a changed box glows, in steps: it is drawn again when the step changes. */
const GLOW_MS = [110, 260, 460] as const;
/** What all shelves together may take of a frame. */
const FRAME_BUDGET_MS = 7;
const spent = { frame: 0, ms: 0 };

type Glow = { since: number; gains: boolean; step: number };

export class ShelfPainter {
  readonly #context: CanvasRenderingContext2D;
  readonly #boxes: WallBox[];
  readonly #counts: (place: number) => number[];
  #painter: BoxPainter | null = null;
  #across = 1;
  #gap = 6;
  #scale = 1;
  readonly #dirty = new Set<number>();
  readonly #glows = new Map<number, Glow>();
  #frame = 0;
  #opened = -1;

  /** `boxes` are those of one shelf; `counts` tells the beads of one by its place on the shelf. */
  constructor(canvas: HTMLCanvasElement, boxes: WallBox[], counts: (place: number) => number[]) {
    const context = canvas.getContext("2d");
    if (!context) throw new Error("this browser has no canvas");
    this.#context = context;
    this.#boxes = boxes;
    this.#counts = counts;
  }

  /** Lays the shelf out and draws all of it. */
  layOut(wall: Wall, shape: BoxShape, look: Look, across: number, gap: number): void {
    this.#across = across;
    this.#gap = gap;
    this.#scale = Math.min(2, Math.max(1, devicePixelRatio || 1));
    const rows = Math.ceil(this.#boxes.length / across);
    const canvas = this.#context.canvas;
    canvas.width = Math.round((across * (shape.width + gap) - gap + 8) * this.#scale);
    canvas.height = Math.round((rows * (shape.height + gap) - gap + 8) * this.#scale);
    this.#painter = new BoxPainter(wall.rules, wall.paints, shape, look, this.#scale);
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
    const painter = this.#painter;
    if (!box || !painter) return;
    const context = this.#context;
    const { shape, look } = painter;
    const left = 4 + (place % this.#across) * (shape.width + this.#gap);
    const top = 4 + Math.floor(place / this.#across) * (shape.height + this.#gap);
    const scale = this.#scale;
    context.setTransform(scale, 0, 0, scale, left * scale, top * scale);
    painter.draw(context, box, this.#counts(place));
    const glow = this.#glows.get(place);
    if (glow && glow.step >= 0) {
      context.globalAlpha = [1, 0.65, 0.3][glow.step] ?? 0;
      painter.drawFrame(context, glow.gains ? look.gain : look.loss, 1.5, 3);
      context.globalAlpha = 1;
    }
    if (place === this.#opened) {
      context.setLineDash([5, 3]);
      painter.drawFrame(context, look.ring, 2, 2.5);
      context.setLineDash([]);
    }
  }
}
