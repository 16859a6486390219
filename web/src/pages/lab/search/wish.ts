/** The switches of a search, and the engine text that they make. */

export const ORDERS = ["none", "shuffle", "threats"] as const;
export const EVALUATIONS = ["zero", "report", "lines"] as const;
export const TECHNIQUES = ["cut", "probe", "deepen", "table"] as const;

export type Technique = (typeof TECHNIQUES)[number];
export type Wish = Record<Technique, boolean> & {
  depth: number;
  order: (typeof ORDERS)[number];
  evaluation: (typeof EVALUATIONS)[number];
};

export const DEEPEST = 20;
const TABLE_MB = 8;

/** Plain alpha-beta: nothing but cuts. */
export const PLAIN: Wish = {
  depth: 9,
  cut: true,
  probe: false,
  deepen: false,
  table: false,
  order: "none",
  evaluation: "lines",
};

export function engineText(wish: Wish): string {
  const on = (is: boolean) => (is ? "on" : "off");
  return (
    `alphabeta:depth=${wish.depth},cut=${on(wish.cut)},probe=${on(wish.probe)},` +
    `order=${wish.order},deepen=${on(wish.deepen)},table_mb=${wish.table ? TABLE_MB : 0},` +
    `evaluation=${wish.evaluation}`
  );
}

/** What an engine text asks for; what it does not say is as it usually is here. */
export function readWish(text: string): Wish {
  const wish = { ...PLAIN };
  for (const part of text.slice(text.indexOf(":") + 1).split(",")) {
    const [key = "", value = ""] = part.split("=");
    if (key === "depth") {
      const depth = Number.parseInt(value, 10);
      if (depth >= 1 && depth <= DEEPEST) wish.depth = depth;
    } else if (key === "table_mb") wish.table = value !== "0";
    else if (key === "cut" || key === "probe" || key === "deepen") wish[key] = value === "on";
    else if (key === "order") wish.order = ORDERS.find((each) => each === value) ?? wish.order;
    else if (key === "evaluation")
      wish.evaluation = EVALUATIONS.find((each) => each === value) ?? wish.evaluation;
  }
  return wish;
}
