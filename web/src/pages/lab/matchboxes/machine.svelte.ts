/** The machine on the wall: made, trained and kept by the server, shown here. */

import { announcer } from "../../../announcer.svelte";
import { connection, Newest, RequestError } from "../../../connection.svelte";
import {
  type BoxesNews,
  type CurveData,
  type Measure,
  MEASURES,
  type Requests,
  type Results,
  type TrainingNews,
  type Wall,
} from "../../../protocol";
import { type CourseStep, FIRST_RUN, type Run, runText, specOf } from "./run";

/** A run that is over, whose curve stays on the plot. */
export type Earlier = { run: Run; curve: CurveData };

type BoxesRequest = keyof Requests & `lab_boxes_${string}`;

export type Training = { id: string; partner: string; games: number; done: number };

/** Replaying a course may take the server a while. */
const PATIENCE_MS = 70_000;
const MOST_EARLIER = 5;

export class Machine {
  /** What it is and went through. */
  run = $state.raw<Run>(FIRST_RUN);
  /** The boxes as they were when the wall was built; `counts` has the beads of now. */
  wall = $state.raw<Wall | null>(null);
  games = $state(0);
  results = $state.raw<Results>({ wins: 0, draws: 0, losses: 0 });
  now = $state.raw<Record<Measure, number>>({ worst_case: 1, perfect: 1, random: 1 });
  curve = $state.raw<CurveData>(emptyCurve());
  earlier = $state.raw<Earlier[]>([]);
  training = $state.raw<Training | null>(null);
  isBusy = $state(false);
  /** Rises when beads have changed: what reads `counts` follows it. */
  version = $state(0);
  /** The beads of every box, by its place on the wall. Not reactive: it changes too often. */
  counts: number[][] = [];

  readonly #listeners = new Set<(places: number[], gains: boolean[]) => void>();
  readonly #ends: (() => void)[] = [];
  readonly #made = new Newest();
  readonly #recalled = new Newest();

  constructor() {
    this.#ends.push(
      connection.on("lab_boxes", (news) => this.#heard(news)),
      connection.whenConnected(() => {
        // The server has forgotten the machine: it goes the same way again.
        if (this.wall && !this.isBusy) void this.#again();
      }),
      () => this.#made.end(),
      () => this.#recalled.end(),
    );
  }

