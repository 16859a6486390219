/** The room that is open: its newest state, and what this visitor does in it. */

import { announcer } from "./announcer.svelte";
import { connection, RequestError } from "./connection.svelte";
import { withChange } from "./room-changes";
import { withMoves } from "./shown-game.svelte";
import type { Change, Picture, Requests, Room, Score, Thinking } from "./protocol";

type Pending = { ply: number; move: string };
type Deed = "takeback" | "resign" | "reset";

export class OpenRoom {
  readonly id: string;
  state = $state.raw<Room | null>(null);
  /** When the clocks of the state arrived: on the time line of `performance.now()`. */
  arrived = $state(0);
  thinking = $state.raw<Thinking | null>(null);
  /** The move that was sent and is not in the state yet; it is drawn already. */
  pending = $state.raw<Pending | null>(null);
  hint = $state.raw<{ move: string; score: Score | null } | null>(null);
  isBusy = $state(false);
  /** Why the room cannot be shown. */
  refusal = $state.raw<RequestError | null>(null);

  /** Positions by ply, as far as they were seen; for looking back. */
  #positions: Picture[] = [];
  /** How many answers with the whole room are on their way, and what came meanwhile that may be
      newer. */
  #entering = 0;
  #early: Change[] = [];
  #ends: (() => void)[] = [];
  readonly #takesSeat: boolean;

  constructor(id: string, takesSeat: boolean) {
    this.id = id;
    this.#takesSeat = takesSeat;
    this.#ends = [
      connection.on("change", (change) => this.#apply(change)),
      connection.on("thinking", (news) => this.#hear(news)),
      connection.whenConnected(() => void this.#enter()),
    ];
  }

  close(): void {
    for (const end of this.#ends) end();
    connection.tell("leave", { room: this.id });
  }

  /** The position to draw: the newest, with the pending move on it already. */
  get position(): Picture | null {
    const { state, drawn } = this;
    if (!state || !drawn) return state?.position ?? null;
    return withMoves(state.position, [drawn]);
  }

  get last(): string | null {
    return this.drawn ?? this.state?.moves.at(-1) ?? null;
  }

  /** The cell of the pending move; one that was typed, such as a column, waits for the server. */
  get drawn(): string | null {
    const { state, pending } = this;
    if (!state || pending?.ply !== state.moves.length) return null;
    return state.position.legal.includes(pending.move) ? pending.move : null;
  }

  /** Whether this visitor may move now. */
  get isMyTurn(): boolean {
    const { state } = this;
    return (
      state !== null && !state.outcome && !this.isWaiting && state.you.includes(state.position.side)
    );
  }

  /** Whether a seat is still free. */
  get isWaiting(): boolean {
    return Object.values(this.state?.seats ?? {}).some(
      (seat) => seat.kind === "person" && !seat.taken,
    );
  }

  async play(move: string): Promise<void> {
    if (!this.state || this.pending) return;
    this.pending = { ply: this.state.moves.length, move };
    this.hint = null;
    await this.#sendPending();
  }

  async random(): Promise<void> {
    const { state } = this;
    if (state) await this.#ask("random", { room: this.id, ply: state.moves.length });
  }

  async do(deed: Deed): Promise<void> {
    await this.#ask(deed, { room: this.id });
  }

  async askHint(): Promise<void> {
    const version = this.state?.version;
    const found = await this.#ask("hint", { room: this.id }, 30_000);
    if (found && this.state?.version === version) this.hint = found;
  }

  async rematch(): Promise<string | null> {
    return (await this.#ask("rematch", { room: this.id }))?.room ?? null;
  }

  /** The position after n moves. */
  async positionAt(ply: number): Promise<Picture | null> {
    const { state } = this;
    if (!state) return null;
    if (ply === state.moves.length) return state.position;
    const known = this.#positions[ply];
    if (known) return known;
    try {
      const { positions } = await connection.request("position", {
        rules: state.rules.text,
        start: state.start,
        moves: state.moves,
      });
      this.#positions = positions;
      return positions[ply] ?? null;
    } catch (error) {
      announcer.failed(error);
      return null;
    }
  }

  /** At every connect: the newest state, then the move that may not have reached the server. */
  async #enter(): Promise<void> {
    this.#entering++;
    try {
      const event = this.#takesSeat ? "join" : "watch";
      const { state } = await connection.request(event, { room: this.id });
      this.refusal = null;
      this.#take(state);
      if (this.pending) await this.#sendPending();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      // A connection that broke again enters again by itself.
      if (error.isLost) return;
      if (this.state) announcer.failed(error);
      else this.refusal = error;
    } finally {
      this.#entering--;
      for (const change of this.#early.splice(0)) this.#apply(change);
    }
  }

  /** Safe to repeat: the server takes a move only as the answer to the ply it names. */
  async #sendPending(): Promise<void> {
    const { pending } = this;
    if (!pending) return;
    try {
      await connection.request("move", { room: this.id, ...pending });
      // The state with the move in it arrives by itself; should it not, it is asked for.
      setTimeout(() => {
        if (this.pending === pending && connection.online) void this.#enter();
      }, 2000);
    } catch (error) {
      if (this.pending !== pending) return;
      if (error instanceof RequestError && error.code === "offline") return;
      if (error instanceof RequestError && error.code === "timeout") {
        // It may have been played or not: the newest state tells.
        if (connection.online) await this.#enter();
        return;
      }
      this.pending = null;
      if (error instanceof RequestError && error.code === "stale") await this.#enter();
      else announcer.failed(error);
    }
  }

  async #ask<K extends keyof Requests>(
    event: K,
    payload: Requests[K][0],
    timeoutMs?: number,
  ): Promise<Requests[K][1] | null> {
    if (this.isBusy) return null;
    this.isBusy = true;
    try {
      return await connection.request(event, payload, timeoutMs);
    } catch (error) {
      announcer.failed(error);
      return null;
    } finally {
      this.isBusy = false;
    }
  }

  #apply(change: Change): void {
    if (change.room !== this.id) return;
    const { state } = this;
    if (change.after === state?.number) {
      this.#take(withChange(state, change), change.clock !== undefined);
    } else if (this.#entering) {
      this.#early.push(change);
    } else if (state && change.number > state.number) {
      void this.#enter(); // something was missed
    }
  }

  #take(state: Room, hasClock = true): void {
    if (state.version < (this.state?.version ?? 0)) return;
    const before = this.state;
    this.state = state;
    if (hasClock) this.arrived = performance.now();
    if (this.pending && this.pending.ply !== state.moves.length) this.pending = null;
    if (this.thinking && this.thinking.ply !== state.moves.length) this.thinking = null;
    if (state.version === before?.version) return;
    this.hint = null;
    if (before && !state.moves.slice(0, before.moves.length).every(isSame(before.moves))) {
      this.#positions = [];
    }
    this.#positions.length = Math.min(this.#positions.length, state.moves.length);
    this.#positions[state.moves.length] = state.position;
  }

  #hear(news: Thinking): void {
    if (news.room === this.id && news.ply === this.state?.moves.length) this.thinking = news;
  }
}

function isSame(moves: string[]): (move: string, index: number) => boolean {
  return (move, index) => moves[index] === move;
}
