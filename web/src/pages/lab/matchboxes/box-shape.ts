import type { Rules } from "../../../protocol";

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
