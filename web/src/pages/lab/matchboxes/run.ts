/** A run: a machine and what it went through, as a text for the address. */

import { formatText, parseText } from "../../../player-text";
import type { MachineSpec, Side } from "../../../protocol";

/** A training, or a game that somebody played: their own moves. */
export type CourseStep = { partner: string; games: number } | { moves: string[] };

export type Run = {
  /** The saved machine that it is a copy of; the next four say nothing then. */
  brain: string | null;
  rules: string;
  variant: string;
  side: Side;
  seed: number;
  course: CourseStep[];
};

export const FIRST_RUN: Run = {
  brain: null,
  rules: "tictactoe",
  variant: "her",
  side: "first",
  seed: 1,
  course: [],
};

const GAME = "play*";
const BRAIN = "brain";

/** `tictactoe/her/first/1/coach*1000~play*b2.a3`, or `brain/class-a/…`. */
export function runText(run: Run): string {
  const course = run.course.map((step) =>
    "moves" in step ? GAME + step.moves.join(".") : `${step.partner}*${step.games}`,
  );
  const machine = run.brain ? [BRAIN, run.brain] : [run.rules, run.variant, run.side, run.seed];
  return [...machine, course.join("~")].join("/");
}

/** What such a text says; null where it says nothing that could be meant. */
export function readRun(text: string): Run | null {
  const parts = text.split("/");
  const course = readCourse(parts.at(-1) ?? "");
  if (!course) return null;
  if (parts[0] === BRAIN && parts[1]) return { ...FIRST_RUN, brain: parts[1], course };
  const [rules, variant, side, digits] = parts;
  const seed = Number(digits);
  if (!rules || !variant || (side !== "first" && side !== "second")) return null;
  if (!Number.isSafeInteger(seed) || seed < 0) return null;
  return { brain: null, rules, variant, side, seed, course };
}

function readCourse(text: string): CourseStep[] | null {
  const steps: CourseStep[] = [];
  for (const part of text.split("~").filter(Boolean)) {
    const star = part.lastIndexOf("*");
    const games = Number(part.slice(star + 1));
    if (part.startsWith(GAME)) {
      steps.push({ moves: part.slice(GAME.length).split(".").filter(Boolean) });
    } else if (star > 0 && Number.isInteger(games) && games > 0) {
      steps.push({ partner: part.slice(0, star), games });
    } else {
      return null;
    }
  }
  return steps;
}

export function specOf(run: Run): MachineSpec {
  const { brain, ...made } = run;
  return brain ? { brain, course: run.course } : made;
}

export type TrainingPlan = {
  /** One of the partners that have a name, or `mix` or `player`, whose text stands beside. */
  partner: string;
  share: number;
  player: string;
  games: number;
  rate: number;
};

/** Games a second; 0 for as many as the server can play. */
export const RATES = [
  { name: "slow", rate: 4 },
  { name: "steady", rate: 150 },
  { name: "fast", rate: 0 },
] as const;

export const FIRST_PLAN: TrainingPlan = {
  partner: "coach",
  share: 0.5,
  player: "alphabeta:depth=2",
  games: 1000,
  rate: 150,
};

const NAMED = ["coach", "random", "perfect", "self"];

export function partnerText(plan: TrainingPlan): string {
  if (plan.partner === "mix") return formatText("mix", { "": plan.share });
  return plan.partner === "player" ? plan.player.trim() : plan.partner;
}

/** A plan with the partner of this text. */
export function withPartner(plan: TrainingPlan, text: string): TrainingPlan {
  const { name, options } = parseText(text);
  if (name === "mix" && /^(0|1|[01]?\.\d+)$/.test(options[""] ?? "")) {
    return { ...plan, partner: "mix", share: Number(options[""]) };
  }
  return NAMED.includes(text)
    ? { ...plan, partner: text }
    : { ...plan, partner: "player", player: text };
}
