/** The room that is open: its newest state, and what this visitor does in it. */

import { announcer } from "./announcer.svelte";
import { rememberHelp } from "./beaten";
import { landingMs } from "./board/motion";
import { withMoves } from "./board/with-moves";
import { connection, Newest, RequestError, UnwantedError } from "./connection.svelte";
import { t } from "./i18n/index.svelte";
import { whoIs } from "./names";
import { Pace } from "./pace.svelte";
import { people } from "./people/people.svelte";
import { withChange } from "./room-changes";
import { settings } from "./settings.svelte";
import {
  type Change,
  type Clock,
  other,
  type Picture,
  type Reacted,
  type Reaction,
  type Requests,
  type Room,
  type Score,
  type Side,
  type Thinking,
} from "./protocol";

type Pending = { ply: number; move: string };
type Deed = "takeback" | "draw" | "decline" | "resign" | "reset";

/** A machine is seen thinking for so long at least, in milliseconds. */
const THOUGHT_MS = 300;
/** And a word stands beside who said it, in milliseconds. */
const SAID_MS = 4000;

export class OpenRoom {
  readonly id: string;
  /** The room as it is shown: while a stone is on its way, the newest state waits. */
  state = $state.raw<Room | null>(null);
  /** The clocks never wait. */
  clock = $state.raw<Clock | null>(null);
  /** When they arrived: on the time line of `performance.now()`. */
  arrived = $state(0);
  thinking = $state.raw<Thinking | null>(null);
  /** The move that was sent and is not in the state yet; it is drawn already. */
  pending = $state.raw<Pending | null>(null);
  hint = $state.raw<{ move: string; score: Score | null } | null>(null);
  isBusy = $state(false);
  /** What those at the sides said just now. */
  said = $state.raw<Partial<Record<Side, Reaction>>>({});
  /** Why the room cannot be shown. */
  refusal = $state.raw<RequestError | null>(null);

  #newest: Room | null = null;
  readonly #silences: Partial<Record<Side, ReturnType<typeof setTimeout>>> = {};
  readonly #pace = new Pace();
  /** Positions by ply, as far as they were seen; for looking back. */
  #positions: Picture[] = [];
  /** How many answers with the whole room are on their way, and what came meanwhile that may be
      newer. */
  #entering = 0;
  #early: Change[] = [];
  readonly #asked = { room: new Newest(), positions: new Newest() };
  #ends: (() => void)[] = [];
  readonly #takesSeat: boolean;

