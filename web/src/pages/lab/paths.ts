/** Shapes that several canvases draw. */

/** Adds a cross to the path. */
export function cross(context: CanvasRenderingContext2D, x: number, y: number, arm: number): void {
  context.moveTo(x - arm, y - arm);
  context.lineTo(x + arm, y + arm);
  context.moveTo(x + arm, y - arm);
  context.lineTo(x - arm, y + arm);
}

/** Adds a circle to the path. */
export function dot(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.moveTo(x + radius, y);
  context.arc(x, y, radius, 0, 2 * Math.PI);
}
