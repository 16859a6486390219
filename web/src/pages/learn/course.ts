/** The course: six lessons, made from `docs/course.toml` by `make course`. */

import { type Language, settings } from "../../settings.svelte";
import type { ExhibitName } from "../lab/address.svelte";
import english from "./course.en.json";
import french from "./course.fr.json";

export type Step = {
  /** With `**` around what is pressed, `*` around names and backquotes around code. */
  text: string;
  /** The query of the exhibit where the step begins, if not where the one before has ended. */
  show?: string;
  /** What the exhibit shows when it is done, by the names of its address. */
  done: Record<string, string | undefined>;
};

/** An answer that can be chosen; a wrong one tells what to think of. */
export type Choice = { text: string; because?: string };
export type Question = { ask: string; choices: Choice[]; answer: string };

export type Lesson = {
  exhibit: ExhibitName;
  minutes: number;
  show: string;
  title: string;
  goal: string;
  steps: Step[];
  questions: Question[];
  /** What can be tried in a terminal. */
  terminal: string[];
};

const COURSE: Record<Language, Lesson[]> = {
  en: english as Lesson[],
  fr: french as Lesson[],
};

export const COUNT = english.length;

/** The lessons in the visitor's language. */
export function lessons(): Lesson[] {
  return COURSE[settings.language];
}

/** The number of the lesson at an address, from 1; null for the list, undefined for nothing. */
export function lessonAt(path: string): number | null | undefined {
  const [, rest = ""] = /^\/learn\/?(.*?)\/?$/.exec(path) ?? [];
  if (rest === "") return null;
  return /^[1-9]$/.test(rest) && Number(rest) <= COUNT ? Number(rest) : undefined;
}

/** Where the exhibit stands for a step, by its place: where it was last sent. */
export function shownFor(lesson: Lesson, place: number): string {
  return lesson.steps.slice(0, place + 1).findLast((step) => step.show)?.show ?? lesson.show;
}
