/** How a machine is to be trained. */

export type Wish = {
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

export const FIRST_WISH: Wish = {
  partner: "coach",
  share: 0.5,
  player: "alphabeta:depth=2",
  games: 1000,
  rate: 150,
};

const NAMED = ["coach", "random", "perfect", "self"];

export function partnerText(wish: Wish): string {
  if (wish.partner === "mix") return `mix:${wish.share}`;
  return wish.partner === "player" ? wish.player.trim() : wish.partner;
}

/** A wish with the partner of this text. */
export function withPartner(wish: Wish, text: string): Wish {
  const share = /^mix:(0|1|[01]?\.\d+)$/.exec(text)?.[1];
  if (share !== undefined) return { ...wish, partner: "mix", share: Number(share) };
  return NAMED.includes(text)
    ? { ...wish, partner: text }
    : { ...wish, partner: "player", player: text };
}
