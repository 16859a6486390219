/** What was played on this server in the position on the board. */

import { announcer } from "../../announcer.svelte";
import { connection, Newest } from "../../connection.svelte";
import type { Explored, PlayedMove, Position } from "../../protocol";
import { bestFirst, type MoveScore, rank } from "../../scores";

/** A move with all that is known of it. */
export type KnownMove = {
  move: string;
  score: MoveScore["score"] | null;
  played: PlayedMove | null;
};

const MOST_KEPT = 200;
/** Moves that are the same by symmetry: a pair is told of twice, as both are looked for. */
const MANY_ALIKE = 3;
/** Who walks quickly through a game asks only where they stop. */
const PAUSE_MS = 120;

/** Make it while the page's component is set up. */
export class Explorer {
  /** Of the position that is followed; null while it is not known. */
  found = $state.raw<Explored | null>(null);

  #known = new Map<string, Explored>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #asked = new Newest();

  close(): void {
    this.follow(null);
  }

  /** Looks at this position from now on; at none with null. */
  follow(position: Position | null): void {
    clearTimeout(this.#timer);
    const wanted = this.#asked.next();
    this.found = position ? (this.#known.get(keyOf(position)) ?? null) : null;
    if (!position || position.outcome || this.found) return;
    this.#timer = setTimeout(() => void this.#ask(position, wanted), PAUSE_MS);
  }

  async #ask(position: Position, wanted: AbortSignal): Promise<void> {
    let found: Explored;
    try {
      const line = { rules: position.rules.text, start: position.text, moves: [] };
      found = await connection.ask("explore", line, wanted);
    } catch (error) {
      announcer.failed(error);
      return;
    }
    this.#known.set(keyOf(position), found);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KEPT && oldest) this.#known.delete(oldest);
    this.found = found;
  }
}

function keyOf({ rules, text }: Position): string {
  return `${rules.text} ${text}`;
}

/** How many games went on with a move. */
export function gamesOf(played: PlayedMove | null): number {
  return played ? played.first + played.draws + played.second : 0;
}

/** All that is known of moves: the best first where scores are proven, else the most frequent. */
export function knownMoves(scores: MoveScore[], played: PlayedMove[]): KnownMove[] {
  const counts = new Map(played.flatMap((each) => each.moves.map((move) => [move, each] as const)));
  const moves: KnownMove[] = bestFirst(scores).map(({ move, score }) => ({
    move,
    score,
    played: counts.get(move) ?? null,
  }));
  const scored = new Set(scores.map(({ move }) => move));
  for (const [move, each] of counts) {
    if (!scored.has(move)) moves.push({ move, score: null, played: each });
  }
  const isProven = scores.length > 0 && scores.every(({ score }) => score.exact);
  const worth = ({ score }: KnownMove) => (score ? rank(score) : -Infinity);
  const byWorth = (a: KnownMove, b: KnownMove) => Math.sign(worth(b) - worth(a)) || 0;
  const byGames = (a: KnownMove, b: KnownMove) => gamesOf(b.played) - gamesOf(a.played);
  const sorted = moves.toSorted((a, b) =>
    isProven ? byWorth(a, b) || byGames(a, b) : byGames(a, b) || byWorth(a, b),
  );
  // Eight times the same would hide all else: of so many the best stands for all.
  const told = new Set<PlayedMove>();
  return sorted.filter(({ played: same }) => {
    if (!same || same.moves.length < MANY_ALIKE) return true;
    return !told.has(same) && told.add(same);
  });
}
