/** What happened between two states of a room, in words and sound. */

import { announcer } from "../../announcer.svelte";
import { rowOf } from "../../board/geometry";
import { fallMs } from "../../board/motion";
import { t } from "../../i18n/index.svelte";
import {
  capital,
  endTitle,
  matchOf,
  outcomeReason,
  personName,
  seatName,
  sideName,
  verdict,
  whoIs,
} from "../../names";
import { other, type Room, SIDES } from "../../protocol";
import { endSound, stoneSound } from "../../sound";

export function tell(before: Room | null, now: Room): void {
  const sentences: string[] = [];
  const isNewMove = before !== null && now.moves.length > before.moves.length;
  const last = now.moves.at(-1);
  if (isNewMove && last) {
    const mover = other(now.position.side);
    const name = now.you.includes(mover) ? null : personName(now, mover);
    sentences.push(
      t("told.move", { side: name ?? capital(sideName(now.rules, mover)), move: last }),
    );
  } else if (before && now.moves.length < before.moves.length) {
    sentences.push(t("told.takeback"));
  } else if (before && !now.outcome && before.moves.length === now.moves.length) {
    sentences.push(...offers(before, now), ...arrivals(before, now));
  } else if (!before && !now.you.length) {
    sentences.push(matchOf(now));
  }
  if (now.outcome && !before?.outcome) {
    const title = endTitle(now, now.outcome);
    const reason = outcomeReason(now.rules, now.outcome);
    sentences.push(`${t("analysis.ending", { title, reason })}.`);
    if (before) endSound(verdict(now.outcome, now.you));
  } else if (!now.outcome && (isNewMove || !before)) {
    sentences.push(turn(now));
  }
  if (sentences.length) announcer.say(sentences.join(" "));
}

/** What was offered to this visitor, or declined. */
function offers(before: Room, now: Room): string[] {
  return (["takeback", "draw"] as const).flatMap((name) => {
    const [was, by] = [before.offers[name], now.offers[name]];
    if (was === by || now.you.length !== 1) return [];
    if (by)
      return now.you.includes(by) ? [] : [t(`offer.${name}.theirs`, { name: whoIs(now, by) })];
    if (!was || !now.you.includes(was)) return [];
    const declined = t(`offer.${name}.declined`, { name: whoIs(now, other(was)) });
    announcer.show(declined);
    return [];
  });
}

/** Who has taken a seat that was free; one who waits in another tab hears it. */
function arrivals(before: Room, now: Room): string[] {
  return SIDES.flatMap((side) => {
    const [was, is] = [before.seats[side], now.seats[side]];
    if (was.kind !== "person" || is.kind !== "person" || was.taken || !is.taken) return [];
    if (now.you.includes(side)) return [];
    stoneSound(now.rules.style, 0);
    return [t("told.joined", { name: whoIs(now, side) }), turn(now)];
  });
}

/** The sound of the stone that was just drawn. */
export function hear(room: Room, cell: string): void {
  const style = room.rules.style;
  stoneSound(style, style === "holes" ? fallMs(room.rules.height - rowOf(cell)) : 0);
}

/** Whose turn it is, as a sentence. */
export function turn(room: Room): string {
  const side = room.position.side;
  if (room.you.length === 1 && room.you.includes(side)) return t("turn.yours");
  const seat = room.seats[side];
  if (seat.kind === "player") return t("turn.thinking", { name: seatName(room, side) });
  const name = personName(room, side);
  if (name) return t("turn.name", { name });
  if (room.you.length === 1) return t("turn.friend");
  return t(`turn.side.${room.rules.style}.${side}`);
}
