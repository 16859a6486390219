import { afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  addTexts,
  ago,
  type Entry,
  loadTexts,
  number,
  shortNumber,
  t,
  textFor,
} from "../src/i18n/index.svelte";
import { inFrench, typeset } from "../src/i18n/typography";
import { settings } from "../src/settings.svelte";

const files = import.meta.glob<Record<string, Entry>>("../src/i18n/*.json", {
  eager: true,
  import: "default",
});
/** By language, by name: lab of lab.en.json, nothing of en.json. */
const catalogues = { en: new Map<string, Texts>(), fr: new Map<string, Texts>() };
type Texts = Record<string, Entry>;
for (const [path, texts] of Object.entries(files)) {
  const [, name = "", language] = /\/(?:([\w-]+)\.)?(en|fr)\.json$/.exec(path) ?? [];
  catalogues[language as "en" | "fr"].set(name, texts);
}
const names = [...catalogues.en.keys()];
const of = (language: "en" | "fr", name: string) => catalogues[language].get(name) ?? {};

function formsOf(entry: Entry | undefined): string[] {
  return typeof entry === "string" ? [entry] : Object.values(entry ?? {});
}
function placeholdersOf(entry: Entry | undefined): string[] {
  const found = formsOf(entry).flatMap((form) => form.match(/\{\w+\}/g) ?? []);
  return [...new Set(found)].sort();
}

beforeAll(() => loadTexts("fr"));
afterEach(() => {
  settings.language = "en";
});

/** Of boards, whose left is everywhere on the left. */
const OF_BOARDS = /^lab\.(bits\.(way|back|direction)|search\.tree\.keys|matchboxes\.turned)/;

describe.each(names)("the catalogue %s", (name) => {
  const [english, french] = [of("en", name), of("fr", name)];

  test("names no place of the screen: on a phone all is stacked", () => {
    const place = /\b(on|at|to) the (left|right)\b|\b(à|sur la) (gauche|droite)\b/i;
    for (const [key, entry] of [...Object.entries(english), ...Object.entries(french)]) {
      if (OF_BOARDS.test(key)) continue;
      expect([key, formsOf(entry).filter((form) => place.test(form))]).toEqual([key, []]);
    }
  });

  test("has the same keys in both languages", () => {
    expect(Object.keys(french).sort()).toEqual(Object.keys(english).sort());
  });

  test("has the same placeholders in both languages", () => {
    for (const [key, entry] of Object.entries(english)) {
      expect([key, placeholdersOf(french[key])]).toEqual([key, placeholdersOf(entry)]);
    }
  });

  test("has a form for every plural category that a language uses", () => {
    for (const language of ["en", "fr"] as const) {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      // French uses "many" for round millions only; "other" serves there.
      const needed = pluralCategories.filter((each) => each !== "many").sort();
      for (const [key, entry] of Object.entries(of(language, name))) {
        expect(formsOf(entry).every((form) => form.trim() !== "")).toBe(true);
        if (typeof entry === "string") continue;
        expect([key, Object.keys(entry).sort()]).toEqual([key, needed]);
        expect(placeholdersOf(entry)).toContain("{count}");
      }
    }
  });

  test("holds the keys that begin with its name, and no other does", () => {
    for (const key of Object.keys(english)) {
      const owner = names.find((each) => each && key.startsWith(`${each}.`)) ?? "";
      expect([key, owner]).toEqual([key, name]);
    }
  });
});

describe("French", () => {
  test.each([
    ["Niveau 6 ?", "Niveau 6\u202f?"],
    ["Oui ! Non ; peut-être", "Oui\u202f! Non\u202f; peut-être"],
    ["Impossible : trop", "Impossible\u00a0: trop"],
    ["« {name} »", "«\u202f{name}\u202f»"],
    ["10 000 parties", "10\u00a0000 parties"],
    ["{share} % de 12 %", "{share}\u202f% de 12\u202f%"],
    // What is no sentence stays as it is.
    ["9x7:5+gravity", "9x7:5+gravity"],
    ["?!", "?!"],
    ["d1 d2 e1 7/7/7", "d1 d2 e1 7/7/7"],
  ])("%s has its spaces", (text, wanted) => {
    expect(inFrench(text)).toBe(wanted);
    expect(inFrench(wanted)).toBe(wanted);
  });

  test.each(names)("has a space that holds at every such sign of the catalogue %s", (name) => {
    for (const [key, entry] of Object.entries(typeset("fr", of("fr", name)))) {
      for (const form of formsOf(entry)) {
        const loose = / [;:!?»%]|« |\u202f:|\u00a0[;!?»]/.exec(form);
        const missing = /[\p{L})}][;!?»]|«[\p{L}{]|[\p{L}}]: /u.exec(form);
        expect([key, loose?.[0], missing?.[0]]).toEqual([key, undefined, undefined]);
      }
    }
  });

  test("reaches what is shown, also where it comes with a page", () => {
    settings.language = "fr";
    expect(t("connection.lost")).not.toBe("connection.lost");
    expect(t("error.position.in_the_air")).toContain("Impossible\u00a0:");
    addTexts("fr", { "lab.added": "Quoi ?" });
    expect(textFor("lab.added", "")).toBe("Quoi\u202f?");
  });
});

describe("a text", () => {
  test("is in the visitor's language", () => {
    expect(t("side.holes.first")).toBe("red");
    settings.language = "fr";
    expect(t("side.holes.first")).toBe("rouge");
  });

  test("has its values filled in, numbers as the language writes them", () => {
    expect(t("analysis.review.partly", { exact: 1, count: 1234 })).toContain("1,234");
    settings.language = "fr";
    expect(t("analysis.review.partly", { exact: 1, count: 1234 })).toMatch(/1\s234/);
  });

  test("has the plural form of its count, by the rules of the language", () => {
    const words = (count: number) => t("analysis.verdict.win", { side: "X", count });
    expect([words(0), words(1), words(2)]).toEqual([
      "X wins in 0 plies",
      "X wins in 1 ply",
      "X wins in 2 plies",
    ]);
    settings.language = "fr";
    // In French nothing is singular.
    expect(words(0).at(-1)).not.toBe("s");
    expect(words(2).at(-1)).toBe("s");
  });

  test("keeps a placeholder that is given nothing, and takes no code from a value", () => {
    expect(t("analysis.ending", { title: "{reason}" })).toBe("{reason}: {reason}");
    expect(t("analysis.ending", { title: "$&", reason: "$1" })).toBe("$&: $1");
  });

  test("of a name that the server invents is another, where there is none", () => {
    expect(textFor("engine.alphabeta", "?")).not.toBe("?");
    expect(textFor("engine.unheard_of", "an engine")).toBe("an engine");
  });

  test("can come with a page of its own", () => {
    addTexts("en", { "lab.added": "{count} boxes" });
    expect(textFor("lab.added", "", { count: 3 })).toBe("3 boxes");
  });
});

test("numbers and times follow the language", () => {
  expect([number(1.5), shortNumber(12_412_345)]).toEqual(["1.5", "12.4M"]);
  expect(ago(Date.now() / 1000 - 2 * 86400)).toBe("2 days ago");
  settings.language = "fr";
  expect(number(1.5)).toBe("1,5");
  expect(ago(Date.now() / 1000 - 3600)).toBe("il y a 1 heure");
});
