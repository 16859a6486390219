/** Which levels a visitor has beaten, by the rules; remembered by the browser. */

import { remember, remembered } from "./browser";
import type { Room, Rules } from "./protocol";

export const HIGHEST_LEVEL = 10;
/** A good one for first games. */
const FIRST_LEVEL = 4;

function nameOf(rules: Rules): string {
  return rules.name ?? rules.text;
}

/** The levels beaten, the lowest first; rules by their name, where they have one. */
export function beatenLevels(rules: Rules | string): number[] {
  const name = typeof rules === "string" ? rules : nameOf(rules);
  const levels = (remembered(`beaten.${name}`) ?? "").split(",").map(Number).filter(Boolean);
  return levels.toSorted((a, b) => a - b);
}

/** The level that suits somebody: the one they chose last, or the next after those they have beaten. */
export function suitableLevel(rules: string, chosen: number | null): number {
  const beaten = new Set(beatenLevels(rules));
  let level = chosen ?? FIRST_LEVEL;
  while (beaten.has(level) && level < HIGHEST_LEVEL) level += 1;
  return level;
}

// Rooms in which somebody looked for help, the newest last.
const HELPED = "helped";
const MOST_HELPED = 50;

function helpedRooms(): string[] {
  return (remembered(HELPED) ?? "").split(",").filter(Boolean);
}

/** Whether this visitor had a hint, an analysis or a takeback in the game of a room: a win does not
    count then. */
export function hadHelp({ room }: Room): boolean {
  return helpedRooms().includes(room);
}

export function rememberHelp({ room }: Room): void {
  const others = helpedRooms().filter((each) => each !== room);
  remember(HELPED, [...others, room].slice(-MOST_HELPED).join(","));
}

/** A game that begins anew is another game. */
export function forgetHelp(room: Room): void {
  if (!hadHelp(room)) return;
  remember(
    HELPED,
    helpedRooms()
      .filter((each) => each !== room.room)
      .join(","),
  );
}

/** The level that this visitor has won against in a room, from the first stone on; null for none. */
export function levelBeaten({ outcome, you, seats, start }: Room): number | null {
  const [mine] = you;
  if (you.length !== 1 || !mine || start !== null || outcome?.winner !== mine) return null;
  const seat = seats[mine === "first" ? "second" : "first"];
  return seat.kind === "player" ? seat.level : null;
}

export function rememberBeaten(room: Room): void {
  const level = levelBeaten(room);
  if (level === null || hadHelp(room)) return;
  const levels = new Set([...beatenLevels(room.rules), level]);
  remember(`beaten.${nameOf(room.rules)}`, [...levels].join(","));
}
