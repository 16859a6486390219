/** The state of the exhibit "Search": what is searched, how, once or twice, and what is looked at. */

import { untrack } from "svelte";
import { reason } from "../../../announcer.svelte";
import { connection, Newest } from "../../../connection.svelte";
import type { EngineOption, Position, Tree, TreeRequest } from "../../../protocol";
import { withMoves } from "../../../board/with-moves";
import { movesIn, type Parts } from "../../../router.svelte";
import type { View } from "./camera";
import { Replay } from "./replay.svelte";
import { clamp, Trace } from "./trace";
import {
  engineText,
  PLAIN,
  possible,
  readOptions,
  type Sample,
  SAMPLES,
  type SearchOptions,
} from "./options";

/** The first search and the one beside it. */
export type Pane = 0 | 1;
export type Pick = { pane: Pane; node: number };

const MOST_LEAVES = 200;
const PATIENCE_MS = 40_000;

export class SearchState {
  rules = $state("tictactoe");
  start = $state<string | null>(null);
  moves = $state.raw<string[]>([]);
  /** A tree instead of a game. */
  tree = $state.raw<Tree | null>(null);
  options = $state.raw<[SearchOptions, SearchOptions | null]>([PLAIN, null]);
  /** What can be chosen, as the server tells; nothing before it did. */
  told = $state.raw<EngineOption[]>([]);
  traces = $state.raw<[Trace | null, Trace | null]>([null, null]);
  /** The position at the root. */
  root = $state.raw<Position | null>(null);
  isLoading = $state(false);
  error = $state("");
  /** The node that somebody looks at; else the one of the step is shown. */
  pick = $state.raw<Pick | null>(null);
  views = $state.raw<[View | null, View | null]>([null, null]);
  follows = $state(true);
  readonly replay = new Replay();
  readonly #asked = new Newest();
  readonly #going = new Newest();

  readonly isTwice = $derived(this.options[1] !== null);

  /** The time in a search: both go through their steps at the same share. */
  timeOf(pane: Pane): number {
    const trace = this.traces[pane];
    const { time, steps } = this.replay;
    if (!trace || trace.steps === steps) return time;
    return Math.max(1, Math.round((time / steps) * trace.steps));
  }

  /** The node shown on the left, and of which search. */
  readonly shown = $derived.by((): Pick => {
    if (this.pick && this.traces[this.pick.pane]) return this.pick;
    return { pane: 0, node: this.traces[0]?.at(this.timeOf(0)) ?? 0 };
  });

  // The address.

  open(query: URLSearchParams): void {
    const sample = SAMPLES.find((each) => each.name === query.get("show")) ?? SAMPLES[0];
    const isOwn = query.has("rules") || query.has("tree");
    const tree = readTree(query.get("tree") ?? "");
    this.rules = query.get("rules") ?? (isOwn ? "tictactoe" : (sample?.rules ?? ""));
    this.start = query.get("start");
    this.moves = isOwn ? movesIn(query.get("moves") ?? "") : (sample?.moves ?? []);
    this.tree = isOwn ? tree : (sample?.tree ?? null);
    const [a, b] = [query.get("a"), query.get("b")];
    this.options = isOwn
      ? [readOptions(a ?? ""), b === null ? null : readOptions(b)]
      : (sample?.options ?? [PLAIN, null]);
    this.follows = query.get("follow") !== "off";
    const time = Number.parseInt(query.get("t") ?? "", 10);
    const node = /^(b?)(\d+)$/.exec(query.get("node") ?? "");
    const pick: Pick | null = node ? { pane: node[1] ? 1 : 0, node: Number(node[2]) } : null;
    this.views = [readView(query.get("view")), readView(query.get("viewb"))];
    void this.#run(Number.isNaN(time) ? null : time, pick);
  }

  /** What reproduces the screen. */
  readonly parts = $derived.by((): Parts | null => {
    if (!this.traces[0]) return null;
    const [a, b] = this.options;
    const { time, steps } = this.replay;
    return {
      rules: this.tree ? null : this.rules,
      start: this.tree ? null : this.start,
      moves: this.tree ? null : this.moves.join(","),
      tree: this.tree ? JSON.stringify(this.tree) : null,
      a: engineText(a),
      b: b ? engineText(b) : null,
      t: time === steps ? null : time,
      node: this.pick ? `${this.pick.pane ? "b" : ""}${this.pick.node}` : null,
      follow: this.follows ? null : "off",
      view: viewText(this.views[0]),
      viewb: viewText(this.views[1]),
    };
  });

  // What people do.

  show(sample: Sample): void {
    this.rules = sample.rules;
    this.start = null;
    this.moves = sample.moves;
    this.tree = sample.tree;
    this.options = sample.options;
    this.#again();
  }

