/** What happened between two states of a room, in words and sound. */

import { announcer } from "../../announcer.svelte";
import { rowOf } from "../../board/geometry";
import { fallMs } from "../../board/motion";
import { t } from "../../i18n/index.svelte";
import { capital, outcomeReason, outcomeTitle, seatName, sideName, verdict } from "../../names";
import { other, type Room } from "../../protocol";
import { endSound, stoneSound } from "../../sound";

export function tell(before: Room | null, now: Room): void {
  const sentences: string[] = [];
  const isNewMove = before !== null && now.moves.length > before.moves.length;
  const last = now.moves.at(-1);
  if (isNewMove && last) {
    const mover = other(now.position.side);
    sentences.push(t("told.move", { side: capital(sideName(now.rules, mover)), move: last }));
  } else if (before && now.moves.length < before.moves.length) {
    sentences.push(t("told.takeback"));
  }
  if (now.outcome && !before?.outcome) {
    const title = outcomeTitle(now.rules, now.outcome, now.you);
    sentences.push(`${title}: ${outcomeReason(now.rules, now.outcome)}.`);
    if (before) endSound(verdict(now.outcome, now.you));
  } else if (!now.outcome && (isNewMove || !before)) {
    sentences.push(turn(now));
  }
  if (sentences.length) announcer.say(sentences.join(" "));
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
  if (room.you.length === 1) return t("turn.friend");
  return t(`turn.side.${room.rules.style}.${side}`);
}
