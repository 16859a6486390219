/** By which address a link is worth sending: one that others can open. */

import type { Reach } from "./protocol";

/** Names by which a computer means itself. */
const OWN_NAMES = /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

/**
 * The addresses of this server that others can open, the likeliest first; none where only this
 * computer can. The one that a visitor came by is right, unless it means whoever says it.
 */
export function originsForOthers(
  page: { hostname: string; origin: string },
  reach: Reach,
): string[] {
  if (reach.public) return [reach.public];
  return OWN_NAMES.test(page.hostname) ? (reach.network ?? []) : [page.origin];
}
