/** The game on a board where one may try moves: its positions come from the server. */

import { announcer } from "./announcer.svelte";
import { fallMs } from "./board/motion";
import { withMoves } from "./board/with-moves";
import { connection, Newest } from "./connection.svelte";
import { t } from "./i18n/index.svelte";
import { moveInTurn } from "./names";
import type { Line, Position, Rules, Side } from "./protocol";
import { stoneSound } from "./sound";
import { ending } from "./scores";

export class ShownGame {
  rules = $state.raw<Rules | null>(null);
  start = $state.raw<string | null>(null);
  moves = $state.raw<string[]>([]);
  /** One more than moves. */
  positions = $state.raw<Position[]>([]);
  /** How many of the moves are on the board. */
  ply = $state(0);
  /** A move that was asked for and is drawn already. */
  pending = $state.raw<string | null>(null);
  readonly #asked = new Newest();

  /** The position on the board as the server gave it; null while it is not known yet. */
  get position(): Position | null {
    return this.pending ? null : (this.positions[this.ply] ?? null);
  }

  /** What to draw: the pending move stands on the board already. */
  get drawn(): Position | null {
    const now = this.positions[this.ply] ?? null;
    if (!now || !this.pending) return now;
    return withMoves(now, [this.pending]);
  }

  get last(): string | null {
    return this.pending ?? this.moves[this.ply - 1] ?? null;
  }

  /** The whole line, as requests and addresses have it. */
  get line(): Line {
    return { rules: this.rulesText, start: this.start, moves: this.moves };
  }

  get rulesText(): string {
    return this.rules ? (this.rules.name ?? this.rules.text) : "";
  }

  /** Whose move the one at this place of the line is. */
  sideAt(index: number): Side {
    return this.positions[index]?.side ?? "first";
  }

  /** Nobody looks at it any more. */
  close(): void {
    this.#asked.end();
  }

  /**
   * Puts a line on the board; what was asked for before is not wanted any more.
   * @throws RequestError when it is not possible; the board stays as it was.
   * @throws UnwantedError when something newer is put there meanwhile.
   */
  async load(line: Line, ply: number | null = null): Promise<void> {
    const wanted = this.#asked.next();
    this.pending = null;
    const positions = await positionsOf(line, wanted);
    const [first] = positions;
    if (!first) return;
    this.rules = first.rules;
    this.start = first.ply > 0 ? first.text : null;
    this.positions = positions;
    this.moves = movesOf(positions);
    this.ply = Math.max(0, Math.min(ply ?? this.moves.length, this.moves.length));
  }

  /** Plays moves from the position on the board; where they leave the line, they replace it. */
  async play(moves: string[]): Promise<void> {
    const now = this.position;
    const [first] = moves;
    if (!now || first === undefined) return;
    if (moves.every((move, index) => this.moves[this.ply + index] === move)) {
      this.go(this.ply + moves.length);
      return;
    }
    const wanted = this.#asked.next();
    this.pending = now.legal.includes(first) ? first : null;
    try {
      const positions = await positionsOf(
        { rules: now.rules.text, start: now.text, moves },
        wanted,
      );
      const played = movesOf(positions);
      this.positions = [...this.positions.slice(0, this.ply + 1), ...positions.slice(1)];
      this.moves = [...this.moves.slice(0, this.ply), ...played];
      this.ply += played.length;
      this.#tell(true);
    } catch (error) {
      announcer.failed(error);
    } finally {
      if (!wanted.aborted) this.pending = null;
    }
  }

  go(ply: number): void {
    const wanted = Math.max(0, Math.min(this.moves.length, ply));
    if (wanted === this.ply && !this.pending) return;
    this.#asked.end();
    this.pending = null;
    const isNext = wanted === this.ply + 1;
    this.ply = wanted;
    this.#tell(isNext);
  }

  /** Says where the board is now; a stone that arrives is heard. */
  #tell(arrives: boolean): void {
    const now = this.positions[this.ply];
    const move = this.moves[this.ply - 1];
    if (!now || !this.rules) return;
    if (arrives) {
      const { rules } = this;
      const row = Number(move?.slice(1) ?? 1);
      stoneSound(rules.style, rules.gravity ? fallMs(rules.height - row + 1) : 0);
    }
    announcer.say([this.whereInWords, ending(now)].filter(Boolean).join(". "));
  }

  /** The move that led to the position on the board. */
  get whereInWords(): string {
    const { rules, ply, last } = this;
    if (!rules || !last) return t("analysis.said.start");
    return moveInTurn(rules, ply, this.sideAt(ply - 1), last);
  }
}

async function positionsOf({ rules, start, moves }: Line, asked: AbortSignal): Promise<Position[]> {
  let wanted: Line = { rules, start, moves };
  // Moves without spaces, such as 44455554221, are one long word until the server has read them.
  if (moves.some((move) => move.length > 4)) {
    const text = [...(start ? [start] : []), ...moves].join(" ");
    const found = await connection.ask("read", { text, rules }, asked);
    wanted = { rules, start: found.start, moves: found.moves };
  }
  return (await connection.ask("position", wanted, asked)).positions;
}

/** The moves between positions: each has one stone more than the one before. */
function movesOf(positions: Position[]): string[] {
  return positions.slice(1).map((position, index) => {
    const before = positions[index];
    const known = new Set([...(before?.stones.first ?? []), ...(before?.stones.second ?? [])]);
    const all = [...position.stones.first, ...position.stones.second];
    return all.find((cell) => !known.has(cell)) ?? "";
  });
}
