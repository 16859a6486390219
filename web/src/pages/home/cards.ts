/** The four cards of the home page and their pictures. */

import type { Picture, Rules, Stones, Style } from "../../protocol";

export type CardName = "tictactoe" | "connect4" | "gomoku" | "own";
export type Card = { name: CardName; rules: string; picture: Picture };

function picture(
  [width, height, run]: [number, number, number],
  style: Style,
  stones: Stones,
  winning: string[],
): Picture {
  const rules: Rules = {
    text: "",
    name: null,
    width,
    height,
    run,
    gravity: style === "holes",
    exact: false,
    style,
  };
  return pictureOf(rules, stones, winning);
}

/** Stones on a board, only to look at. */
export function pictureOf(rules: Rules, stones: Stones, winning: string[] = []): Picture {
  const ply = stones.first.length + stones.second.length;
  return { rules, ply, side: "first", stones, legal: [], winning, outcome: null };
}

const cells = (text: string) => text.split(" ");

export const CARDS: Card[] = [
  {
    name: "tictactoe",
    rules: "tictactoe",
    picture: picture(
      [3, 3, 3],
      "grid",
      { first: cells("a1 b2 c3"), second: cells("a3 c1") },
      cells("a1 b2 c3"),
    ),
  },
  {
    name: "connect4",
    rules: "connect4",
    picture: picture(
      [7, 6, 4],
      "holes",
      {
        first: cells("c1 d2 e3 f4 e1 f2 b2 g1 d4"),
        second: cells("d1 e2 f1 f3 b1 d3 c2 a1"),
      },
      cells("c1 d2 e3 f4"),
    ),
  },
  {
    name: "gomoku",
    rules: "gomoku",
    picture: picture(
      [9, 9, 5],
      "lines",
      {
        first: cells("c3 d4 e5 f6 g7 e3 f4"),
        second: cells("d5 e6 e4 f5 c6 g4"),
      },
      cells("c3 d4 e5 f6 g7"),
    ),
  },
  {
    name: "own",
    rules: "8x8:4",
    picture: picture(
      [5, 5, 4],
      "grid",
      { first: cells("b2 c2 d2 e2 c4"), second: cells("b3 d3 c3 d4") },
      cells("b2 c2 d2 e2"),
    ),
  },
];

/** The presets that look like a card's board: larger boards, exact runs … */
export function variantsOf(card: Card, presets: Rules[]): Rules[] {
  if (card.name === "own") return [];
  return presets.filter(({ style }) => style === card.picture.rules.style);
}
