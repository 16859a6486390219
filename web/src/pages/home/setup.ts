/** The game that a visitor sets up, as the form has it, and as the server is asked for it. */

import { people } from "../../people/people.svelte";
import { formatText } from "../../player-text";
import type { Catalogue, Requests, Rules, SeatWish } from "../../protocol";
import { suitableLevel } from "../../beaten";
import { remember, remembered } from "../../browser";
import type { Card } from "./cards";

export type Opponent = "machine" | "matchbox" | "friend" | "anyone" | "here" | "watch";
export type Beginner = "me" | "them" | "chance";
export type ClockChoice = "none" | "3+2" | "10+5" | "own";

/** A player chosen by level, or an engine with options; options left empty keep their default. */
export type PlayerChoice = { level: number; engine: string; options: Record<string, string> };

export type GameSetup = {
  opponent: Opponent;
  player: PlayerChoice;
  other: PlayerChoice;
  brain: string;
  begins: Beginner;
  clock: ClockChoice;
  minutes: number;
  increment: number;
};

/** A good game for somebody who has chosen nothing. */
export function firstSetup(card: Card): GameSetup {
  const level = suitableLevel(card.rules, Number(remembered(`level.${card.name}`)) || null);
  return {
    opponent: "machine",
    player: { level, engine: "", options: {} },
    other: { level: 8, engine: "", options: {} },
    brain: "",
    begins: "me",
    clock: "none",
    minutes: 5,
    increment: 3,
  };
}

export function rememberSetup(card: Card, setup: GameSetup): void {
  remember("game", card.name);
  remember(`level.${card.name}`, String(setup.player.level));
}

/** The text of the player that was chosen. */
export function playerText(choice: PlayerChoice, catalogue: Catalogue): string {
  // One that was chosen for other rules may not play by these.
  const engine = catalogue.engines.find(({ name }) => name === choice.engine);
  if (!engine) {
    const { scale } = catalogue;
    return (scale.find(({ level }) => level === choice.level) ?? scale[0])?.text ?? "random";
  }
  const given = engine.options
    .map(({ name }): [string, string] => [name, choice.options[name]?.trim() ?? ""])
    .filter(([, value]) => value !== "");
  return formatText(engine.name, Object.fromEntries(given));
}

/** The request for this game; chance is asked here who begins. */
export function creation(
  setup: GameSetup,
  rules: Rules,
  catalogue: Catalogue,
): Requests["create"][0] {
  const player = (text: string): SeatWish => ({ kind: "player", text });
  const me: SeatWish = { kind: "me" };
  let seats: [SeatWish, SeatWish];
  if (setup.opponent === "here") seats = [me, me];
  else if (setup.opponent === "watch") {
    seats = [
      player(playerText(setup.player, catalogue)),
      player(playerText(setup.other, catalogue)),
    ];
  } else {
    const them: SeatWish =
      setup.opponent === "friend" || setup.opponent === "anyone"
        ? { kind: "friend" }
        : player(
            setup.opponent === "matchbox"
              ? formatText("menace", { brain: setup.brain })
              : playerText(setup.player, catalogue),
          );
    const isMine = setup.begins === "me" || (setup.begins === "chance" && Math.random() < 0.5);
    seats = isMine ? [me, them] : [them, me];
  }
  const clock = clockOf(setup);
  return {
    rules: rules.text,
    first: seats[0],
    second: seats[1],
    name: people.name,
    ...(setup.opponent === "anyone" ? { open: true } : {}),
    ...(clock ? { clock } : {}),
  };
}

function clockOf(setup: GameSetup): { seconds: number; increment: number } | null {
  if (setup.clock === "none") return null;
  if (setup.clock === "3+2") return { seconds: 180, increment: 2 };
  if (setup.clock === "10+5") return { seconds: 600, increment: 5 };
  return { seconds: setup.minutes * 60, increment: setup.increment };
}
