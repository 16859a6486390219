/** The engine that looks at the position on the board while it stays there. */

import { announcer, reason } from "../../announcer.svelte";
import { connection, Newest, RequestError } from "../../connection.svelte";
import { t } from "../../i18n/index.svelte";
import { formatText } from "../../player-text";
import type { Analysis, Catalogue, EngineAbout, Events, Position } from "../../protocol";
import { remember, remembered } from "../../browser";
import { bestFirst, verdict } from "../../scores";
import { keep } from "../../settings.svelte";

export type Labels = "all" | "best" | "none";
export type State = "off" | "waiting" | "thinking" | "done" | "failed";

/** What is known about one position. */
type Found = {
  /** What the chosen engine makes of it. */
  analysis: Analysis | null;
  /** What the engine that knows most makes of it, where another one is chosen; null: not asked. */
  truth: Analysis | null;
  /** How the game would go on after each of the best moves but the first. */
  replies: Record<string, string[]>;
};
/** What is asked: for the truth, for a reply to a move, or else for the engine's analysis. */
type Task = { id: string; key: string; isForTruth: boolean; move: string | null };

const NOTHING: Found = { analysis: null, truth: null, replies: {} };

const SECONDS = [0.5, 1, 2, 5, 10, 30, 60];
const PAUSE_MS = 160;
const PATIENCE_MS = 40_000;
const SAY_AFTER_MS = 900;
const MOST_KEPT = 400;

/** Make it while the page's component is set up. */
export class Analyst {
  isLive = $state(remembered("analysis.live") !== "off");
  /** By the engine that is usual for some rules, the one chosen in its place. */
  #chosen = $state<Record<string, string>>({});
  #seconds = $state(Number(remembered("analysis.seconds")) || 2);
  /** Plies to look ahead, as typed; empty: as the engine has it. */
  depth = $state(remembered("analysis.depth") ?? "");
  lines = $state(Number(remembered("analysis.lines")) || 3);
  labels = $state<Labels | null>(labelsOf(remembered("analysis.labels")));

  catalogue = $state.raw<Catalogue | null>(null);
  state = $state<State>("off");
  error = $state("");
  /** The newest news about the position that is followed. */
  found = $state.raw<Found | null>(null);

  #position: Position | null = null;
  #key = "";
  #task: Task | null = null;
  readonly #asked = new Newest();
  #known = new Map<string, Found>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #speech: ReturnType<typeof setTimeout> | undefined;
  #ends: (() => void)[];

