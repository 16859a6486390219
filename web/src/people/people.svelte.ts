/** What this visitor is called, and what the server offers to people. */

import { remember, remembered, whenRemembered } from "../browser";
import { connection, Newest } from "../connection.svelte";
import type { Offered } from "../protocol";

const NAME = "name";

class People {
  /** As the server keeps it; null for no name. */
  name = $state(remembered(NAME) || null);
  offered = $state.raw<Offered>({ names: false, reactions: false, lobby: false });

  readonly #asked = new Newest();

  constructor() {
    whenRemembered(NAME, () => (this.name = remembered(NAME) || null));
    connection.whenConnected(() => void this.#ask());
  }

  /**
   * Is called something else from now on, in all pages of this browser; empty for no name.
   * @throws RequestError when that is no name.
   */
  async choose(name: string): Promise<void> {
    const wish = name.trim() ? name : null;
    this.#keep((await connection.request("name", { name: wish })).name);
  }

  /** Has no name any more: the server does not take the one that is remembered. */
  forget(): void {
    this.#keep(null);
  }

  async #ask(): Promise<void> {
    try {
      this.offered = await connection.ask("offered", {}, this.#asked.next());
    } catch {
      // Until the next connection it is as it was.
    }
  }

  #keep(name: string | null): void {
    remember(NAME, name ?? "");
    this.name = name;
  }
}

export const people = new People();
