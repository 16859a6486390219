/** Moves that somebody points at in a list, to be drawn on the board. */

import type { Attachment } from "svelte/attachments";
import { on } from "svelte/events";

/**
 * For a list whose elements name their moves as `data-points`: by a mouse that moves over one, or
 * by the keys. What appears under a mouse at rest is not pointed at, and with the list it ends.
 */
export function pointing(onpoint: (moves: string[] | null) => void): Attachment<HTMLElement> {
  return (list) => {
    let pointed = "";
    const point = (moves: string) => {
      if (moves === pointed) return;
      pointed = moves;
      onpoint(moves ? moves.split(" ") : null);
    };
    const pointAt = ({ target }: Event) => {
      const moves = (target as HTMLElement).closest<HTMLElement>("[data-points]")?.dataset.points;
      // Between two of them the last one stays.
      if (moves) point(moves);
    };
    const ends = [
      on(list, "pointermove", (event) => {
        if (event.pointerType === "mouse") pointAt(event);
      }),
      on(list, "focusin", (event) => {
        if ((event.target as HTMLElement).matches(":focus-visible")) pointAt(event);
      }),
      on(list, "pointerleave", () => point("")),
      on(list, "focusout", () => point("")),
    ];
    return () => {
      for (const end of ends) end();
      point("");
    };
  };
}
