/** Names and sentences for what the server tells: rules, players, outcomes. */

import { number, t, textFor } from "./i18n/index.svelte";
import { formatOptions, parseText } from "./player-text";
import type { Outcome, Room, Rules, Seat, Side } from "./protocol";

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

/** Who sits at a side, as this visitor would say it. */
export function seatName(room: Room, side: Side): string {
  const seat: Seat = room.seats[side];
  if (seat.kind === "player") return playerName(seat.text, seat.level);
  if (room.you.length === 2) return capital(sideName(room.rules, side));
  if (room.you.includes(side)) return t("player.you");
  if (!seat.taken) return t("player.nobody");
  return room.you.length ? t("player.friend") : capital(sideName(room.rules, side));
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

/** "You won", "Red won", "A draw". */
export function outcomeTitle(rules: Rules, outcome: Outcome, you: Side[]): string {
  if (!outcome.winner) return t("outcome.draw");
  if (you.length === 1) {
    return you.includes(outcome.winner) ? t("outcome.won") : t("outcome.lost");
  }
  return t(`outcome.side.${rules.style}.${outcome.winner}`);
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
