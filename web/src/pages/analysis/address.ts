/** The address of the page: it holds all that is needed to show the same again. */

import { type Line, type Rules, type Side, SIDES, type Stones } from "../../protocol";
import { cellAt } from "../../board/geometry";
import { lineOf, queryOf } from "../../router.svelte";

export type Place = Line & {
  /** How many moves of the line are on the board; all of them unless given. */
  at: number | null;
  /** Whether a review is asked for. */
  review: boolean;
  /** Whose mistakes are retried; the one on the board is at `at`. */
  retry: Side | null;
  /** The rows of the board editor, when it is open. */
  edit: string | null;
  /** The room of the game that is analysed. */
  room: string | null;
};

/** The rules of a board whose address names none. */
export const USUAL = "connect4";

export function readAddress(query: URLSearchParams): Place {
  const room = query.get("room");
  return {
    ...lineOf(query, USUAL),
    review: query.has("review") || query.has("retry"),
    retry: SIDES.find((side) => side === query.get("retry")) ?? null,
    edit: query.get("edit"),
    room: room && /^[\w-]+$/.test(room) ? room : null,
  };
}

export function writeAddress(place: Place): string {
  const { rules, start, moves, at, review, retry, edit, room } = place;
  const query = queryOf({
    rules,
    start,
    moves: moves.join(","),
    at: at === moves.length ? null : at,
    review: review && !retry ? 1 : null,
    retry,
    edit,
    room,
  });
  return `/analysis?${query}`;
}

export function sameLine(a: Line, b: Line): boolean {
  return a.rules === b.rules && a.start === b.start && a.moves.join() === b.moves.join();
}

/** Stones as the rows of a position text, whether or not such a position can be. */
export function rowsOf(rules: Rules, stones: Stones): string {
  const [first, second] = [new Set(stones.first), new Set(stones.second)];
  const rows: string[] = [];
  for (let row = rules.height - 1; row >= 0; row--) {
    let text = "";
    for (let column = 0; column < rules.width; column++) {
      const cell = cellAt(column, row);
      text += first.has(cell) ? "x" : second.has(cell) ? "o" : ".";
    }
    rows.push(text.replace(/\.+/g, (empty) => String(empty.length)));
  }
  return rows.join("/");
}

/** The stones of such rows; what lies outside the board is left out. */
export function stonesOf(rules: Rules, rows: string): Stones {
  const stones: Stones = { first: [], second: [] };
  rows.split("/").forEach((text, index) => {
    const row = rules.height - 1 - index;
    const wide = text.replace(/\d+/g, (count) => ".".repeat(Math.min(Number(count), rules.width)));
    Array.from(wide)
      .slice(0, row < 0 ? 0 : rules.width)
      .forEach((sign, column) => {
        if (sign === "x") stones.first.push(cellAt(column, row));
        if (sign === "o") stones.second.push(cellAt(column, row));
      });
  });
  return stones;
}
