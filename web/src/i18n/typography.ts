/** How a language writes what its catalogue has with plain spaces, so that no line breaks there. */

import type { Language } from "../settings.svelte";
import type { Entry } from "./index.svelte";

const NARROW = "\u202f";
const NO_BREAK = "\u00a0";

/** Before signs of two parts and inside quotation marks, before a colon, and inside a number. */
export function inFrench(text: string): string {
  return text
    .replace(/[ \u00a0]([;!?»])/g, `${NARROW}$1`)
    .replace(/«[ \u00a0]/g, `«${NARROW}`)
    .replace(/[ \u202f]:/g, `${NO_BREAK}:`)
    .replace(/(?<=\d)[ \u202f](?=\d{3}(?!\d))/g, NO_BREAK)
    .replace(/(?<=[\d}])[ \u00a0]%/g, `${NARROW}%`);
}

const TYPESET: Record<Language, (text: string) => string> = { en: (text) => text, fr: inFrench };

/** A catalogue as it is shown. */
export function typeset(language: Language, texts: Record<string, Entry>): Record<string, Entry> {
  const set = TYPESET[language];
  const whole = (entry: Entry): Entry =>
    typeof entry === "string"
      ? set(entry)
      : Object.fromEntries(Object.entries(entry).map(([form, text]) => [form, set(text)]));
  return Object.fromEntries(Object.entries(texts).map(([key, entry]) => [key, whole(entry)]));
}