  constructor(id: string, takesSeat: boolean) {
    this.id = id;
    this.#takesSeat = takesSeat;
    this.#ends = [
      connection.on("change", (change) => this.#apply(change)),
      connection.on("thinking", (news) => this.#hear(news)),
      connection.on("reaction", (news) => this.#hearWord(news)),
      connection.whenConnected(() => void this.#enter()),
      $effect.root(() => {
        let before = people.name;
        $effect(() => {
          if (people.name === before) return;
          before = people.name;
          this.#rename();
        });
      }),
    ];
  }

  close(): void {
    for (const end of this.#ends) end();
    for (const each of Object.values(this.#asked)) each.end();
    this.#pace.stop();
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

  /** Whether the stone played last lies on its cell. */
  get isStill(): boolean {
    return this.#pace.isStill;
  }

  /** Whether this visitor may move now. */
  get isMyTurn(): boolean {
    const { state } = this;
    return (
      state !== null &&
      !state.outcome &&
      !this.isWaiting &&
      this.isStill &&
      state.you.includes(state.position.side)
    );
  }

  /** Whether no other person plays: then help is nobody's harm. */
  get isAlone(): boolean {
    const { seats, you } = this.state ?? {};
    return Object.entries(seats ?? {}).every(
      ([side, seat]) => seat.kind === "player" || you?.some((mine) => mine === side),
    );
  }

  /** Whether the game waits for somebody to take a seat. */
  get isWaiting(): boolean {
    const { state } = this;
    if (!state || state.outcome) return false;
    return Object.values(state.seats).some((seat) => seat.kind === "person" && !seat.taken);
  }

  /** Whether it waits because somebody left: nobody moves before both seats are taken. */
  get isDeserted(): boolean {
    return this.isWaiting && this.state?.moves.length !== 0;
  }

  async play(move: string): Promise<void> {
    if (!this.state || this.pending || !this.isMyTurn) return;
    this.pending = { ply: this.state.moves.length, move };
    this.hint = null;
    if (this.drawn) this.#pace.land(landingMs(this.state.rules, this.drawn));
    await this.#sendPending();
  }

  async random(): Promise<void> {
    const { state } = this;
    if (state) await this.#ask("random", { room: this.id, ply: state.moves.length });
  }

  async do(deed: Deed): Promise<void> {
    const done = await this.#ask(deed, { room: this.id });
    // To know the reply beforehand is help as well; but an empty board is a new game.
    const { state } = this;
    const isHelp = deed === "takeback" && this.#newest?.moves.length;
    if (done && state && isHelp) rememberHelp(state);
  }

  async react(reaction: Reaction): Promise<void> {
    await this.#ask("react", { room: this.id, reaction });
  }

  /** Lets anybody join from the lobby, or no longer. */
  async openToAll(open: boolean): Promise<void> {
    await this.#ask("open", { room: this.id, open });
  }

  async askHint(): Promise<void> {
    const version = this.state?.version;
    const found = await this.#ask("hint", { room: this.id }, 30_000);
    if (found && this.state) rememberHelp(this.state);
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
      const line = { rules: state.rules.text, start: state.start, moves: state.moves };
      const { positions } = await connection.ask("position", line, this.#asked.positions.next());
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
      const name = this.#takesSeat ? { name: people.name } : {};
      const wish = { room: this.id, ...name };
      const { state } = await connection.ask(event, wish, this.#asked.room.next());
      this.refusal = null;
      this.#take(state);
      if (people.name) this.#rename();
      if (this.pending?.ply === state.moves.length) await this.#sendPending();
    } catch (error) {
      if (error instanceof UnwantedError) return;
      if (!(error instanceof RequestError)) throw error;
      if (error.code === "name" && people.name) {
        people.forget();
        void this.#enter();
        return;
      }
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
        const isMissing = this.#newest?.moves.length === pending.ply;
        if (isMissing && this.pending === pending && connection.online) void this.#enter();
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
    const newest = this.#newest;
    if (change.after === newest?.number) {
      this.#take(withChange(newest, change), change.clock !== undefined);
    } else if (this.#entering) {
      this.#early.push(change);
    } else if (newest && change.number > newest.number) {
      void this.#enter(); // something was missed
    }
  }

  #take(state: Room, hasClock = true): void {
    const before = this.#newest;
    if (state.version < (before?.version ?? 0)) return;
    this.#newest = state;
    if (hasClock) {
      this.clock = state.clock;
      this.arrived = performance.now();
    }
    const isStone = before !== null && state.moves.length > before.moves.length;
    const mover = state.seats[other(state.position.side)];
    const pauseMs = mover.kind === "player" ? THOUGHT_MS : 0;
    const waits = isStone && !this.#isDrawn(state);
    this.#pace.add({ act: () => this.#show(state), pauseMs: waits ? pauseMs : null });
  }

  /** Whether the last move of a state is the pending one, which is drawn already. */
  #isDrawn({ moves }: Room): boolean {
    return this.drawn === moves.at(-1) && this.pending?.ply === moves.length - 1;
  }

  #show(state: Room): void {
    const before = this.state;
    const last = state.moves.at(-1);
    const isStone = before !== null && state.moves.length > before.moves.length;
    if (isStone && last && !this.#isDrawn(state)) {
      this.#pace.land(landingMs(state.rules, last));
    }
    this.state = state;
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

  /** Tells what this visitor is called, where their seat has another name. */
  #rename(): void {
    const { name, offered } = people;
    const isOther = (side: Side) => {
      const seat = this.#newest?.seats[side];
      return seat?.kind === "person" && seat.name !== name;
    };
    if (offered.names && this.#newest?.you.some(isOther)) {
      connection.tell("name", { name, room: this.id });
    }
  }

  #hearWord({ room, side, reaction }: Reacted): void {
    const { state } = this;
    const isMine = state?.you.includes(side);
    if (room !== this.id || !state || !(settings.reactions || isMine)) return;
    this.said = { ...this.said, [side]: reaction };
    if (!isMine) {
      const word = t(`reaction.${reaction}`);
      announcer.say(t("reaction.said", { name: whoIs(state, side), word }));
    }
    clearTimeout(this.#silences[side]);
    this.#silences[side] = setTimeout(() => {
      this.said = { ...this.said, [side]: undefined };
    }, SAID_MS);
  }

  #hear(news: Thinking): void {
    if (news.room === this.id && news.ply === this.#newest?.moves.length) this.thinking = news;
  }
}

function isSame(moves: string[]): (move: string, index: number) => boolean {
  return (move, index) => moves[index] === move;
}
