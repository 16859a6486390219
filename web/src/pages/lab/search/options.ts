/** The switches of a search, and the engine text that they make. */

export const ORDERS = ["none", "shuffle", "threats"] as const;
export const EVALUATIONS = ["zero", "report", "lines"] as const;
export const TECHNIQUES = ["cut", "probe", "deepen", "table"] as const;

export type Technique = (typeof TECHNIQUES)[number];
export type SearchOptions = Record<Technique, boolean> & {
  depth: number;
  order: (typeof ORDERS)[number];
  evaluation: (typeof EVALUATIONS)[number];
};

export const DEEPEST = 20;
const TABLE_MB = 8;

/** Plain alpha-beta: nothing but cuts. */
export const PLAIN: SearchOptions = {
  depth: 9,
  cut: true,
  probe: false,
  deepen: false,
  table: false,
  order: "none",
  evaluation: "lines",
};

export function engineText(options: SearchOptions): string {
  const on = (is: boolean) => (is ? "on" : "off");
  return (
    `alphabeta:depth=${options.depth},cut=${on(options.cut)},probe=${on(options.probe)},` +
    `order=${options.order},deepen=${on(options.deepen)},table_mb=${options.table ? TABLE_MB : 0},` +
    `evaluation=${options.evaluation}`
  );
}

/** What an engine text asks for; what it does not say is as it usually is here. */
export function readOptions(text: string): SearchOptions {
  const options = { ...PLAIN };
  for (const part of text.slice(text.indexOf(":") + 1).split(",")) {
    const [key = "", value = ""] = part.split("=");
    if (key === "depth") {
      const depth = Number.parseInt(value, 10);
      if (depth >= 1 && depth <= DEEPEST) options.depth = depth;
    } else if (key === "table_mb") options.table = value !== "0";
    else if (key === "cut" || key === "probe" || key === "deepen") options[key] = value === "on";
    else if (key === "order")
      options.order = ORDERS.find((each) => each === value) ?? options.order;
    else if (key === "evaluation")
      options.evaluation = EVALUATIONS.find((each) => each === value) ?? options.evaluation;
  }
  return options;
}
