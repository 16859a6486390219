/** Addresses as people can read them. */

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

/** The address of the analysis of a game. */
export function analysisAddress(rules: string, start: string | null, moves: string[]): string {
  return `/analysis?${queryOf({ rules, start, moves: moves.join(",") })}`;
}
