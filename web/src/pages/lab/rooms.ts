/** The rooms of the Lab. Each is loaded when somebody enters it. */

import type { Component } from "svelte";

export const ROOMS = ["search", "bits", "evaluation", "matchboxes", "compare"] as const;
export type RoomName = (typeof ROOMS)[number];

const LOADERS: Record<RoomName, () => Promise<{ default: Component }>> = {
  search: () => import("./search/Room.svelte"),
  bits: () => import("./bits/Room.svelte"),
  evaluation: () => import("./evaluation/Room.svelte"),
  matchboxes: () => import("./matchboxes/Room.svelte"),
  compare: () => import("./compare/Room.svelte"),
};

/** The room an address leads to; null for the hall, undefined where there is nothing. */
export function roomAt(path: string): RoomName | null | undefined {
  const name = /^\/lab\/?([\w-]*)\/?$/.exec(path)?.[1];
  if (name === "") return null;
  return ROOMS.find((each) => each === name);
}

export async function loadRoom(name: RoomName): Promise<Component> {
  return (await LOADERS[name]()).default;
}
