/** Every text people see or hear comes from the catalogues beside this file. */

import { type Language, settings } from "../settings.svelte";
import english from "./en.json";
import french from "./fr.json";
// Only its type: the texts of the Lab come with the Lab.
import type lab from "./lab.en.json";

type Texts = typeof english & typeof lab;

/** A key of the catalogues: `t` takes no other. */
export type TextKey = keyof Texts;
/** A sentence, or one for each plural category, chosen by the value `count`. */
export type Entry = string | Record<string, string>;
type Values = Record<string, string | number>;
/** What a text is given: one with plural forms always a count. */
type Given<K extends TextKey> = Texts[K] extends string
  ? [values?: Values]
  : [values: Values & { count: number }];

const CATALOGUES: Record<Language, Record<string, Entry>> = {
  en: { ...english },
  fr: { ...french },
};

const PLURALS: Record<Language, Intl.PluralRules> = {
  en: new Intl.PluralRules("en"),
  fr: new Intl.PluralRules("fr"),
};

/** Adds texts that come with a page of their own, as the Lab's do. */
export function addTexts(language: Language, texts: Record<string, Entry>): void {
  Object.assign(CATALOGUES[language], texts);
}

/** The text of a key in the visitor's language, with `{name}` replaced by `values.name`. */
export function t<K extends TextKey>(key: K, ...[values = {}]: Given<K>): string {
  return textFor(key, key, values);
}

/** The same for names that the server tells: those without a text of their own get another. */
export function textFor(key: string, otherwise: string, values: Values = {}): string {
  const language = settings.language;
  const entry = CATALOGUES[language][key] ?? otherwise;
  const text = typeof entry === "string" ? entry : plural(entry, values, language);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === "number" ? number(value) : value;
  });
}

/** A number as the visitor's language writes it. */
export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(settings.language, options).format(value);
}

/** A number that needs no digits after the third: 12.4 M. */
export function shortNumber(value: number): string {
  return number(value, { notation: "compact", maximumFractionDigits: 1 });
}

/** How long ago a moment was, in words. */
export function ago(epochSeconds: number): string {
  const seconds = epochSeconds - Date.now() / 1000;
  const format = new Intl.RelativeTimeFormat(settings.language, { numeric: "auto" });
  const units: [Intl.RelativeTimeFormatUnit, number][] = [
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
  ];
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return format.format(Math.round(seconds / length), unit);
  }
  return format.format(0, "second");
}

function plural(forms: Record<string, string>, values: Values, language: Language): string {
  const category = PLURALS[language].select(Number(values.count ?? 0));
  return forms[category] ?? forms.other ?? "";
}
