/** How a machine is to be trained. */

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
  if (plan.partner === "mix") return `mix:${plan.share}`;
  return plan.partner === "player" ? plan.player.trim() : plan.partner;
}

/** A plan with the partner of this text. */
export function withPartner(plan: TrainingPlan, text: string): TrainingPlan {
  const share = /^mix:(0|1|[01]?\.\d+)$/.exec(text)?.[1];
  if (share !== undefined) return { ...plan, partner: "mix", share: Number(share) };
  return NAMED.includes(text)
    ? { ...plan, partner: text }
    : { ...plan, partner: "player", player: text };
}
