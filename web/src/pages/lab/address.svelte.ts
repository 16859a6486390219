/** What a exhibit shows lives in its address, so that a copied address shows the same again. */

import { onDestroy, untrack } from "svelte";
import { type Parts, queryOf } from "../../query";
import { router } from "../../router.svelte";
import type { ExhibitName } from "./exhibits";

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
 */
export class ExhibitAddress {
  readonly #path: string;
  #shown: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    exhibit: ExhibitName,
    open: (query: URLSearchParams) => void,
    parts: () => Parts | null,
  ) {
    this.#path = `/lab/${exhibit}`;
    $effect(() => {
      const [path, query] = [router.path, router.query];
      if (!this.#isHere(path)) return;
      if (query.toString() === this.#shown) return;
      this.#shown = query.toString();
      untrack(() => open(query));
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
