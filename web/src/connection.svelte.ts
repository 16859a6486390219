/** The one socket to the server: typed requests with an answer each, and events. */

import { io, type Socket } from "socket.io-client";
import { untrack } from "svelte";
import type { Catalogue, Events, Refusal, Requests } from "./protocol";
import { remember, remembered, whenRemembered } from "./browser";

/** The server refused, or did not answer; `code` names the sentence in the catalogues. */
export class RequestError extends Error {
  readonly code: string;
  readonly values: Record<string, unknown>;

  constructor(code: string, text: string, values: Record<string, unknown> = {}) {
    super(text);
    this.name = "RequestError";
    this.code = code;
    this.values = values;
  }

  static of(refusal: Refusal): RequestError {
    return new RequestError(refusal.error, refusal.text, { ...refusal, ...refusal.values });
  }

  /** Whether it is worth asking again at the next call of `whenConnected`. */
  get isLost(): boolean {
    return this.code === "offline" || this.code === "timeout";
  }
}

const TIMEOUT_MS = 10_000;
/** Until what was not answered is asked again, though the connection stands. */
const AGAIN_MS = 1000;

class Connection {
  /** Whether messages reach the server now. */
  online = $state(false);
  /** Whether a connection that was there is gone: worth telling people. */
  lost = $state(false);

  readonly #socket: Socket;
  readonly #connected = new Set<(isNew: boolean) => void>();
  #again: ReturnType<typeof setTimeout> | undefined;
  #tasks = 0;

  constructor() {
    this.#socket = io({
      auth: { visitor: ownSecret() },
      transports: ["websocket", "polling"],
      tryAllTransports: true,
      reconnectionDelay: 300,
      reconnectionDelayMax: 4000,
    });
    this.#socket.on("connect", () => {
      this.online = true;
      this.lost = false;
      this.#tellConnected(true);
    });
    this.#socket.on("disconnect", (reason) => {
      this.online = false;
      this.lost = true;
      // Socket.IO does not come back by itself when the server said goodbye.
      if (reason === "io server disconnect") setTimeout(() => this.#socket.connect(), 500);
    });
    this.#socket.on("connect_error", () => {
      this.lost = true;
      if (!this.#socket.active) setTimeout(() => this.#socket.connect(), 2000);
    });
  }

  /**
   * Asks the server; while the connection is lost, waits for it until the time is over.
   * @throws RequestError when it refuses or does not answer in time.
   */
  async request<K extends keyof Requests>(
    event: K,
    payload: Requests[K][0],
    timeoutMs = TIMEOUT_MS,
  ): Promise<Requests[K][1]> {
    let answer: ({ ok: true } & Requests[K][1]) | Refusal;
    try {
      answer = (await this.#socket.timeout(timeoutMs).emitWithAck(event, payload)) as typeof answer;
    } catch {
      if (!this.online) throw new RequestError("offline", "There is no connection to the server.");
      // No connect will come to whoever waits for one to ask again.
      clearTimeout(this.#again);
      this.#again = setTimeout(() => this.#tellConnected(false), AGAIN_MS);
      throw new RequestError("timeout", "The server did not answer.");
    }
    if (answer.ok) return answer;
    throw RequestError.of(answer);
  }

  /** Tells the server something to which no answer is awaited, if it can be reached. */
  tell<K extends keyof Requests>(event: K, payload: Requests[K][0]): void {
    if (this.online) this.request(event, payload).catch(() => {});
  }

  /** A name for a task that is told of in events: no other of this visitor has it. */
  newTask(): string {
    return `${++this.#tasks}-${Date.now() % 1e9}`;
  }

  /** Listens to an event of the server; the answer ends it. */
  on<K extends keyof Events>(event: K, listener: (value: Events[K]) => void): () => void {
    const [name, heard] = [event as string, listener as (...values: unknown[]) => void];
    this.#socket.on(name, heard);
    return () => this.#socket.off(name, heard);
  }

  #tellConnected(isNew: boolean): void {
    if (this.online) for (const listener of this.#connected) listener(isNew);
  }

  /**
   * Calls at every connect, at once when there is one already, and after a request that was not
   * answered, with whether the connection is new; the answer ends it.
   */
  whenConnected(listener: (isNew: boolean) => void): () => void {
    this.#connected.add(listener);
    // An effect that waits for the connection must not depend on it.
    if (untrack(() => this.online)) untrack(() => listener(true));
    return () => this.#connected.delete(listener);
  }
}

const VISITOR = "visitor";

/** The secret by which the server knows whose seats these are. */
export function ownSecret(): string {
  const known = remembered(VISITOR);
  if (known && /^[A-Za-z0-9_-]{32,}$/.test(known)) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(33));
  const token = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
  remember(VISITOR, token);
  return token;
}

/** Is the visitor of this secret from now on, in all pages of this browser. */
export function become(secret: string): void {
  remember(VISITOR, secret);
  location.assign("/");
}

whenRemembered(VISITOR, () => location.reload());

export const connection = new Connection();

const known = new Map<string, Promise<Catalogue>>();

export function catalogueOf(rules: string): Promise<Catalogue> {
  const found = known.get(rules);
  if (found) return found;
  const asked = connection.request("catalogue", { rules });
  known.set(rules, asked);
  asked.catch(() => known.delete(rules));
  return asked;
}
