/** The exhibits of the Lab. Each is loaded when somebody enters it. */

import type { Component } from "svelte";

export const EXHIBITS = ["search", "bits", "evaluation", "matchboxes", "compare"] as const;
export type ExhibitName = (typeof EXHIBITS)[number];

const LOADERS: Record<ExhibitName, () => Promise<{ default: Component }>> = {
  search: () => import("./search/Exhibit.svelte"),
  bits: () => import("./bits/Exhibit.svelte"),
  evaluation: () => import("./evaluation/Exhibit.svelte"),
  matchboxes: () => import("./matchboxes/Exhibit.svelte"),
  compare: () => import("./compare/Exhibit.svelte"),
};

/** The exhibit an address leads to; null for the hall, undefined where there is nothing. */
export function exhibitAt(path: string): ExhibitName | null | undefined {
  const name = /^\/lab\/?([\w-]*)\/?$/.exec(path)?.[1];
  if (name === "") return null;
  return EXHIBITS.find((each) => each === name);
}

export async function loadExhibit(name: ExhibitName): Promise<Component> {
  return (await LOADERS[name]()).default;
}
