/** A game against the machine in slow motion: each of its moves goes through stages. */

import type { BeadChange, BeadDraw, PlayedGame } from "../../../protocol";
import { announcer } from "../../../announcer.svelte";
import { Newest } from "../../../connection.svelte";
import { isStill } from "../../../board/motion";
import { t } from "../../../i18n/index.svelte";
import { total } from "./box-shape";
import type { Machine } from "./machine.svelte";

/** The stages of a move: looked for, found, opened, drawn, led back, played. */
export const PLAYED = 5;
const STAGE_MS = 1300;

export class Play {
  /** The visitor's own moves. */
  moves = $state.raw<string[]>([]);
  game = $state.raw<PlayedGame | null>(null);
  stage = $state(PLAYED);
  isAuto = $state(!isStill());
  changes = $state.raw<BeadChange[] | null>(null);
  isBusy = $state(false);

  readonly #machine: Machine;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #asked = new Newest();

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  /** What the machine did last. */
  get draw(): BeadDraw | null {
    return this.game?.draws.at(-1) ?? null;
  }

  /** Whether its last move is still being shown. */
  get isShowing(): boolean {
    return this.draw !== null && this.stage < PLAYED && !this.#isAnswered;
  }

  /** How many plies the board shows. */
  get ply(): number {
    const { game, draw } = this;
    if (!game) return 0;
    return this.isShowing && draw ? draw.ply : game.positions.length - 1;
  }

  get isOver(): boolean {
    return !this.isShowing && Boolean(this.game?.outcome);
  }

  /** Whether the visitor's move ended the game: then the machine's last move is an old one. */
  get #isAnswered(): boolean {
    const { game, draw } = this;
    return game !== null && draw !== null && draw.move !== null
      ? game.moves.length > draw.ply + 1
      : false;
  }

  close(): void {
    this.#asked.end();
    clearTimeout(this.#timer);
  }

  /** Begins a game, or goes to one as an address tells it. */
  async open(moves: string[] = [], stage = 0): Promise<void> {
    this.changes = null;
    await this.#follow(moves, stage);
  }

  async play(move: string): Promise<void> {
    if (this.isShowing || this.isOver) return;
    await this.#follow([...this.moves, move], 0);
  }

  /** The next stage of the machine's move. */
  next(): void {
    clearTimeout(this.#timer);
    const { draw } = this;
    if (!this.isShowing || !draw) return;
    // Where nothing is drawn there is less to see.
    const isEnd = !draw.box || (draw.bead === null && this.stage >= 2);
    this.stage = isEnd ? PLAYED : this.stage + 1;
    this.#say(draw);
    this.#wait();
  }

  toggleAuto(): void {
    this.isAuto = !this.isAuto;
    this.#wait();
  }

  /** Lets the machine learn from the game that is over. */
  async learn(): Promise<void> {
    const moves = this.moves;
    this.isBusy = true;
    try {
      const news = await this.#machine.do("lab_boxes_learn", { moves });
      this.#machine.take(news, { moves });
      this.changes = news.changes;
      announcer.say(t("lab.matchboxes.play.learnt", { count: news.changes.length }));
    } catch (error) {
      announcer.failed(error);
    } finally {
      this.isBusy = false;
    }
  }

  async #follow(moves: string[], stage: number): Promise<void> {
    const wanted = this.#asked.next();
    clearTimeout(this.#timer);
    this.isBusy = true;
    try {
      this.game = await this.#machine.ask("lab_boxes_play", { moves }, wanted);
      this.moves = moves;
      this.stage = stage;
      this.#wait();
    } catch (error) {
      announcer.failed(error);
    } finally {
      if (!wanted.aborted) this.isBusy = false;
    }
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.isAuto && this.isShowing) this.#timer = setTimeout(() => this.next(), STAGE_MS);
  }

  #say(draw: BeadDraw): void {
    announcer.say(stageInWords(draw, this.stage));
  }
}

/** What happens at a stage, in a sentence. */
export function stageInWords(draw: BeadDraw, stage: number): string {
  const { box, bead, move } = draw;
  if (!box) return t("lab.matchboxes.stage.forced", { move: move ?? "" });
  if (bead === null && stage >= 2) return t("lab.matchboxes.stage.resigns");
  const sum = total(box.beads);
  const count = box.beads.find(([cell]) => cell === bead)?.[1] ?? 0;
  if (stage === 0) return t("lab.matchboxes.stage.look");
  if (stage === 1) {
    const turn = t(`lab.matchboxes.turned.${draw.turn.name}`);
    return t("lab.matchboxes.stage.found", { number: box.number, turn });
  }
  if (stage === 2) return t("lab.matchboxes.stage.open", { count: sum });
  if (stage === 3) return t("lab.matchboxes.stage.drawn", { bead: bead ?? "", count, total: sum });
  if (stage === 4) {
    const key = bead === move ? "same" : "back";
    return t(`lab.matchboxes.stage.${key}`, { bead: bead ?? "", move: move ?? "" });
  }
  return t("lab.matchboxes.stage.played", { move: move ?? "" });
}
