/** What can be played by some rules: asked once, then remembered as long as the page. */

import { connection } from "./connection.svelte";
import type { Catalogue } from "./protocol";

const known = new Map<string, Promise<Catalogue>>();

export function catalogueOf(rules: string): Promise<Catalogue> {
  const found = known.get(rules);
  if (found) return found;
  const asked = connection.request("catalogue", { rules });
  known.set(rules, asked);
  asked.catch(() => known.delete(rules));
  return asked;
}
