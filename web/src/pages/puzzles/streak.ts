/** Days in a row on which the puzzle of the day was solved. Days are texts such as 2026-11-16. */

/** Under which the browser remembers it. */
export const STREAK = "puzzles.streak";

export type Streak = { day: string; length: number };

const DAY_MS = 86_400_000;

/** What a browser remembers, if it is a streak. */
export function readStreak(text: string | null): Streak | null {
  const [, day, length] = /^(\d{4}-\d{2}-\d{2}) (\d{1,6})$/.exec(text ?? "") ?? [];
  return day && length ? { day, length: Number(length) } : null;
}

export function writeStreak({ day, length }: Streak): string {
  return `${day} ${length}`;
}

/** The streak once the puzzle of a day is solved. */
export function lengthened(streak: Streak | null, day: string): Streak {
  return streak?.day === day ? streak : { day, length: lengthOn(streak, day) + 1 };
}

/** How long it is on a day: a day that was missed ends it, today is not missed yet. */
export function lengthOn(streak: Streak | null, day: string): number {
  if (!streak) return 0;
  const passed = (Date.parse(day) - Date.parse(streak.day)) / DAY_MS;
  return passed <= 1 ? streak.length : 0;
}

/** Two streaks of one visitor as one: the days of both count, up to the last of them. */
export function joined(one: Streak | null, other: Streak | null): Streak | null {
  if (!one || !other) return one ?? other;
  const [early, late] = one.day < other.day ? [one, other] : [other, one];
  const apart = Math.round((Date.parse(late.day) - Date.parse(early.day)) / DAY_MS);
  // They touch where no day between them was missed.
  const length = apart <= late.length ? Math.max(late.length, apart + early.length) : late.length;
  return { day: late.day, length };
}
