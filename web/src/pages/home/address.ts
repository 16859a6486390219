/** What is chosen on the home page, in its address: a link to it shows the same choice. */

import { formatText, parseText } from "../../player-text";
import { queryOf } from "../../router.svelte";
import { type Card, CARDS } from "./cards";
import {
  type Beginner,
  type ClockChoice,
  firstSetup,
  type GameSetup,
  type Opponent,
  type PlayerChoice,
} from "./setup";

export type Choice = { card: Card; rules: string; setup: GameSetup };

/** Those who are no players. */
const PEOPLE: readonly Opponent[] = ["friend", "anyone", "here"];
/** The player of a matchbox machine, whose option is its brain. */
const MATCHBOX = "menace";

export function firstChoice(card: Card): Choice {
  return { card, rules: card.rules, setup: firstSetup(card) };
}

/** What an address tells; null when it names no game. What it leaves open is as at first. */
export function choiceIn(query: URLSearchParams): Choice | null {
  const card = CARDS.find(({ name }) => name === query.get("game"));
  if (!card) return null;
  const { setup } = firstChoice(card);
  const { level } = setup.player;
  const [first, second] = [query.get("first"), query.get("second")];
  if (first && second) {
    setup.opponent = "watch";
    setup.player = playerIn(first, level);
    setup.other = playerIn(second, setup.other.level);
  }
  const against = query.get("against");
  const person = PEOPLE.find((each) => each === against);
  if (person) setup.opponent = person;
  else if (against && parseText(against).name === MATCHBOX) {
    setup.opponent = "matchbox";
    setup.brain = parseText(against).options.brain ?? "";
  } else if (against) setup.player = playerIn(against, level);
  setup.begins = BEGINNERS.find((each) => each === query.get("begins")) ?? "me";
  return { card, rules: query.get("rules") || card.rules, setup: { ...setup, ...clockIn(query) } };
}

export function addressOf({ card, rules, setup }: Choice): string {
  const isWatched = setup.opponent === "watch";
  const hasBeginner = !isWatched && setup.opponent !== "here";
  const query = queryOf({
    game: card.name,
    rules: rules === card.rules ? null : rules,
    against: isWatched ? null : opponentText(setup),
    first: isWatched ? textOf(setup.player) : null,
    second: isWatched ? textOf(setup.other) : null,
    begins: hasBeginner && setup.begins !== "me" ? setup.begins : null,
    clock: clockText(setup),
  });
  return `/?${query}`;
}

export const BEGINNERS: readonly Beginner[] = ["me", "them", "chance"];
export const CLOCKS: readonly ClockChoice[] = ["none", "3+2", "10+5", "own"];

function opponentText(setup: GameSetup): string {
  if (setup.opponent === "machine") return textOf(setup.player);
  return setup.opponent === "matchbox"
    ? formatText(MATCHBOX, { brain: setup.brain })
    : setup.opponent;
}

function textOf({ level, engine, options }: PlayerChoice): string {
  if (!engine) return `level:${level}`;
  const given = Object.entries(options).filter(([, value]) => value.trim() !== "");
  return formatText(engine, Object.fromEntries(given));
}

function playerIn(text: string, otherwise: number): PlayerChoice {
  const { name, options } = parseText(text);
  if (name !== "level") return { level: otherwise, engine: name, options };
  return { level: Number(options[""]) || otherwise, engine: "", options: {} };
}

/** Minutes and the seconds that are added with each move: `3+2`. */
function clockText({ clock, minutes, increment }: GameSetup): string | null {
  if (clock === "none") return null;
  return clock === "own" ? `${minutes}+${increment}` : clock;
}

function clockIn(query: URLSearchParams): Partial<GameSetup> {
  const text = query.get("clock") ?? "none";
  const known = CLOCKS.find((each) => each === text && each !== "own");
  if (known) return { clock: known };
  const [minutes = NaN, increment = NaN] = text.split("+").map(Number);
  if (Number.isNaN(minutes + increment)) return {};
  return { clock: "own", minutes, increment };
}
