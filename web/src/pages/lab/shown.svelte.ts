/** What the exhibit on the screen shows, by the names of its address: lessons follow it. */

import type { Parts } from "../../router.svelte";

class Shown {
  /** Null while there is nothing to see yet. */
  parts = $state.raw<Parts | null>(null);
}

export const shown = new Shown();
