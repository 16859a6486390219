/**
 * What part of a tree is on the screen. Across it zooms; down, each level gets the height that
 * its nodes need: the few at the top stay large while the many below shrink to dots.
 */

import type { Layout } from "./layout";
import { clamp } from "./trace";

/** The slot in the middle, pixels for a slot, and how far down it is scrolled in pixels. */
export type View = { x: number; scale: number; y: number };

export const LARGEST_SCALE = 132;
/** Above this a node shows its board; above the next, its window too. */
export const BOARD_SIZE = 20;
export const WINDOW_SIZE = 50;
/** Below this nodes are drawn as plain pixels. */
export const DOT_SIZE = 5;

/** What dots and pixels take downwards. */
export const DOT_HEIGHT = 10;

const MARGIN = 26;
/** At the sides, where the buttons are. */
const SIDE = 54;
/** Between the levels, at least; and where the whole tree would not fit. */
const GAP = 18;
const SMALLEST_GAP = 8;
const SHARE = 0.84;
const SMALLEST = 2.4;

export class Camera {
  readonly layout: Layout;
  readonly width: number;
  readonly height: number;
  readonly view: View;
  /** By level, the upper end of its nodes, and the largest size of one. */
  readonly tops: number[] = [];
  readonly sizes: number[];
  /** How high the whole tree is. */
  readonly total: number;
  readonly #largest: number;

  constructor(layout: Layout, width: number, height: number, view: View | null) {
    this.layout = layout;
    this.width = width;
    this.height = height;
    const scale = clamp(view?.scale ?? 0, Camera.fit(layout, width), LARGEST_SCALE);
    let largest = 44 + 34 * clamp((scale - 18) / 50, 0, 1);
    let gap = GAP;
    let heights = this.#heights(scale, largest, gap);
    // The whole tree is whole downwards too, as long as its boards can be told apart: they shrink
    // first, and then come closer.
    const isTooHigh = () => MARGIN + sum(heights) - gap > height;
    while (view === null && isTooHigh() && (largest > BOARD_SIZE + 8 || gap > SMALLEST_GAP)) {
      if (largest > BOARD_SIZE + 8) largest -= 2;
      else gap -= 1;
      heights = this.#heights(scale, largest, gap);
    }
    this.#largest = largest;
    this.sizes = Array.from(layout.roominess, (room) => sizeIn(scale * room, largest));
    const spare = height - sum(heights);
    const extra = Math.min(46, Math.max(0, spare) / Math.max(1, heights.length));
    let top = MARGIN + Math.max(0, spare - extra * heights.length) / 3;
    for (const each of heights) {
      this.tops.push(top);
      top += each + extra;
    }
    this.total = Math.max(height, top + MARGIN);
    const half = width / 2 / scale;
    // Half a screen beyond the ends may be empty, so that every node can come to the middle.
    this.view = {
      scale,
      x: view ? clamp(view.x, Math.min(0, layout.width / 2), layout.width) : layout.width / 2,
      y: clamp(view?.y ?? 0, 0, this.total - height),
    };
    if (half * 2 >= layout.width + 1) this.view.x = layout.width / 2;
  }

  #heights(scale: number, largest: number, gap: number): number[] {
    return Array.from(this.layout.roominess, (room) => {
      const size = sizeIn(scale * room, largest);
      return size + textHeight(size) + Math.max(gap, gap < GAP ? 0 : size * 0.55);
    });
  }

  /** Pixels for a slot when the whole tree is in view. */
  static fit(layout: Layout, width: number): number {
    return Math.min(96, (width - 2 * SIDE) / Math.max(1, layout.width));
  }

  screenX(node: number): number {
    return this.toScreen(this.layout.x[node] ?? 0);
  }

  toScreen(slot: number): number {
    return (slot - this.view.x) * this.view.scale + this.width / 2;
  }

  toSlot(pixel: number): number {
    return (pixel - this.width / 2) / this.view.scale + this.view.x;
  }

  top(level: number): number {
    return (this.tops[level] ?? 0) - this.view.y;
  }

  size(node: number): number {
    return sizeIn(this.view.scale * (this.layout.gap[node] ?? 1), this.#largest);
  }

  /** Where the edge to a child begins: below the texts of a node. */
  bottom(node: number): number {
    const size = this.size(node);
    const high = size < BOARD_SIZE ? DOT_HEIGHT : size + textHeight(size);
    return this.top(this.layout.trace.level[node] ?? 0) + high;
  }

  /** The same view, moved so that a node is inside, with room around it. */
  showing(node: number, isCentred = false): View {
    const { view } = this;
    const level = this.layout.trace.level[node] ?? 0;
    const x = this.screenX(node);
    const y = this.top(level);
    const [wide, high] = [Math.min(120, this.width / 4), Math.min(110, this.height / 4)];
    const isInside =
      x > wide && x < this.width - wide && y > 0 && y + high < Math.max(high, this.height);
    if (isInside && !isCentred) return view;
    const isAcross = !isCentred && x > wide && x < this.width - wide;
    return {
      scale: view.scale,
      x: isAcross ? view.x : (this.layout.x[node] ?? 0),
      y: clamp((this.tops[level] ?? 0) - this.height / 2 + 40, 0, this.total - this.height),
    };
  }

  /** Zoomed, with the place under a pixel kept where it is. */
  zoomed(factor: number, pixel: number, down: number): View {
    const scale = clamp(
      this.view.scale * factor,
      Camera.fit(this.layout, this.width),
      LARGEST_SCALE,
    );
    const slot = this.toSlot(pixel);
    const x = slot - (pixel - this.width / 2) / scale;
    // Levels grow unevenly: the level under the pointer stays under it.
    const level = this.levelAt(down);
    const before = (this.tops[level] ?? 0) - this.view.y;
    const after = new Camera(this.layout, this.width, this.height, { x, scale, y: 0 });
    return { x, scale, y: Math.max(0, (after.tops[level] ?? 0) - before) };
  }

  levelAt(down: number): number {
    let level = 0;
    while (level + 1 < this.tops.length && this.top(level + 1) <= down) level++;
    return level;
  }

  /** The node at a place of the screen; -1 for none. */
  nodeAt(across: number, down: number, entered: number): number {
    const level = this.levelAt(down);
    const row = this.layout.rows[level];
    if (!row) return -1;
    const slot = this.toSlot(across);
    const right = this.layout.firstFrom(row, slot);
    let [nearest, distance] = [-1, 10 + (this.sizes[level] ?? 0)];
    for (const index of [right - 1, right]) {
      const node = row[index];
      if (node === undefined || node >= entered) continue;
      const away = Math.abs(this.screenX(node) - across);
      if (away < distance && away <= Math.max(10, this.size(node) / 2 + 4))
        [nearest, distance] = [node, away];
    }
    return nearest;
  }
}

export function textHeight(size: number): number {
  if (size >= WINDOW_SIZE) return 38;
  return size >= BOARD_SIZE + 6 ? 21 : 0;
}

/** How large a node is that has so much room across. */
function sizeIn(room: number, largest: number): number {
  return clamp(SHARE * room, SMALLEST, largest);
}

/** What levels take, with a margin at both ends. */
function sum(heights: number[]): number {
  return heights.reduce((total, each) => total + each, 2 * MARGIN);
}
