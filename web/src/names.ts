/** Names and sentences for what the server tells: rules, players, outcomes. */

import { number, t, textFor } from "./i18n/index.svelte";
import { formatOptions, parseText } from "./player-text";
import {
  other,
  type Outcome,
  type Pace,
  type Room,
  type Rules,
  type Seat,
  type Side,
} from "./protocol";

export function rulesName(rules: Rules): string {
  return textFor(`rules.${rules.name}`, rulesInWords(rules));
}

/** The rules spelt out: "9 × 7, 5 in a row, with gravity". */
export function rulesInWords(rules: Rules): string {
  const parts = [
    t("rules.size", { width: rules.width, height: rules.height }),
    t("rules.run", { run: rules.run }),
  ];
  if (rules.gravity) parts.push(t("rules.gravity"));
  if (rules.exact) parts.push(t("rules.exact"));
  return parts.join(", ");
}

/** What a side is called on boards of this look: red, cross, black … */
export function sideName(rules: Rules, side: Side): string {
  return t(`side.${rules.style}.${side}`);
}

/** "Move 3, red: d2". */
export function moveInTurn(rules: Rules, number: number, side: Side, move: string): string {
  return t("moves.said", { number, side: sideName(rules, side), move });
}

export function playerName(text: string, level?: number | null, isShort = false): string {
  const known = level ? textFor(`level.${level}.name`, "") : "";
  if (known) return known;
  const { name, options } = parseText(text);
  const { brain } = options;
  if (brain) return t("player.brain", { name: brain });
  const given = formatOptions(options);
  const label = engineName(name);
  return given && !isShort ? `${label} (${given})` : label;
}

export function engineName(name: string): string {
  return textFor(`engine.${name}`, name);
}

/** The name that somebody chose; it does not turn the text around it, in whatever language it is. */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** What the person at a side is called, if that tells who it is. */
export function personName(room: Room, side: Side): string | null {
  const [seat, theirs] = [room.seats[side], room.seats[other(side)]];
  if (seat.kind !== "person" || !seat.name || room.you.length === 2) return null;
  return theirs.kind === "person" && theirs.name === seat.name ? null : isolated(seat.name);
}

/** Who sits at a side, in a sentence: who has no name is told by the stones where one watches. */
export function whoIs(room: Room, side: Side): string {
  const isUnknown = !room.you.length && room.seats[side].kind === "person";
  const name = room.you.includes(side) ? null : personName(room, side);
  return name ?? (isUnknown ? capital(sideName(room.rules, side)) : seatName(room, side));
}

/** Who plays whom: "Anna, red, against Ben, yellow." */
export function matchOf(room: Room): string {
  const { rules } = room;
  return t("game.match", {
    first: seatName(room, "first"),
    first_side: sideName(rules, "first"),
    second: seatName(room, "second"),
    second_side: sideName(rules, "second"),
  });
}

/** A clock's time and what a move adds, in short: 3+2. */
export function paceText({ seconds, increment }: Pace): string {
  return `${number(seconds / 60, { maximumFractionDigits: 1 })}+${number(increment)}`;
}

/** Who sits at a side, as this visitor would say it. */
export function seatName(room: Room, side: Side): string {
  const seat: Seat = room.seats[side];
  if (seat.kind === "player") return playerName(seat.text, seat.level);
  if (room.you.length === 2) return capital(sideName(room.rules, side));
  if (room.you.includes(side)) return t("player.you");
  if (!seat.taken) return t("player.nobody");
  if (seat.name) return isolated(seat.name);
  return t(room.you.length ? "player.friend" : "player.guest");
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** How it ended for this visitor. */
export function verdict(outcome: Outcome, you: Side[]): "won" | "lost" | "even" {
  if (!outcome.winner) return "even";
  if (you.length !== 1) return you.length === 2 ? "won" : "even";
  return you.includes(outcome.winner) ? "won" : "lost";
}

/** "You won", "Red won", "A draw"; "Anna won" to who watches, where the winner has a name. */
export function outcomeTitle(
  rules: Rules,
  outcome: Outcome,
  you: Side[],
  winner: string | null = null,
): string {
  if (!outcome.winner) return t("outcome.draw");
  if (you.length === 1) {
    return you.includes(outcome.winner) ? t("outcome.won") : t("outcome.lost");
  }
  if (winner && !you.length) return t("outcome.name", { name: winner });
  return t(`outcome.side.${rules.style}.${outcome.winner}`);
}

/** How the game of a room ended. */
export function endTitle(room: Room, outcome: Outcome): string {
  const winner = outcome.winner && personName(room, outcome.winner);
  return outcomeTitle(room.rules, outcome, room.you, winner);
}

/** What each has won so far, with this game if it is over; null before the first end. */
export function winsIn({ series, outcome }: Room): Record<Side, number> | null {
  if (!outcome && !series.first && !series.second && !series.draws) return null;
  const won = (side: Side) => series[side] + (outcome?.winner === side ? 1 : 0);
  return { first: won("first"), second: won("second") };
}

/** How it stands after several games: "You 2, Casual 1, draws 1"; empty for the first. */
export function scoreOf(room: Room): string {
  const { series, outcome } = room;
  const wins = winsIn(room);
  if (!wins || series.first + series.second + series.draws === 0) return "";
  const mine: Side =
    room.you.includes("second") && !room.you.includes("first") ? "second" : "first";
  const draws = series.draws + (outcome && !outcome.winner ? 1 : 0);
  const parts = [mine, other(mine)].map((side) => `${whoIs(room, side)} ${wins[side]}`);
  if (draws) parts.push(t("result.draws", { count: draws }));
  return t("result.score", { score: parts.join(", ") });
}

/** Why it ended: "four in a row", "the board is full" … */
export function outcomeReason(rules: Rules, outcome: Outcome): string {
  const { termination } = outcome;
  const key = `termination.${termination.replaceAll(" ", "_")}`;
  return textFor(key, termination, { run: rules.run });
}

/** A number with its sign, a minus as long as the plus. */
export function signed(value: number, options: Intl.NumberFormatOptions = {}): string {
  return number(value, { signDisplay: "exceptZero", useGrouping: false, ...options }).replace(
    "-",
    "−",
  );
}

/** Seconds on a clock: 4:05, and 9.3 at the end. */
export function clockText(seconds: number): string {
  const left = Math.max(0, seconds);
  if (left < 10) return number(left, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const whole = Math.ceil(left);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