  constructor() {
    this.#ends = [
      connection.on("analysis", (news) => this.#hear(news)),
      connection.whenConnected(() => this.#again()),
    ];
    keep("analysis.live", () => this.isLive);
    keep("analysis.seconds", () => this.#seconds);
    keep("analysis.depth", () => this.depth);
    keep("analysis.lines", () => this.lines);
    keep("analysis.labels", () => this.labels);
  }

  close(): void {
    this.follow(null);
    for (const end of this.#ends) end();
  }

  get seconds(): number {
    const most = this.catalogue?.limits.seconds ?? Infinity;
    return Math.min(this.#seconds, most);
  }
  set seconds(value: number) {
    this.#seconds = value;
  }
  /** The engine that knows most about the rules. */
  get #usual(): string {
    return this.catalogue?.analyst ?? "";
  }
  get engine(): EngineAbout | null {
    const { engines } = this;
    const usual = this.#usual;
    const chosen = this.#chosen[usual] ?? remembered(`analysis.engine.${usual}`);
    const named = (wanted: string | null) => engines.find(({ name }) => name === wanted);
    return named(chosen) ?? named(usual) ?? null;
  }
  set engineName(name: string) {
    const usual = this.#usual;
    this.#chosen[usual] = name;
    remember(`analysis.engine.${usual}`, name);
  }
  get engines(): EngineAbout[] {
    return this.catalogue?.engines.filter(({ analyses }) => analyses) ?? [];
  }
  get secondsChoices(): number[] {
    const most = this.catalogue?.limits.seconds ?? 10;
    return [...new Set([...SECONDS.filter((each) => each <= most), this.seconds])].sort(
      (a, b) => a - b,
    );
  }
  get depthOption(): EngineAbout["options"][number] | null {
    return this.engine?.options.find(({ name }) => name === "depth") ?? null;
  }
  get engineText(): string {
    const { engine, depthOption } = this;
    if (!engine) return "";
    const depth = Math.trunc(Number(this.depth));
    const isGiven = depthOption && depth >= depthOption.least;
    return formatText(engine.name, isGiven ? { depth } : {});
  }

  /** What is proven, where the engine chosen is not the one that knows most. */
  get proven(): Analysis | null {
    const truth = this.found?.truth;
    return truth?.score.exact ? truth : null;
  }
  /** What is proven, else what the chosen engine believes. */
  get leading(): Analysis | null {
    return this.proven ?? this.found?.analysis ?? null;
  }
  /** What the chosen engine believes where something else is proven. */
  get belief(): Analysis | null {
    return this.proven && (this.found?.analysis ?? null);
  }

  /** Looks at this position from now on; at none with null. */
  follow(position: Position | null): void {
    const wanted = position?.outcome ? null : position;
    const key = wanted
      ? [wanted.rules.text, wanted.text, this.engineText, this.seconds].join()
      : "";
    // Asked again with more lines to find, it goes on where it was.
    if (key === this.#key && (this.#task || !key)) return;
    const isNew = key !== this.#key;
    this.#key = key;
    this.#position = wanted;
    clearTimeout(this.#timer);
    clearTimeout(this.#speech);
    const task = this.#task;
    if (isNew) {
      this.#leave();
      this.found = this.#known.get(key) ?? null;
      this.error = "";
      this.state = !key ? "off" : this.found?.analysis?.final ? "done" : "waiting";
      if (this.state === "done") this.#say();
    }
    // The next analysis ends the one before by itself.
    if (!key || !this.#hasMore()) this.#stop(task);
    else this.#timer = setTimeout(() => void this.#begin(), PAUSE_MS);
  }

  /** The best moves but the first whose continuation is wanted and not known yet. */
  #unanswered(): string | undefined {
    const analysis = this.leading;
    if (!this.found?.analysis?.final || !analysis?.moves) return undefined;
    return bestFirst(analysis.moves)
      .filter(({ move }) => move !== analysis.pv[0])
      .slice(0, this.lines - 1)
      .filter(({ score }) => (score.plies ?? 2) > 1)
      .find(({ move }) => !(move in (this.found?.replies ?? {})))?.move;
  }

  #hasMore(): boolean {
    if (this.state === "failed") return false;
    return !this.found?.analysis?.final || this.#unanswered() !== undefined;
  }

  async #begin(): Promise<void> {
    const position = this.#position;
    if (!position || !this.engineText) return;
    const move = this.#unanswered() ?? null;
    // Proven first: no estimate is shown where there is a proof.
    const isForTruth = !move && this.engine?.name !== this.#usual && !this.found?.truth?.final;
    const task = { id: connection.newTask(), key: this.#key, isForTruth, move };
    const isShort = isForTruth || move !== null;
    this.#leave();
    this.#task = task;
    if (!move) this.state = "thinking";
    this.#watch = setTimeout(
      () => this.#fail(task, new RequestError("timeout", "")),
      this.seconds * 1000 + PATIENCE_MS,
    );
    try {
      const wish = {
        rules: position.rules.text,
        start: position.text,
        moves: move ? [move] : [],
        id: task.id,
        engine: isForTruth || (move && this.proven) ? this.#usual : this.engineText,
        seconds: isShort ? Math.min(1, this.seconds / 4) : this.seconds,
      };
      await connection.ask("analyse", wish, this.#asked.next());
    } catch (error) {
      this.#fail(task, error);
    }
  }

  #hear(news: Events["analysis"]): void {
    const task = this.#task;
    if (task?.id !== news.id) return;
    if (!("pv" in news)) {
      this.#fail(task, RequestError.of(news));
      return;
    }
    const before = this.found ?? NOTHING;
    if (task.isForTruth) {
      this.#keep({ ...before, truth: news });
    } else if (task.move) {
      // Shown when it is known for good: a line that changes all the time cannot be read.
      if (!news.final) return;
      this.#keep({ ...before, replies: { ...before.replies, [task.move]: news.pv } });
    } else {
      // An engine that was cut short may have lost the scores it had.
      const moves = news.moves ?? before.analysis?.moves ?? null;
      this.#keep({ ...before, analysis: { ...news, moves } });
    }
    if (!news.final) return;
    this.#leave();
    if (!task.move && !task.isForTruth) {
      this.state = "done";
      this.#say();
    }
    if (this.#hasMore()) void this.#begin();
  }

  #keep(found: Found): void {
    this.found = found;
    this.#known.delete(this.#key);
    this.#known.set(this.#key, found);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KEPT && oldest) this.#known.delete(oldest);
  }

  #fail(task: Task, error: unknown): void {
    if (this.#task !== task) return;
    this.#leave();
    // Continuations are an extra: without them the moves alone are shown.
    if (task.move) {
      const before = this.found ?? NOTHING;
      this.#keep({ ...before, replies: { ...before.replies, [task.move]: [] } });
      if (this.#unanswered() !== undefined) void this.#begin();
      return;
    }
    this.state = "failed";
    const isRefused = error instanceof RequestError && ["player", "rules"].includes(error.code);
    this.error = isRefused ? t("analysis.engine.refused") : reason(error);
  }

  #stop(task: Task | null): void {
    this.#leave();
    if (task) connection.tell("stop", { id: task.id });
  }

  /** Waits for no news any more. */
  #leave(): void {
    this.#task = null;
    this.#asked.end();
    clearTimeout(this.#watch);
  }

  /** After a lost connection the server has forgotten what it was asked. */
  #again(): void {
    if (!this.#key || this.state === "off") return;
    if (this.state === "failed") this.state = "waiting";
    this.#leave();
    clearTimeout(this.#timer);
    if (this.#hasMore()) void this.#begin();
  }

  /** Tells ears the result once somebody stays at a position. */
  #say(): void {
    clearTimeout(this.#speech);
    const [position, analysis] = [this.#position, this.leading];
    if (!position || !analysis) return;
    this.#speech = setTimeout(() => announcer.say(summary(position, analysis)), SAY_AFTER_MS);
  }
}

/** Whether a score is proven, and by what. */
export function sureness({ score, source }: Analysis): string {
  if (!score.exact) return t("analysis.estimated");
  return t(source === "search" ? "analysis.proven" : `analysis.proven.${source}`);
}

/** The result of an analysis in a sentence. */
export function summary(position: Position, analysis: Analysis): string {
  return t("analysis.said.result", {
    verdict: verdict(position.rules, analysis.score, position.side),
    sure: sureness(analysis),
    move: analysis.pv[0] ?? "",
  });
}

function labelsOf(text: string | null): Labels | null {
  return text === "all" || text === "best" || text === "none" ? text : null;
}