  set(pane: Pane, options: SearchOptions | null): void {
    this.options = pane === 0 && options ? [options, this.options[1]] : [this.options[0], options];
    this.#again();
  }

  /** Searches another position; the answer is why it cannot be. */
  async goTo(rules: string, start: string | null, moves: string[]): Promise<string> {
    try {
      await connection.ask("position", { rules, start, moves }, this.#going.next());
    } catch (error) {
      return reason(error);
    }
    [this.rules, this.start, this.moves, this.tree] = [rules, start, moves, null];
    this.#again();
    return "";
  }

  edit(tree: Tree): void {
    this.tree = tree;
    const time = this.replay.time === this.replay.steps ? null : this.replay.time;
    void this.#run(time, this.pick);
  }

  select(pick: Pick | null): void {
    this.replay.pause();
    this.pick = pick;
  }

  /** The node of a search that somebody looks at; -1 for none. */
  selected(pane: Pane): number {
    return this.pick?.pane === pane ? this.pick.node : -1;
  }

  /** Plays or steps on from where the replay is. */
  toggle(): void {
    this.pick = null;
    this.replay.toggle();
  }
  step(by: number): void {
    this.pick = null;
    this.replay.step(by);
  }

  close(): void {
    this.#asked.end();
    this.#going.end();
    this.replay.pause();
  }

  #again(): void {
    this.views = [null, null];
    void this.#run(null, null);
  }

  async #run(time: number | null, pick: Pick | null): Promise<void> {
    const wanted = this.#asked.next();
    this.replay.pause();
    this.isLoading = true;
    this.error = "";
    try {
      if (!untrack(() => this.told.length)) {
        this.told = (await connection.ask("lab_search_options", {}, wanted)).options;
      }
      const [first, second] = untrack(() => {
        const [a, b] = this.options;
        return (this.options = [possible(a, this.told), b && possible(b, this.told)]);
      });
      const line = untrack(() => ({
        rules: this.rules,
        moves: this.moves,
        start: this.start,
      }));
      const tree = untrack(() => this.tree);
      const ask = async (options: SearchOptions): Promise<Trace> =>
        new Trace(
          tree === null
            ? await connection.ask(
                "lab_search",
                { ...line, engine: engineText(options) },
                wanted,
                PATIENCE_MS,
              )
            : await connection.ask(
                "lab_tree",
                {
                  tree: tree as TreeRequest["tree"],
                  cuts: options.cut,
                  probes: options.probe,
                  order: (options.order === "threats" ? "best" : options.order) as
                    "none" | "shuffle" | "best",
                },
                wanted,
              ),
        );
      const root = tree === null ? (await connection.ask("position", line, wanted)).position : null;
      // One after the other: the server keeps one search for each visitor.
      const traces: [Trace, Trace | null] = [await ask(first), second && (await ask(second))];
      this.root = root;
      this.traces = traces;
      this.replay.load(Math.max(...traces.map((each) => each?.steps ?? 1)), time);
      const picked = pick && traces[pick.pane];
      this.pick = picked && pick.node < picked.size ? pick : null;
    } catch (error) {
      if (wanted.aborted) return;
      this.error = reason(error);
      this.traces = [null, null];
    } finally {
      if (!wanted.aborted) this.isLoading = false;
    }
  }

  /** The position of a node as far as it can be told without asking. */
  positionOf(pick: Pick): Position | null {
    const [root, trace] = [this.root, this.traces[pick.pane]];
    if (!root || !trace) return null;
    return withMoves(root, trace.moves(pick.node));
  }
}

/** A tree of whole numbers from its text; null when it is none. */
export function readTree(text: string): Tree | null {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  let leaves = 0;
  const isTree = (value: unknown, depth: number): value is Tree => {
    if (typeof value === "number") return Number.isSafeInteger(value) && ++leaves <= MOST_LEAVES;
    return (
      Array.isArray(value) &&
      value.length > 0 &&
      depth < 6 &&
      value.every((each) => isTree(each, depth + 1))
    );
  };
  return Array.isArray(found) && isTree(found, 0) ? found : null;
}

function viewText(view: View | null): string | null {
  if (!view) return null;
  return [view.x.toFixed(2), view.scale.toPrecision(5), Math.round(view.y)].join(",");
}

function readView(text: string | null): View | null {
  const [x, scale, y] = (text ?? "").split(",").map(Number);
  if (x === undefined || scale === undefined || y === undefined) return null;
  if (![x, scale, y].every(Number.isFinite)) return null;
  return { x, scale: clamp(scale, 0.0001, 1000), y };
}
