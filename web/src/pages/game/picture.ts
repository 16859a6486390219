/** A picture of the board that is on the page: its own drawing, made into a PNG by the browser. */

import { saveFile } from "../../browser";
import { t } from "../../i18n/index.svelte";

/** What is written above and below the board. */
export type Words = { title: string; text: string };

const SIZE = 1080;
const MARGIN = 60;
const TITLE = 62;
const SMALL = 34;
/** What a drawing gets from the style sheets of the page. */
const DRAWN = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray"],
  ...["opacity", "font-family", "font-weight", "text-anchor", "display"],
];

/** Sends the picture where the device can, else has the browser save it. */
export async function sharePicture(words: Words): Promise<void> {
  const board = document.querySelector<SVGSVGElement>("main .board > svg");
  if (!board) throw new Error("there is no board on the page");
  const picture = await drawn(board, words);
  const file = new File([picture], "enligne.png", { type: picture.type });
  const wish = { files: [file], title: words.title };
  // A computer's own way is a file.
  const isTouched = matchMedia("(pointer: coarse)").matches;
  if (!isTouched || !("canShare" in navigator) || !navigator.canShare(wish)) {
    saveFile(file.name, file);
    return;
  }
  // It fails when the visitor closes the sheet of the device: nothing to say then.
  await navigator.share(wish).catch(() => {});
}

/** A square picture: the words above, the board, and where it was played below. */
async function drawn(board: SVGSVGElement, words: Words): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("the browser does not draw");
  const look = getComputedStyle(document.documentElement);
  context.fillStyle = look.backgroundColor;
  context.fillRect(0, 0, SIZE, SIZE);

  const write = (text: string, y: number, font: string, colour: string) => {
    context.font = `${font} ${look.fontFamily}`;
    context.fillStyle = colour;
    context.textAlign = "center";
    context.fillText(text, SIZE / 2, y, SIZE - 2 * MARGIN);
  };
  const muted = getComputedStyle(document.querySelector("main .muted") ?? document.body).color;
  write(words.title, MARGIN + TITLE, `700 ${TITLE}px`, look.color);
  write(words.text, MARGIN + TITLE + 56, `500 ${SMALL}px`, muted);
  write(`${t("app.name")} · ${location.host}`, SIZE - MARGIN / 2, `600 ${SMALL - 6}px`, muted);

  const image = await imageOf(board);
  const [top, bottom] = [MARGIN + TITLE + 90, SIZE - MARGIN - SMALL];
  const scale = Math.min((SIZE - 2 * MARGIN) / image.width, (bottom - top) / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  context.drawImage(image, (SIZE - width) / 2, (top + bottom - height) / 2, width, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error("the browser made no picture"));
    }, "image/png"),
  );
}

/** The drawing as an image; the style sheets of the page do not reach into one. */
async function imageOf(board: SVGSVGElement): Promise<HTMLImageElement> {
  const copy = board.cloneNode(true) as SVGSVGElement;
  const [from, to] = [[...board.querySelectorAll("*")], [...copy.querySelectorAll("*")]];
  from.forEach((element, index) => {
    const look = getComputedStyle(element);
    // As attributes: the policy of the page allows no styles that are written into elements.
    for (const name of DRAWN) to[index]?.setAttribute(name, look.getPropertyValue(name));
  });
  const { width, height } = board.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const image = new Image();
  const text = new XMLSerializer().serializeToString(copy);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  return image;
}
