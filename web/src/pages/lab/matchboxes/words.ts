/** Boxes, runs and chances in words. */

import { number, t, textFor } from "../../../i18n/index.svelte";
import { playerName, rulesName, sideName } from "../../../names";
import { formatOptions, parseText } from "../../../player-text";
import { type Bead, type Rules, SIDES, type Stones } from "../../../protocol";
import { total } from "./box-shape";
import type { Run } from "./run";

/** A probability; zero and one are said only where they are exact. */
export function percent(share: number): string {
  const digits = share === 0 || share === 1 || share >= 0.1 ? 0 : share >= 0.001 ? 1 : 4;
  const rounded = number(share, { style: "percent", maximumFractionDigits: digits });
  if (share > 0.995 && share < 1) {
    return number(share, { style: "percent", maximumSignificantDigits: 4 });
  }
  return rounded;
}

/** The stones of a front: "cross a1, c3; nought b2". */
export function stonesInWords(rules: Rules, stones: Stones): string {
  const parts = SIDES.filter((side) => stones[side].length).map((side) =>
    t("lab.matchboxes.stones", { side: sideName(rules, side), cells: stones[side].join(", ") }),
  );
  return parts.length ? parts.join("; ") : t("lab.matchboxes.stones.none");
}

/** What is in a box: "a1: 4 beads, 36 %; b2: 7 beads, 64 %". */
export function beadsInWords(beads: readonly Bead[]): string {
  const sum = total(beads);
  if (!sum) return t("lab.matchboxes.box.empty");
  return beads
    .map(([cell, count]) =>
      t("lab.matchboxes.box.bead", { cell, count, share: percent(count / sum) }),
    )
    .join("; ");
}

/** "HER", or "Michie 1961, changed: loss=2". */
export function variantName(text: string): string {
  const { name, options } = parseText(text);
  const label = textFor(`lab.matchboxes.variant.${name}`, name);
  const changes = formatOptions(options);
  return changes ? t("lab.matchboxes.variant.changed", { name: label, changes }) : label;
}

export function partnerName(text: string): string {
  const { name, options } = parseText(text);
  if (name === "mix") {
    return t("lab.matchboxes.partner.mix", { share: percent(Number(options[""])) });
  }
  const named = text === name ? textFor(`lab.matchboxes.partner.${name}`, "") : "";
  return named || playerName(text);
}

/** What a run is called in the legend. */
export function runName(run: Run, games: number, rules: Rules | null): string {
  const partners = run.course.map((step) =>
    "moves" in step ? t("lab.matchboxes.partner.you") : partnerName(step.partner),
  );
  const machine = run.brain ?? variantName(run.variant);
  const parts = [
    machine,
    ...(run.brain || run.rules === "tictactoe" || !rules ? [] : [rulesName(rules)]),
    ...(run.side === "second" && !run.brain ? [t("lab.matchboxes.side.second")] : []),
    [...new Set(partners)].join(" + "),
    games ? t("lab.matchboxes.games", { count: games }) : "",
  ];
  return parts.filter(Boolean).join(" · ");
}
