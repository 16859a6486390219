/** The keys of the page, as the help lists them. */

import { isElsewhere } from "../../browser";

export type Deed =
  "back" | "forward" | "start" | "end" | "best" | "live" | "say" | "review" | "editor" | "help";

/** What is written on each key; arrows walk the board itself while it has the focus. */
export const KEYS: readonly { deed: Deed; keys: string[] }[] = [
  { deed: "back", keys: ["←", "P"] },
  { deed: "forward", keys: ["→", "N"] },
  { deed: "start", keys: ["↑", "S"] },
  { deed: "end", keys: ["↓", "E"] },
  { deed: "best", keys: ["B"] },
  { deed: "live", keys: ["L"] },
  { deed: "say", keys: ["I"] },
  { deed: "review", keys: ["R"] },
  { deed: "editor", keys: ["D"] },
  { deed: "help", keys: ["?"] },
];

const ARROWS: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
};

/**
 * What a key asks for; null when it is meant for something else.
 * @param withLetters whether single letters count; some people's voices type them by mistake.
 */
export function deedOf(event: KeyboardEvent, withLetters: boolean): Deed | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  if (isElsewhere(event)) return null;
  const arrow = ARROWS[event.key];
  if (!arrow && !withLetters) return null;
  const key = arrow ?? event.key.toUpperCase();
  return KEYS.find(({ keys }) => keys.includes(key))?.deed ?? null;
}
