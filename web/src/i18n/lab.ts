/** The texts of the Lab, which come with it and not with every visit. */

import type { Language } from "../settings.svelte";
import { addTexts, type Entry } from "./index.svelte";

const found = import.meta.glob<Record<string, Entry>>("./lab*.json", {
  eager: true,
  import: "default",
});
for (const [path, texts] of Object.entries(found)) {
  const language = /\.(\w+)\.json$/.exec(path)?.[1] as Language;
  addTexts(language, texts);
}
