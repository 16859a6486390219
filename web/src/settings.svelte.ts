/** What a visitor prefers, remembered by the browser. */

import { remember, remembered } from "./browser";

export type ThemeChoice = "auto" | "light" | "dark";
export const LANGUAGES = ["en", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

const darkWanted = matchMedia("(prefers-color-scheme: dark)");

class Settings {
  #theme = $state<ThemeChoice>(one(remembered("theme"), ["auto", "light", "dark"], "auto"));
  #language = $state<Language>(one(remembered("language"), LANGUAGES, browserLanguage()));
  #sound = $state(remembered("sound") !== "off");
  #coordinates = $state(remembered("coordinates") !== "off");
  #systemDark = $state(darkWanted.matches);

  constructor() {
    darkWanted.addEventListener("change", () => (this.#systemDark = darkWanted.matches));
    this.#apply();
  }

  get theme(): ThemeChoice {
    return this.#theme;
  }

  set theme(value: ThemeChoice) {
    this.#theme = value;
    remember("theme", value);
    this.#apply();
  }

  get isDark(): boolean {
    return this.#theme === "auto" ? this.#systemDark : this.#theme === "dark";
  }

  get language(): Language {
    return this.#language;
  }

  set language(value: Language) {
    this.#language = value;
    remember("language", value);
    this.#apply();
  }

  get sound(): boolean {
    return this.#sound;
  }

  set sound(value: boolean) {
    this.#sound = value;
    remember("sound", value ? "on" : "off");
  }

  get coordinates(): boolean {
    return this.#coordinates;
  }

  set coordinates(value: boolean) {
    this.#coordinates = value;
    remember("coordinates", value ? "on" : "off");
  }

  #apply(): void {
    const root = document.documentElement;
    root.lang = this.#language;
    if (this.#theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = this.#theme;
  }
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
