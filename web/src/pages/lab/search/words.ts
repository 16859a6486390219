/** What nodes are in words and in signs; all values as the side of the root sees them. */

import { t } from "../../../i18n/index.svelte";
import { capital, sideName } from "../../../names";
import { other, type Side, type TraceScore } from "../../../protocol";
import type { Relation, Trace } from "./trace";

/** W3, L2, =, 5, −∞: short enough for a node. */
export function scoreText([kind, number]: TraceScore): string {
  // As a text: the numbers of thousands of nodes are not worth a formatter each.
  const plies = number === 0 ? "" : String(number);
  if (kind === "win") return t("analysis.label.win", { plies });
  if (kind === "loss") return t("analysis.label.loss", { plies });
  if (kind === "draw") return t("analysis.label.draw");
  if (kind === "infinity") return number > 0 ? "∞" : "−∞";
  return String(number).replace("-", "−");
}

export function boundSign(relation: Relation): string {
  return relation === "least" ? "≥ " : relation === "most" ? "≤ " : "";
}

export function windowText(trace: Trace, node: number): string {
  const { alpha, beta } = trace.window(node);
  return `${scoreText(alpha)} … ${scoreText(beta)}`;
}

/** Who moves at a node: "cross (Max)", or only Max in a tree without a game. */
export function moverName(trace: Trace, node: number): string {
  const role = t(trace.isMax(node) ? "lab.search.max" : "lab.search.min");
  const { rules } = trace.answer;
  return rules ? t("lab.search.mover", { side: sideName(rules, trace.side(node)), role }) : role;
}

/** A value in a sentence: "cross wins in 3 plies". */
export function scoreWords(trace: Trace, [kind, number]: TraceScore): string {
  const { rules, side } = trace.answer;
  const named = (whose: Side) => (rules ? sideName(rules, whose) : "");
  if (kind === "win" || kind === "loss") {
    const winner = named(kind === "win" ? side : other(side));
    return number === 0
      ? t("lab.search.words.won", { side: winner })
      : t("analysis.verdict.win", { side: winner, count: number });
  }
  return kind === "draw" ? t("lab.search.words.draw") : scoreText([kind, number, 0]);
}

/** The value of a node with what it is worth as a proof: "at least 5". */
export function valueWords(trace: Trace, node: number, time: number): string {
  const value = trace.value(node, time);
  if (value) {
    const words = scoreWords(trace, value);
    const relation = trace.relation(node);
    if (relation === "exact") return words;
    return t(relation === "least" ? "lab.search.words.least" : "lab.search.words.most", {
      value: words,
    });
  }
  if (trace.end(node) === "stopped" && trace.isDone(node, time)) return t("lab.search.value.none");
  const best = trace.bestSoFar(node, time);
  return best
    ? t("lab.search.value.running", { value: scoreWords(trace, best) })
    : t("lab.search.value.open");
}

/** What a node is called inside a sentence: its move, or the root. */
export function nodeName(trace: Trace, node: number): string {
  if (!trace.isRoot(node)) {
    if (trace.answer.rules) return trace.moveName(node);
    const place = trace.moves(node).join(".");
    return t(trace.hasChildren(node) ? "lab.search.branch" : "lab.search.leaf", { place });
  }
  return trace.roots.length > 1
    ? t("lab.search.root.iteration", { depth: trace.column("iteration", node) })
    : t("lab.search.root");
}

/** The same at the beginning of one; cells are always written small. */
export function nodeTitle(trace: Trace, node: number): string {
  const name = nodeName(trace, node);
  return trace.answer.rules && !trace.isRoot(node) ? name : capital(name);
}

/** Why the search went no further below a node. */
export function endWords(trace: Trace, node: number): string {
  const end = trace.end(node);
  if (!trace.isCut(node)) {
    if (end === "all" && trace.column("forced", node) > 0) return t("lab.search.end.forced");
    return t(`lab.search.end.${end}`);
  }
  const { alpha, beta } = trace.window(node);
  const value = trace.value(node, trace.steps);
  return t(`lab.search.end.${end}`, {
    bound: scoreText(end === "alpha" ? alpha : beta),
    value: value ? scoreText(value) : "",
  });
}

export function cutWords(trace: Trace, node: number): string {
  const count = trace.column("cut", node);
  if (count <= 0) return "";
  const moves = trace.cutMoves(node);
  if (!moves.length) return t("lab.search.cut", { count });
  return t("lab.search.cut.moves", { count, moves: moves.join(", ") });
}

/** Everything about a node in a few sentences, for ears. */
export function describe(trace: Trace, node: number, time: number): string {
  const { alpha, beta } = trace.window(node);
  const parts = [
    t("lab.search.heard", {
      name: nodeTitle(trace, node),
      side: moverName(trace, node),
      alpha: scoreText(alpha),
      beta: scoreText(beta),
      value: valueWords(trace, node, time),
    }),
  ];
  if (trace.isDone(node, time)) parts.push(endWords(trace, node), cutWords(trace, node));
  return parts.filter(Boolean).join(" ");
}

/** What happens in a step, as a caption of the replay. */
export function stepWords(trace: Trace, time: number): string {
  const node = trace.at(time);
  const name = nodeName(trace, node);
  if (!trace.returns(time))
    return t("lab.search.step.enter", { name, window: windowText(trace, node) });
  const value = trace.value(node, time);
  const text = value ? boundSign(trace.relation(node)) + scoreText(value) : "–";
  if (trace.isCut(node) && trace.column("cut", node) > 0)
    return t("lab.search.step.cut", {
      name,
      value: text,
      sign: trace.end(node) === "alpha" ? "α" : "β",
      count: trace.column("cut", node),
    });
  return trace.hasChildren(node)
    ? t("lab.search.step.leave", { name, value: text })
    : t("lab.search.step.leaf", {
        name: nodeTitle(trace, node),
        value: text,
        why: t(`lab.search.why.${trace.end(node)}`),
      });
}
