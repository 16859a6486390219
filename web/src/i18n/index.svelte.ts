/** Every text people see or hear comes from the catalogues beside this file. */

import { type Language, settings } from "../settings.svelte";
import english from "./en.json";
// Only their types: these texts come with the part of the page that they are for.
import type lab from "./lab.en.json";
import type learn from "./learn.en.json";
import type people from "./people.en.json";
import type puzzles from "./puzzles.en.json";
import type share from "./share.en.json";
import type study from "./study.en.json";
import { typeset } from "./typography";

type Texts = typeof english &
  typeof lab &
  typeof learn &
  typeof people &
  typeof puzzles &
  typeof share &
  typeof study;

/** A key of the catalogues: `t` takes no other. */
export type TextKey = keyof Texts;
/** A sentence, or one for each plural category, chosen by the value `count`. */
export type Entry = string | Record<string, string>;
type Values = Record<string, string | number>;
/** What a text is given: one with plural forms always a count. */
type Given<K extends TextKey> = Texts[K] extends string
  ? [values?: Values]
  : [values: Values & { count: number }];

/** English is there at once; another language comes when it is asked for. */
let catalogues = $state.raw<Record<Language, Record<string, Entry>>>({
  en: { ...english },
  fr: {},
});

const LOADERS = { fr: () => import("./fr.json") };
const loaded = new Map<Language, Promise<void>>();

/** Loads the texts of a language; until then, and without them, the page speaks English. */
export function loadTexts(language: Language): Promise<void> {
  const known = loaded.get(language);
  if (known || language === "en") return known ?? Promise.resolve();
  const asked = LOADERS[language]().then(
    ({ default: texts }) => addTexts(language, texts),
    () => void loaded.delete(language),
  );
  loaded.set(language, asked);
  return asked;
}

$effect.root(() => {
  $effect(() => void loadTexts(settings.language));
});

const PLURALS: Record<Language, Intl.PluralRules> = {
  en: new Intl.PluralRules("en"),
  fr: new Intl.PluralRules("fr"),
};

/** Adds texts that come with a page of their own, as the Lab's do. */
export function addTexts(language: Language, texts: Record<string, Entry>): void {
  const all = { ...catalogues[language], ...typeset(language, texts) };
  catalogues = { ...catalogues, [language]: all };
}

/** The text of a key in the visitor's language, with `{name}` replaced by `values.name`. */
export function t<K extends TextKey>(key: K, ...[values = {}]: Given<K>): string {
  return textFor(key, key, values);
}

/** The same for names that the server tells: those without a text of their own get another. */
export function textFor(key: string, otherwise: string, values: Values = {}): string {
  const language = settings.language;
  const entry = catalogues[language][key] ?? catalogues.en[key] ?? otherwise;
  const text = typeof entry === "string" ? entry : plural(entry, values, language);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === "number" ? number(value) : value;
  });
}

// To make one takes longer than all that is done with it.
const formats = new Map<string, Intl.NumberFormat>();

/** A number as the visitor's language writes it. */
export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  const key = settings.language + JSON.stringify(options);
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.NumberFormat(settings.language, options)));
  return format.format(value);
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
