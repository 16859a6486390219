/** What the browser does for the page: it remembers, copies texts, and tells keys. */

const PREFIX = "enligne.";
// For a browser that refuses to remember.
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

/** All under which something is remembered. */
export function rememberedKeys(): string[] {
  const keys = new Set(fallback.keys());
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX)) keys.add(key.slice(PREFIX.length));
    }
  } catch {
    // Then there is only what this page was told.
  }
  return [...keys];
}

/** Calls when another page of this browser remembers something else. */
export function whenRemembered(key: string, listener: () => void): void {
  addEventListener("storage", (event) => {
    if (event.key === PREFIX + key && event.newValue !== event.oldValue) listener();
  });
}

/** Lets the browser save a file. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 30_000);
}

/** Copies a text; also where the browser keeps its clipboard from pages without encryption. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "hidden";
    document.body.append(field);
    field.select();
    // The old way is the only one there.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const isCopied = document.execCommand("copy");
    field.remove();
    return isCopied;
  }
}

/** Of a field for moves, rules and the like: nothing that a device could complete or correct. */
export const NOTATION = { autocomplete: "off", autocapitalize: "off", spellcheck: false } as const;

/** Whether a key is meant for what has the focus: a field, a list or a dialog. */
export function isElsewhere(event: KeyboardEvent): boolean {
  return (
    (event.target as HTMLElement).closest("input:not([type=radio]), textarea, select, dialog") !==
    null
  );
}
