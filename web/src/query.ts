/** Addresses as people can read them. */

import type { Line } from "./protocol";

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
    moves: (query.get("moves") ?? "").split(/[\s,]+/).filter(Boolean),
    at: Number.isNaN(at) ? null : at,
  };
}

/** The address of the analysis of a game. */
export function analysisAddress(rules: string, start: string | null, moves: string[]): string {
  return `/analysis?${queryOf({ rules, start, moves: moves.join(",") })}`;
}
