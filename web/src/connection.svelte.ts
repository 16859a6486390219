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

  /** Whether the same may be answered later: nothing is wrong with the question. */
  get isPassing(): boolean {
    return PASSING.has(this.code) || this.secondsToWait !== null;
  }

  /** After how many seconds the server wants to be asked again; null where it does not say. */
  get secondsToWait(): number | null {
    const { seconds } = this.values;
    return typeof seconds === "number" ? seconds : null;
  }
}

/** Nobody wants the answer any more. */
export class UnwantedError extends Error {}

/** `replaced` is a question that waited when another one of this page came. */
const PASSING = new Set(["offline", "timeout", "busy", "replaced"]);
const TIMEOUT_MS = 10_000;
/** Until something is asked again where the server does not say. */
const AGAIN_MS = 500;

export class Connection {
  /** Whether messages reach the server now. */
  online = $state(false);
  /** Whether a connection that was there is gone: worth telling people. */
  lost = $state(false);

  /** How much the page still waits for though it had to ask again. */
  held = $state(0);

  readonly #socket: Socket;
  readonly #connected = new Set<() => void>();
  #tasks = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#socket.on("connect", () => {
      this.online = true;
      this.lost = false;
      for (const listener of this.#connected) listener();
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
   * Asks the server once, as for something to be done; while the connection is lost, waits for it
   * until the time is over.
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
      throw new RequestError("timeout", "The server did not answer.");
    }
    if (answer.ok) return answer;
    throw RequestError.of(answer);
  }

  /**
   * Asks what changes nothing until it is answered: what is lost or refused only for now is asked
   * again, and the page says that it waits (`held`), as long as the answer is wanted.
   * @throws RequestError when it is refused for good.
   * @throws UnwantedError as soon as the signal says so.
   */
  async ask<K extends keyof Requests>(
    event: K,
    payload: Requests[K][0],
    wanted: AbortSignal | null = null,
    timeoutMs = TIMEOUT_MS,
  ): Promise<Requests[K][1]> {
    const unwanted = new Promise<never>((_, reject) => {
      wanted?.addEventListener("abort", () => reject(new UnwantedError()), { once: true });
    });
    unwanted.catch(() => {}); // perhaps nobody waits any more
    let isHeld = false;
    try {
      for (;;) {
        if (wanted?.aborted) throw new UnwantedError();
        try {
          return await Promise.race([this.request(event, payload, timeoutMs), unwanted]);
        } catch (failure) {
          if (!(failure instanceof RequestError) || !failure.isPassing) throw failure;
          if (!isHeld) this.held++;
          isHeld = true;
          await Promise.race([this.#untilAgain(failure), unwanted]);
        }
      }
    } finally {
      if (isHeld) this.held--;
    }
  }

  /** Waits until there is a connection and the server can be asked again. */
  async #untilAgain({ secondsToWait }: RequestError): Promise<void> {
    const ms = secondsToWait === null ? AGAIN_MS : secondsToWait * 1000;
    await new Promise((resolve) => setTimeout(resolve, ms));
    if (this.online) return;
    await new Promise<void>((resolve) => {
      const leave = this.whenConnected(() => {
        leave();
        resolve();
      });
    });
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

  /** Calls at every connect, and at once when there is one already; the answer ends it. */
  whenConnected(listener: () => void): () => void {
    this.#connected.add(listener);
    // An effect that waits for the connection must not depend on it.
    if (untrack(() => this.online)) untrack(listener);
    return () => this.#connected.delete(listener);
  }
}

/** Of several questions only the newest is wanted. */
export class Newest {
  #wanted = new AbortController();

  /** For the next question: none before it is wanted any more. */
  next(): AbortSignal {
    this.end();
    this.#wanted = new AbortController();
    return this.#wanted.signal;
  }

  /** None is wanted. */
  end(): void {
    this.#wanted.abort();
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

export const connection = new Connection(
  io({
    auth: { visitor: ownSecret() },
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    reconnectionDelay: 300,
    reconnectionDelayMax: 4000,
  }),
);

const known = new Map<string, Promise<Catalogue>>();

export function catalogueOf(rules: string): Promise<Catalogue> {
  const found = known.get(rules);
  if (found) return found;
  const asked = connection.ask("catalogue", { rules });
  known.set(rules, asked);
  asked.catch(() => known.delete(rules));
  return asked;
}
