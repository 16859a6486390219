/** What this browser remembers. A browser that refuses to remember still gets a working page. */

const PREFIX = "enligne.";
const fallback = new Map<string, string>();

export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key) ?? fallback.get(key) ?? null;
  } catch {
    return fallback.get(key) ?? null;
  }
}

export function remember(key: string, value: string): void {
  fallback.set(key, value);
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // It lasts as long as the page then.
  }
}
