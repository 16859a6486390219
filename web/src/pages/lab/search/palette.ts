/** The colours of the page as a canvas needs them: resolved, and made anew with the theme. */

import type { Style } from "../../../protocol";

/** Who is better off: nothing known yet, the first side wins … the second side wins. */
export type Tone = 0 | 1 | 2 | 3 | 4 | 5;
export const TONES = 6;

export type Palette = {
  page: string;
  card: string;
  sunken: string;
  ink: string;
  muted: string;
  border: string;
  strong: string;
  accent: string;
  danger: string;
  font: string;
  /** By tone, of dots and frames, and of a text on it. */
  tones: string[];
  inks: string[];
  board: string;
  line: string;
  empty: string;
  first: string;
  second: string;
  rims: [first: string, second: string];
};

const SIDES: Record<Style, [first: string, second: string]> = {
  grid: ["--grid-first", "--grid-second"],
  holes: ["--holes-first", "--holes-second"],
  lines: ["--lines-first", "--lines-second"],
};

export function paletteOf(element: HTMLElement, style: Style): Palette {
  const probe = document.createElement("span");
  element.append(probe);
  const resolve = (colour: string): [number, number, number] => {
    probe.style.color = colour;
    const found = /([\d.]+)[ ,]+([\d.]+)[ ,]+([\d.]+)/.exec(getComputedStyle(probe).color);
    return [Number(found?.[1] ?? 0), Number(found?.[2] ?? 0), Number(found?.[3] ?? 0)];
  };
  const of = (name: string) => resolve(`var(${name})`);
  const text = (name: string) => css(of(name));
  const page = of("--card");
  const [first, second] = SIDES[style].map(of) as [Rgb, Rgb];
  const even = of("--grid-last");
  const tones: Rgb[] = [page, first, mix(first, page), even, mix(second, page), second];
  const font = getComputedStyle(element).fontFamily;
  const rims = style === "grid" ? ["--grid-line", "--grid-line"] : rimsOf(style);
  const palette: Palette = {
    page: text("--page"),
    card: css(page),
    sunken: text("--sunken"),
    ink: text("--ink"),
    muted: text("--muted"),
    border: text("--border"),
    strong: text("--border-strong"),
    accent: text("--accent"),
    danger: text("--danger"),
    font,
    tones: tones.map(css),
    inks: tones.map((tone) => (brightness(tone) > 140 ? "#10161d" : "#ffffff")),
    board: style === "grid" ? css(page) : text(`--${style}-board`),
    line: text(`--${style}-line`),
    empty: style === "holes" ? text("--holes-empty") : css(page),
    first: css(first),
    second: css(second),
    rims: rims.map(text) as [string, string],
  };
  probe.remove();
  return palette;
}

type Rgb = [number, number, number];

function rimsOf(style: "holes" | "lines"): string[] {
  return [`--${style}-first-rim`, `--${style}-second-rim`];
}

function css([red, green, blue]: Rgb): string {
  return `rgb(${red} ${green} ${blue})`;
}

function mix(colour: Rgb, other: Rgb): Rgb {
  return colour.map((value, index) => Math.round(value * 0.45 + (other[index] ?? 0) * 0.55)) as Rgb;
}

function brightness([red, green, blue]: Rgb): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}
