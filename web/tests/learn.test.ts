import { describe, expect, test } from "vitest";
import { settings } from "../src/settings.svelte";
import { COUNT, lessonAt, lessons, shownFor } from "../src/pages/learn/course";
import { isMet, progress } from "../src/pages/learn/progress.svelte";

describe("a step is done", () => {
  test("when all that it names is shown, whatever else is", () => {
    const done = { cell: "d1", moves: "d1,d2" };
    expect(isMet(done, { cell: "d1", moves: "d1,d2", at: 3 })).toBe(true);
    expect(isMet(done, { cell: "d1", moves: "d1,d2,e1" })).toBe(false);
    expect(isMet(done, { cell: "d1" })).toBe(false);
  });

  test("with * for anything, and nothing for what must not be shown", () => {
    expect(isMet({ moves: "*" }, { moves: "b2" })).toBe(true);
    expect(isMet({ moves: "*" }, { moves: "" })).toBe(false);
    expect(isMet({ b: "*order=threats*" }, { b: "alphabeta:order=threats,cut=on" })).toBe(true);
    expect(isMet({ b: "*order=threats*" }, { b: "alphabeta:order=none,cut=on" })).toBe(false);
    expect(isMet({ t: "" }, { t: null })).toBe(true);
    expect(isMet({ t: "" }, { t: 6 })).toBe(false);
  });

  test("by what is written, not by what it would mean in a pattern", () => {
    expect(isMet({ tree: "[[9,6],[2]]" }, { tree: "[[9,6],[2]]" })).toBe(true);
    expect(isMet({ tree: "[[9,6],[2]]" }, { tree: "9" })).toBe(false);
    expect(isMet({ seconds: "0.5" }, { seconds: 0.5 })).toBe(true);
    expect(isMet({ seconds: "0.5" }, { seconds: "075" })).toBe(false);
  });
});

describe("the course", () => {
  test("is the same in both languages but for its words", () => {
    const shapes = (["en", "fr"] as const).map((language) => {
      settings.language = language;
      return lessons().map((lesson) => [
        lesson.show,
        lesson.steps.map(({ done, show }) => [done, show]),
        lesson.questions.map(({ choices }) => choices.map((each) => each.because === undefined)),
      ]);
    });
    expect(shapes[1]).toEqual(shapes[0]);
    settings.language = "en";
  });

  test("has one right answer to each question", () => {
    for (const { questions } of lessons()) {
      for (const { choices } of questions) {
        expect(choices.filter((each) => each.because === undefined)).toHaveLength(1);
      }
    }
  });

  test("has an address for each lesson", () => {
    expect([lessonAt("/learn"), lessonAt("/learn/"), lessonAt("/learn/3")]).toEqual([
      null,
      null,
      3,
    ]);
    expect(lessonAt(`/learn/${COUNT + 1}`)).toBeUndefined();
    expect(lessonAt("/learn/3/4")).toBeUndefined();
  });

  test("goes on where the exhibit was last sent", () => {
    const [lesson] = lessons();
    if (!lesson) throw new Error("there is no lesson");
    expect(shownFor(lesson, 1)).toBe(lesson.show);
    expect(shownFor(lesson, 3)).toBe(lesson.steps[2]?.show);
  });
});

test("what was done is remembered, and can be forgotten", () => {
  const lesson = lessons()[1];
  if (!lesson) throw new Error("there is no lesson");
  progress.add(2, "s1");
  progress.add(2, "s1");
  progress.add(2, "q2");
  expect(progress.of(2, lesson)).toEqual({ done: 2, all: 5 });
  expect(localStorage.getItem("enligne.learn.2")).toBe("s1 q2");
  progress.forget(2);
  expect(progress.has(2, "s1")).toBe(false);
});
