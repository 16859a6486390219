import { describe, expect, test } from "vitest";

import { isolated, matchOf, outcomeTitle, personName, seatName, whoIs } from "../src/names";
import type { Room, Side } from "../src/protocol";
import { ROOM } from "./helpers";

function roomOf(first: string | null, second: string | null, ...you: Side[]): Room {
  const person = (name: string | null) =>
    ({ kind: "person", taken: true, online: true, name }) as const;
  return { ...ROOM, you, seats: { first: person(first), second: person(second) } };
}

const namesIn = (room: Room, name: typeof seatName) => [name(room, "first"), name(room, "second")];

describe("people are called", () => {
  test("by their names, to each other and to those who watch", () => {
    expect(namesIn(roomOf("Anna", "Ben", "second"), seatName)).toEqual(["Anna", "You"]);
    expect(namesIn(roomOf("Anna", "Ben"), seatName)).toEqual(["Anna", "Ben"]);
    expect(matchOf(roomOf("Anna", "Ben"))).toBe("Anna, red, against Ben, yellow.");
  });

  test("otherwise by what tells who it is", () => {
    expect(namesIn(roomOf(null, null, "second"), seatName)).toEqual(["Your opponent", "You"]);
    expect(namesIn(roomOf(null, null), seatName)).toEqual(["Guest", "Guest"]);
    expect(namesIn(roomOf(null, null), whoIs)).toEqual(["Red", "Yellow"]);
    expect(namesIn(roomOf(null, "Ben", "first"), whoIs)).toEqual(["You", "Ben"]);
  });

  test("by their stones in sentences, where both have the same name", () => {
    expect(namesIn(roomOf("Ben", "Ben"), whoIs)).toEqual(["Red", "Yellow"]);
    const atOneScreen = roomOf("Ben", "Ben", "first", "second");
    expect(namesIn(atOneScreen, seatName)).toEqual(["Red", "Yellow"]);
    expect(personName(atOneScreen, "first")).toBeNull();
  });

  test("by their names when they have won, but to themselves", () => {
    const outcome = { winner: "first", termination: "run" } as const;
    expect(outcomeTitle(ROOM.rules, outcome, [], "Anna")).toBe("Anna won");
    expect(outcomeTitle(ROOM.rules, outcome, [])).toBe("Red won");
    expect(outcomeTitle(ROOM.rules, outcome, ["first"], "Anna")).toBe("You won");
    expect(outcomeTitle(ROOM.rules, outcome, ["second"], "Anna")).toBe("You lost");
  });
});

test("a name that is written from right to left keeps to itself", () => {
  expect(isolated("Zoë 🦊")).toBe("Zoë 🦊");
  expect(isolated("שרה")).toBe("\u2068שרה\u2069");
  expect(isolated("Ali علي")).toBe("\u2068Ali علي\u2069");
});