  close(): void {
    for (const end of this.#ends) end();
    if (this.training) connection.tell("lab_boxes_stop", {});
  }

  /** Calls with the places of boxes whose beads changed, and whether each has more than before. */
  onchange(listener: (places: number[], gains: boolean[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Builds a wall; what was on it stays on the plot, if it had played and that is wanted. */
  async make(run: Run, keepsCurve = true): Promise<boolean> {
    const wanted = this.#made.next();
    this.isBusy = true;
    try {
      const wall = await connection.ask("lab_boxes_create", specOf(run), wanted, PATIENCE_MS);
      if (keepsCurve && this.wall && this.games > 0) this.#keepCurve(run);
      this.#show(run, wall);
      return true;
    } catch (error) {
      announcer.failed(error);
      return false;
    } finally {
      if (!wanted.aborted) this.isBusy = false;
    }
  }

  /** The curves of earlier runs, as an address names them. */
  async recall(runs: Run[]): Promise<void> {
    const found: Earlier[] = [];
    const wanted = this.#recalled.next();
    for (const run of runs.slice(0, MOST_EARLIER)) {
      try {
        const spec = specOf(run);
        const { curve } = await connection.ask("lab_boxes_curve", spec, wanted, PATIENCE_MS);
        found.push({ run, curve });
      } catch (error) {
        if (wanted.aborted) return;
        announcer.failed(error);
      }
    }
    this.earlier = found;
  }

  forgetEarlier(index: number): void {
    this.earlier = this.earlier.filter((_, place) => place !== index);
  }

  async train(partner: string, games: number, rate: number): Promise<void> {
    const id = connection.newTask();
    this.training = { id, partner, games, done: 0 };
    try {
      const answer = await this.do("lab_boxes_train", { id, partner, games, rate });
      if (this.#isTraining(id)) this.training = { ...this.training, partner: answer.partner };
    } catch (error) {
      if (this.#isTraining(id)) this.training = null;
      announcer.failed(error);
    }
  }

  #isTraining(id: string): boolean {
    return this.training?.id === id;
  }

  stop(): void {
    connection.request("lab_boxes_stop", {}).catch((error: unknown) => announcer.failed(error));
  }

  /** Asks about the machine, until it is answered or not wanted any more. */
  ask<K extends BoxesRequest>(
    event: K,
    payload: Requests[K][0],
    wanted: AbortSignal,
  ): Promise<Requests[K][1]> {
    return this.#withMachine(() => connection.ask(event, payload, wanted, PATIENCE_MS));
  }

  /** Does something with the machine. */
  do<K extends BoxesRequest>(event: K, payload: Requests[K][0]): Promise<Requests[K][1]> {
    return this.#withMachine(() => connection.request(event, payload, PATIENCE_MS));
  }

  /** If the server has cleared it away, it is made again first. */
  async #withMachine<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== "no_machine") throw error;
      await this.#again();
      return await work();
    }
  }

  /** Takes what is new, after a step of its course is over. */
  take(news: BoxesNews, step: CourseStep | null): void {
    const places: number[] = [];
    const gains: boolean[] = [];
    for (const [place, beads] of news.changed) {
      places.push(place);
      gains.push(sum(beads) > sum(this.counts[place] ?? []));
      this.counts[place] = beads;
    }
    this.games = news.games;
    this.results = news.results;
    this.now = news.now;
    if (news.points.games.length) this.curve = joined(this.curve, news.points);
    if (step) this.run = { ...this.run, course: [...this.run.course, step] };
    if (!places.length) return;
    this.version += 1;
    for (const listener of this.#listeners) listener(places, gains);
  }

  #heard(news: TrainingNews): void {
    const { training } = this;
    if (news.id !== training?.id) return;
    if ("error" in news) {
      this.training = null;
      announcer.failed(RequestError.of(news));
      return;
    }
    const { partner } = training;
    const isOver = news.final && news.done > 0;
    this.take(news, isOver ? { partner, games: news.done } : null);
    this.training = news.final ? null : { ...training, done: news.done };
  }

  /** The same machine once more, with as much of a training as was heard of. */
  async #again(): Promise<void> {
    const { training } = this;
    this.training = null;
    const { partner, done } = training ?? { partner: "", done: 0 };
    const course = done ? [...this.run.course, { partner, games: done }] : this.run.course;
    await this.make({ ...this.run, course }, false);
  }

  #show(run: Run, wall: Wall): void {
    this.training = null;
    this.run = run;
    this.wall = wall;
    this.counts = wall.boxes.map((box) => box.beads.map(([, count]) => count));
    this.curve = wall.curve;
    this.games = wall.games;
    this.results = wall.results;
    this.now = wall.now;
    this.version += 1;
  }

  #keepCurve(next: Run): void {
    const left = { run: this.run, curve: this.curve };
    const others = this.earlier.filter(
      ({ run }) => runText(run) !== runText(left.run) && runText(run) !== runText(next),
    );
    if (runText(left.run) === runText(next)) this.earlier = others;
    else this.earlier = [...others, left].slice(-MOST_EARLIER);
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

function emptyCurve(): CurveData {
  return { games: [], worst_case: [], perfect: [], random: [] };
}

/** A curve with further points. */
function joined(curve: CurveData, points: CurveData): CurveData {
  const both = { games: [...curve.games, ...points.games] } as CurveData;
  for (const name of MEASURES) both[name] = [...curve[name], ...points[name]];
  return both;
}
