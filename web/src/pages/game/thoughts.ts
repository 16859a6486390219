/** The last thought of an opponent, kept by the browser while the tab is open: a reload shows it again. */

import type { Room, Thinking } from "../../protocol";

const KEY = "enligne.thought";

export function recallThought(thought: Thinking): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(thought));
  } catch {
    // Then it is gone after a reload.
  }
}

/** That of a move of this room, if it was kept. */
export function recalledThought({ room, moves }: Room): Thinking | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Thinking | null;
    return kept?.room === room && kept.ply < moves.length ? kept : null;
  } catch {
    return null;
  }
}

/** How it expects the game to go on: its own move is no news once it lies on the board. */
export function expected({ pv = [], ply }: Thinking, { moves }: Room): string[] {
  return moves[ply] === pv[0] ? pv.slice(1) : pv;
}
