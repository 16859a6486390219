/** What a visitor prefers, remembered by the browser. */

import { remember, remembered } from "./browser";

export type ThemeChoice = "auto" | "light" | "dark";
export const LANGUAGES = ["en", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

const darkWanted = matchMedia("(prefers-color-scheme: dark)");

class Settings {
  theme = $state<ThemeChoice>(one(remembered("theme"), ["auto", "light", "dark"], "auto"));
  language = $state<Language>(one(remembered("language"), LANGUAGES, browserLanguage()));
  sound = $state(remembered("sound") !== "off");
  /** Whether reactions of others are shown. */
  reactions = $state(remembered("reactions") !== "off");
  coordinates = $state(remembered("coordinates") !== "off");
  #systemDark = $state(darkWanted.matches);

  constructor() {
    darkWanted.addEventListener("change", () => (this.#systemDark = darkWanted.matches));
    $effect.root(() => {
      for (const name of ["theme", "language", "sound", "coordinates", "reactions"] as const) {
        keep(name, () => this[name]);
      }
      $effect(() => this.#apply());
    });
  }

  get isDark(): boolean {
    return this.theme === "auto" ? this.#systemDark : this.theme === "dark";
  }

  #apply(): void {
    const root = document.documentElement;
    root.lang = this.language;
    if (this.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = this.theme;
    // What surrounds the page follows it, whatever the device has.
    void this.isDark;
    for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
      meta.content = getComputedStyle(root).backgroundColor;
    }
  }
}

/**
 * Has the browser remember a value whenever it changes; what nobody has chosen is not remembered.
 * Call it while a component is set up, or in a root of effects.
 */
export function keep(key: string, value: () => string | number | boolean | null): void {
  let before = value();
  $effect(() => {
    const now = value();
    if (now === before) return;
    before = now;
    remember(key, typeof now === "boolean" ? (now ? "on" : "off") : String(now ?? ""));
  });
}

function one<T extends string>(value: string | null, choices: readonly T[], otherwise: T): T {
  return choices.find((choice) => choice === value) ?? otherwise;
}

function browserLanguage(): Language {
  for (const wanted of navigator.languages) {
    const found = LANGUAGES.find((each) => wanted.toLowerCase().split("-")[0] === each);
    if (found) return found;
  }
  return "en";
}

export const settings = new Settings();
