/** The colours of the page as a canvas needs them: resolved, and made anew with the theme. */

import type { Style } from "../../../protocol";

/** Who is better off: nothing known yet, the first side wins … the second side wins. */
export type Tone = 0 | 1 | 2 | 3 | 4 | 5;
export const TONES = 6;

type Colour =
  | ("card" | "ink" | "muted" | "strong" | "accent" | "danger")
  | ("board" | "line" | "empty" | "first" | "second");

export type Palette = Record<Colour | "font", string> & {
  /** By tone, of dots and frames, and of a text on it. */
  tones: string[];
  inks: string[];
  rims: [first: string, second: string];
  /** What tells the stones apart without colour. */
  patterns: [first: string, second: string];
};

export function paletteOf(element: HTMLElement, style: Style): Palette {
  const probe = document.createElement("span");
  element.append(probe);
  const of = (name: string): Rgb => {
    probe.style.color = `var(${name})`;
    const found = /([\d.]+)[ ,]+([\d.]+)[ ,]+([\d.]+)/.exec(getComputedStyle(probe).color);
    return [Number(found?.[1] ?? 0), Number(found?.[2] ?? 0), Number(found?.[3] ?? 0)];
  };
  const text = (name: string) => css(of(name));
  const page = of("--card");
  const [first, second] = [of(`--${style}-first`), of(`--${style}-second`)];
  const even = of("--grid-last");
  const tones: Rgb[] = [page, first, mix(first, page), even, mix(second, page), second];
  const palette: Palette = {
    card: css(page),
    ink: text("--ink"),
    muted: text("--muted"),
    strong: text("--border-strong"),
    accent: text("--accent"),
    danger: text("--danger"),
    font: getComputedStyle(element).fontFamily,
    tones: tones.map(css),
    inks: tones.map((tone) => (brightness(tone) > 140 ? "#10161d" : "#ffffff")),
    board: style === "grid" ? css(page) : text(`--${style}-board`),
    line: text(`--${style}-line`),
    empty: style === "holes" ? text("--holes-empty") : css(page),
    first: css(first),
    second: css(second),
    patterns: [text(`--${style}-first-pattern`), text(`--${style}-second-pattern`)],
    rims: [text(`--${style}-first-rim`), text(`--${style}-second-rim`)],
  };
  probe.remove();
  return palette;
}

type Rgb = [number, number, number];

function css([red, green, blue]: Rgb): string {
  return `rgb(${red} ${green} ${blue})`;
}

function mix(colour: Rgb, other: Rgb): Rgb {
  return colour.map((value, index) => Math.round(value * 0.45 + (other[index] ?? 0) * 0.55)) as Rgb;
}

function brightness([red, green, blue]: Rgb): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}
