/**
 * A finger on a board whose cells are too small for it: while it touches, a loupe shows what lies
 * under it; when it leaves, that cell is chosen, and a second tap plays it.
 */
export class Finger {
  /** The cell under the finger, and where on the screen that is. */
  under = $state.raw<{ cell: string; x: number; y: number } | null>(null);
  chosen = $state<string | null>(null);

  touch(event: PointerEvent): void {
    const cell = cellUnder(event);
    if (cell) this.under = { cell, x: event.clientX, y: event.clientY };
  }

  move(event: PointerEvent): void {
    if (this.under) this.touch(event);
  }

  /** Answers the cell to be played, if it was chosen before; one without a target is not chosen. */
  leave(target: (cell: string) => string | null): string | null {
    const cell = this.under && target(this.under.cell);
    const isSecond = cell !== null && cell === this.chosen;
    this.under = null;
    this.chosen = isSecond ? null : cell;
    return isSecond ? cell : null;
  }

  /** The touch was no touch of a cell: the page is scrolled. */
  cancel(): void {
    this.under = null;
  }
}

function cellUnder(event: PointerEvent): string | null {
  const found = document.elementFromPoint(event.clientX, event.clientY);
  return found instanceof HTMLElement ? (found.dataset.cell ?? null) : null;
}
