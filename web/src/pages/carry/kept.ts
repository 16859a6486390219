/** What only the browser remembers of a visitor: it goes with them to another device. */

import { remember, remembered, rememberedKeys } from "../../browser";
import { joined, readStreak, STREAK, writeStreak } from "../puzzles/streak";

type Join = (here: string, theirs: string) => string;

/** All of both lists, each once. */
const both =
  (between: string): Join =>
  (here, theirs) =>
    [...new Set([...here.split(between), ...theirs.split(between)])].filter(Boolean).join(between);

/** By what a key begins with, what comes of it when both devices remember something. */
const JOINS: [string, Join][] = [
  ["name", (_, theirs) => theirs],
  ["beaten.", both(",")],
  ["learn.", both(" ")],
  ["puzzles.rush", (here, theirs) => String(Math.max(Number(here) || 0, Number(theirs) || 0))],
  [
    STREAK,
    (here, theirs) => {
      const streak = joined(readStreak(here), readStreak(theirs));
      return streak ? writeStreak(streak) : "";
    },
  ],
];

function joinOf(key: string): Join | undefined {
  return JOINS.find(([start]) =>
    start.endsWith(".") ? key.startsWith(start) : key === start,
  )?.[1];
}

/** What is to be known on another device. */
export function keptHere(): Record<string, string> {
  const kept = rememberedKeys()
    .filter(joinOf)
    .map((key): [string, string] => [key, remembered(key) ?? ""]);
  return Object.fromEntries(kept.filter(([, value]) => value));
}

/** Remembers what another device did, besides what this one does. */
export function keepAlso(kept: Record<string, string>): void {
  for (const [key, theirs] of Object.entries(kept)) {
    const join = joinOf(key);
    if (join && theirs) remember(key, join(remembered(key) ?? "", theirs));
  }
}
