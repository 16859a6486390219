/** What is said to everyone: heard by screen readers, and for notices also shown for a while. */

import { untrack } from "svelte";
import { copyText } from "./browser";
import { RequestError, UnwantedError } from "./connection.svelte";
import { t, textFor } from "./i18n/index.svelte";
import { settings } from "./settings.svelte";

export type Notice = { id: number; text: string; isError: boolean };

const SHOWN_MS = 6000;

class Announcer {
  /** The sentence for the live region. */
  spoken = $state("");
  notices = $state<Notice[]>([]);
  #count = 0;
  // Apart from `spoken`, so that an effect may speak without following what it says.
  #last = "";

  /** Only for ears: moves, results, whose turn it is. */
  say(text: string): void {
    // The same sentence twice must be heard twice.
    this.#last = this.#last === text ? `${text}\u00a0` : text;
    this.spoken = this.#last;
  }

  /** For eyes and ears. */
  show(text: string, isError = false): void {
    const notice = { id: ++this.#count, text, isError };
    const others = untrack(() => this.notices).filter((each) => each.text !== text);
    this.notices = [...others, notice].slice(-3);
    setTimeout(() => this.dismiss(notice.id), SHOWN_MS);
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((each) => each.id !== id);
  }

  /** Copies a text, and shows whether the browser let it. */
  async copy(text: string, done = t("copy.done")): Promise<void> {
    const isCopied = await copyText(text);
    this.show(isCopied ? done : t("copy.failed"), !isCopied);
  }

  /** Shows why a request failed, unless nobody wants its answer any more. */
  failed(error: unknown): void {
    if (error instanceof UnwantedError) return;
    this.show(reason(error), true);
  }
}

/** Why something failed, in the visitor's language; nothing where nobody wants it any more. */
export function reason(error: unknown): string {
  if (error instanceof UnwantedError) return "";
  if (!(error instanceof RequestError)) return t("error.unknown");
  const values = Object.fromEntries(
    Object.entries(error.values).map(([name, value]) => [name, wording(value)]),
  );
  // What is wrong may have a name, and the catalogues a sentence for it.
  const told = textFor(`error.${error.code}.${values.flaw}`, "", values);
  const known = textFor(`error.${error.code}`, "", values);
  if (told || !known) return told || error.message;
  const { secondsToWait } = error;
  if (secondsToWait !== null) return `${known} ${t("error.again", { count: secondsToWait })}`;
  // The server's own sentences are English; in another language they would be a riddle.
  const isTold = settings.language === "en" && DETAILED.has(error.code);
  return isTold ? `${known} ${sentence(error.message)}` : known;
}

/** The refusals of which the server knows more than the catalogues. */
const DETAILED = new Set(["bad_request", "notation", "position", "player", "failed"]);

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

function wording(value: unknown): string | number {
  if (typeof value === "number") return value;
  return Array.isArray(value) ? value.join(", ") : String(value);
}

export const announcer = new Announcer();
