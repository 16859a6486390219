/** A room as it is after what the server tells of it. */

import { type Change, other, type Room } from "./protocol";

/** The room with a change in it: what is left out of the change is as it was. */
export function withChange(room: Room, change: Change): Room {
  const kept = room.moves.slice(0, change.kept ?? room.moves.length);
  const taken = new Set(room.moves.slice(kept.length));
  const illegal = new Set(change.illegal);
  const { position } = room;
  const stones = {
    first: position.stones.first.filter((cell) => !taken.has(cell)),
    second: position.stones.second.filter((cell) => !taken.has(cell)),
  };
  let side = kept.length % 2 ? other(room.first_to_move) : room.first_to_move;
  for (const move of change.moves ?? []) {
    stones[side].push(move);
    side = other(side);
  }
  const outcome = change.outcome === undefined ? room.outcome : change.outcome;
  return {
    ...room,
    version: change.version,
    number: change.number,
    moves: [...kept, ...(change.moves ?? [])],
    position: {
      ...position,
      ply: stones.first.length + stones.second.length,
      side,
      stones,
      legal: [...position.legal.filter((cell) => !illegal.has(cell)), ...(change.legal ?? [])],
      winning: change.winning ?? position.winning,
      outcome,
    },
    outcome,
    seats: change.seats ?? room.seats,
    clock: change.clock ?? room.clock,
    offers: change.offers ?? room.offers,
    box: change.box === undefined ? room.box : change.box,
    rematch: change.rematch === undefined ? room.rematch : change.rematch,
    spectators: change.spectators ?? room.spectators,
    open: change.open ?? room.open,
  };
}
