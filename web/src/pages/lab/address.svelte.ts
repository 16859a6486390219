/** What an exhibit shows lives in its address, so that a copied address shows the same again. */

import { type Component, onDestroy, untrack } from "svelte";
import { type Parts, queryOf, router } from "../../router.svelte";
import { shown } from "./shown.svelte";

const WRITE_AFTER_MS = 250;

let pending: (() => void) | null = null;

/** Writes at once what waits to be written, e.g. before the address is copied. */
export function flushAddress(): void {
  pending?.();
}

/**
 * The address of one exhibit. Make it while the exhibit's component is set up:
 * `open` is called now and whenever somebody goes to another address of this exhibit, `parts` is
 * followed and written a moment after it changed. It answers null while there is nothing to write.
 * In a lesson the address is that of the lesson, which follows what is shown, and `facts`: what
 * happened and no address holds.
 */
export class ExhibitAddress {
  readonly #path: string;
  #shown: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    exhibit: ExhibitName,
    open: (query: URLSearchParams) => void,
    parts: () => Parts | null,
    facts: () => Parts = () => ({}),
  ) {
    this.#path = isLesson(router.path) ? router.path.replace(/\/$/, "") : `/lab/${exhibit}`;
    $effect(() => {
      const [path, query] = [router.path, router.query];
      if (!this.#isHere(path)) return;
      if (query.toString() === this.#shown) return;
      this.#shown = query.toString();
      untrack(() => open(query));
    });
    $effect(() => {
      const now = parts();
      shown.parts = now && { ...now, ...facts() };
    });
    $effect(() => {
      const now = parts();
      clearTimeout(this.#timer);
      if (!now) return;
      const write = () => this.#write(queryOf(now));
      pending = write;
      this.#timer = setTimeout(write, WRITE_AFTER_MS);
    });
    onDestroy(() => {
      clearTimeout(this.#timer);
      pending = null;
      shown.parts = null;
    });
  }

  #isHere(path: string): boolean {
    return path.replace(/\/$/, "") === this.#path;
  }

  #write(query: string): void {
    clearTimeout(this.#timer);
    pending = null;
    if (!this.#isHere(location.pathname)) return;
    const written = new URLSearchParams(query).toString();
    if (written === this.#shown) return;
    this.#shown = written;
    router.replace(query ? `${this.#path}?${query}` : this.#path);
  }
}

export const EXHIBITS = ["search", "bits", "evaluation", "matchboxes", "compare"] as const;
export type ExhibitName = (typeof EXHIBITS)[number];

export const LOADERS: Record<ExhibitName, () => Promise<{ default: Component }>> = {
  search: () => import("./search/Exhibit.svelte"),
  bits: () => import("./bits/Exhibit.svelte"),
  evaluation: () => import("./evaluation/Exhibit.svelte"),
  matchboxes: () => import("./matchboxes/Exhibit.svelte"),
  compare: () => import("./compare/Exhibit.svelte"),
};

/** Whether an exhibit is part of a lesson there. */
export function isLesson(path: string): boolean {
  return path.startsWith("/learn/");
}

/** The exhibit an address leads to; null for the hall, undefined where there is nothing. */
export function exhibitAt(path: string): ExhibitName | null | undefined {
  const name = /^\/lab\/?([\w-]*)\/?$/.exec(path)?.[1];
  if (name === "") return null;
  return EXHIBITS.find((each) => each === name);
}
