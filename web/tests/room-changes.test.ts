import { expect, test } from "vitest";

import type { Change, Room } from "../src/protocol";
import { withChange } from "../src/room-changes";
import { ROOM } from "./helpers";

function changed(room: Room, news: Partial<Change>): Room {
  const number = room.number + 1;
  return withChange(room, { room: "room", version: 4, number, after: room.number, ...news });
}

test("a move is played, and the rest stays", () => {
  const after = changed(ROOM, { moves: ["d3"], illegal: ["d3"], legal: ["d4"] });
  expect(after).toEqual({
    ...ROOM,
    version: 4,
    number: 11,
    moves: ["d1", "d2", "d3"],
    position: {
      ...ROOM.position,
      ply: 4,
      side: "first",
      stones: { first: ["a1", "d2"], second: ["d1", "d3"] },
      legal: ["a2", "d4"],
    },
  });
  expect(ROOM.moves).toEqual(["d1", "d2"]);
});

test("moves are taken back, and others played", () => {
  const after = changed(ROOM, { kept: 1, moves: ["a2"], illegal: ["a2", "d3"], legal: ["d2"] });
  expect(after.moves).toEqual(["d1", "a2"]);
  expect(after.position.stones).toEqual({ first: ["a1", "a2"], second: ["d1"] });
  expect(after.position.side).toBe("second");
  const start = changed(after, { kept: 0 });
  expect(start.position.stones).toEqual({ first: ["a1"], second: [] });
  expect(start.position.side).toBe("second");
  expect(start.position.ply).toBe(1);
});

test("an end, and what is null again", () => {
  const outcome = { winner: "first", termination: "run" } as const;
  const over = changed(ROOM, { outcome, winning: ["a1"], illegal: ["a2", "d3"], rematch: "next" });
  expect([over.outcome, over.position.outcome]).toEqual([outcome, outcome]);
  expect([over.position.legal, over.position.winning]).toEqual([[], ["a1"]]);
  expect(over.rematch).toBe("next");
  const again = changed(over, { outcome: null, winning: [], rematch: null });
  expect([again.outcome, again.position.outcome, again.rematch]).toEqual([null, null, null]);
});
