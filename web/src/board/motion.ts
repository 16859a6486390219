/** How stones arrive. Each is a Svelte transition, so that it runs under a strict policy. */

import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import type { Rules } from "../protocol";
import { rowOf } from "./geometry";

const still = matchMedia("(prefers-reduced-motion: reduce)");

type Wish = { moving: boolean };

export function isStill(): boolean {
  return still.matches;
}

/** How long a disc falls, in milliseconds. */
export function fallMs(cells: number): number {
  return still.matches ? 0 : 170 + 150 * Math.sqrt(cells);
}

/** Of a board above its cells, in hundredths of a cell. */
const RIM = 14;
const PLACE_MS = 240;
export const STROKE_MS = 190;
export const CROSS_MS = 2 * STROKE_MS - 20;

/** How long a stone takes to arrive on its cell, in milliseconds. */
export function landingMs(rules: Rules, cell: string): number {
  if (still.matches) return 0;
  if (rules.gravity) return fallMs(rules.height - rowOf(cell));
  return rules.style === "lines" ? PLACE_MS : CROSS_MS;
}

/** A disc falls and settles with a bounce. */
export function fall(_: Element, wish: Wish & { cells: number }): TransitionConfig {
  if (!wish.moving || still.matches) return { duration: 0 };
  const height = wish.cells * 100 + RIM;
  return {
    duration: fallMs(wish.cells) * 1.5,
    css: (time) => `transform: translateY(${-height * heightAt(time, wish.cells)}px)`,
  };
}

/** The share of the way that is left: a fall, then two bounces, each lower than the last. */
function heightAt(time: number, cells: number): number {
  const landing = 1 / 1.5;
  if (time < landing) return 1 - (time / landing) ** 2;
  const bounce = Math.min(0.09, 0.3 / cells);
  const [middle, low] = [0.86, 0.22];
  return time < middle
    ? bounce * arc((time - landing) / (middle - landing))
    : bounce * low * arc((time - middle) / (1 - middle));
}

function arc(share: number): number {
  return 4 * share * (1 - share);
}

/** A stone is put down. */
export function place(_: Element, wish: Wish): TransitionConfig {
  if (!wish.moving || still.matches) return { duration: 0 };
  return {
    duration: PLACE_MS,
    easing: cubicOut,
    css: (time) => `opacity: ${Math.min(1, time * 2)}; transform: scale(${1.45 - 0.45 * time})`,
  };
}

/** A stroke is drawn; the element has `pathLength="1"`. */
export function draw(
  _: Element,
  wish: Wish & { delay?: number; duration?: number },
): TransitionConfig {
  if (!wish.moving || still.matches) return { duration: 0 };
  return {
    delay: wish.delay ?? 0,
    duration: wish.duration ?? STROKE_MS,
    easing: cubicOut,
    // A round end would show as a dot before the stroke begins.
    css: (time) =>
      `stroke-dasharray: 1 1.1; stroke-dashoffset: ${1 - time}; opacity: ${time > 0 ? 1 : 0}`,
  };
}

/** Something appears after the last stone has arrived. */
export function appear(_: Element, wish: Wish & { delay?: number }): TransitionConfig {
  if (!wish.moving || still.matches) return { duration: 0 };
  return {
    delay: wish.delay ?? 0,
    duration: 220,
    css: (time) => `opacity: ${time}`,
  };
}

/** A bit of something is thrown up, falls, and fades away. */
export function fly(
  _: Element,
  wish: Wish & { across: number; up: number; turns: number; delay: number },
): TransitionConfig {
  if (!wish.moving || still.matches) return { duration: 0 };
  return {
    delay: wish.delay,
    duration: 1300,
    css: (time) => {
      const height = wish.up * arc(time * 0.72);
      const shown = time > 0 ? Math.min(1, (1 - time) * 2.5) : 0;
      const moved = `translate(${wish.across * time}px, ${-height}px)`;
      return `opacity: ${shown}; transform: ${moved} rotate(${wish.turns * time}turn)`;
    },
  };
}
