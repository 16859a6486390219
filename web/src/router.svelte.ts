/** Which page is shown: the path and query of the address, kept with the history API. */

import type { Line, Side } from "./protocol";

class Router {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));
  /** Whether the server has a newer page: the next one is loaded as a whole. */
  isOutdated = false;

  constructor() {
    addEventListener("popstate", () => this.#read());
    // Plain links inside the page need no code of their own.
    document.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link || event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
      if (link.hash && link.pathname === location.pathname) return;
      event.preventDefault();
      this.go(link.pathname + link.search);
    });
  }

  /** Opens another page of this site; or the same with another choice, which stays where it is. */
  go(address: string, { staysInPlace = false } = {}): void {
    if (this.isOutdated) {
      location.assign(address);
      return;
    }
    if (address !== location.pathname + location.search) history.pushState(null, "", address);
    this.#read();
    if (!staysInPlace) scrollTo(0, 0);
  }

  /** Changes the address without a new entry in the history, e.g. while a position is edited. */
  replace(address: string): void {
    history.replaceState(null, "", address);
    this.#read();
  }

  #read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }
}

export const router = new Router();

/** What stands in the query; null, undefined and "" are left out. */
export type Parts = Record<string, string | number | null | undefined>;

/** The query of these parts, as people can read it. */
export function queryOf(parts: Parts): string {
  return Object.entries(parts)
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([key, value]) => `${key}=${encoded(String(value))}`)
    .join("&");
}

/** These characters need no escape in a query. */
function encoded(text: string): string {
  return encodeURIComponent(text)
    .replaceAll("%2C", ",")
    .replaceAll("%2F", "/")
    .replaceAll("%3A", ":")
    .replaceAll("%3D", "=")
    .replaceAll("%20", "+");
}

/** The game that a query tells, and how many of its moves are on the board; null for all. */
export function lineOf(query: URLSearchParams, usual: string): Line & { at: number | null } {
  const at = Number.parseInt(query.get("at") ?? "", 10);
  return {
    rules: query.get("rules") || usual,
    start: query.get("start") || null,
    moves: movesIn(query.get("moves") ?? ""),
    at: Number.isNaN(at) ? null : at,
  };
}

/** The moves of a text, with blanks or commas between them. */
export function movesIn(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** The address of the analysis of a game, with the way back to its room; or of the mistakes of a
    side in it. */
export function analysisAddress(
  rules: string,
  start: string | null,
  moves: string[],
  room: string | null = null,
  retry: Side | null = null,
): string {
  return `/analysis?${queryOf({ rules, start, moves: moves.join(","), retry, room })}`;
}
