/** Which version of the page this is; and what to do when the server has another. */

import { connection } from "./connection.svelte";
import { router } from "./router.svelte";

/** The file that the page begins with: its name changes with all that it leads to. */
const ENTRY = /<script\b[^>]*\bsrc="([^"]+)"/;
const own = document.querySelector("script[src]")?.getAttribute("src");

/** Under which the browser has the part for which the page was loaded again. */
const RELOADED = "enligne.reloaded";

/** What the server has: this page, another one, or no answer. */
export async function serverHas(): Promise<"this" | "another" | "nothing"> {
  try {
    const answer = await fetch("/", { cache: "no-store" });
    if (!answer.ok) return "nothing";
    const entry = ENTRY.exec(await answer.text())?.[1];
    return entry === own ? "this" : "another";
  } catch {
    return "nothing";
  }
}

/** Loads the whole page again for the sake of a part; `false` when that was done already. */
export function reloadOnce(part: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED) === part) return false;
    sessionStorage.setItem(RELOADED, part);
  } catch {
    return false; // nothing would keep it from going on
  }
  location.reload();
  return true;
}

/** The part is there: the next time the page may be loaded again for it. */
export function forgetReload(part: string): void {
  try {
    if (sessionStorage.getItem(RELOADED) === part) sessionStorage.removeItem(RELOADED);
  } catch {
    // Then nothing was noted.
  }
}

/** Has the service worker keep the files of this page, once there is nothing else to load. */
function keepPage(): void {
  // While developing there is none; and browsers have none for pages without encryption.
  if (import.meta.env.DEV || !("serviceWorker" in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register("/worker.js").catch(() => {
      // A browser that refuses shows the page all the same.
    });
  };
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}

/** A server that comes back may be a new one: the next link then loads its page. */
function followServer(): void {
  $effect.root(() => {
    let wasLost = false;
    $effect(() => {
      const isBack = wasLost && !connection.lost;
      wasLost = connection.lost;
      if (isBack) void serverHas().then((what) => (router.isOutdated = what === "another"));
    });
  });
}

export function followVersion(): void {
  keepPage();
  followServer();
}
