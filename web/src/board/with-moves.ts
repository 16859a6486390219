import { other, type Picture } from "../protocol";

/** A position with moves drawn on it, each side in turn: a picture, nothing more. */
export function withMoves<P extends Picture>(position: P, moves: string[]): P {
  if (!moves.length) return position;
  const stones = { first: [...position.stones.first], second: [...position.stones.second] };
  let { side } = position;
  for (const move of moves) {
    stones[side].push(move);
    side = other(side);
  }
  const ply = position.ply + moves.length;
  return { ...position, ply, stones, side, legal: [], winning: [], outcome: null };
}
