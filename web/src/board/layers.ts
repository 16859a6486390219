/** What the drawing of each style is given. */

import type { Geometry, Point, Run, Stone } from "./geometry";
import type { Side } from "../protocol";

export type Layers = {
  geometry: Geometry;
  stones: Stone[];
  /** The stone that would be played on the cell under the pointer. */
  ghost: (Point & { side: Side }) | null;
  last: Stone | null;
  winning: Point[];
  runs: Run[];
  /** Whether this stone is the move just played, which is shown arriving. */
  moving: boolean;
  /** When it has arrived, in milliseconds. */
  arrivalMs: number;
  /** Stones that will carry a text leave their pattern away. */
  written: Set<string>;
};
