// Keeps the tree on the page as a picture, with its colors and with the address that leads to it again.

import { html, svg } from "../shared/dom.js";

const STYLES = [
  "display", "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "paint-order",
  "font-family", "font-size", "font-weight",
];
const SCALE = 2; // pixels for each unit of the drawing
const CAPTION = 24; // its height, in units

// Downloads a drawing of this width and height as a PNG file.
export async function keep(drawing, { width, height, caption }) {
  const copy = withStyles(drawing);
  const fill = colorOf(drawing, "color");
  const words = svg("text", { x: 8, y: height + CAPTION / 2, fill, "font-size": 11 });
  words.append(caption);
  copy.append(words);
  const size = { width: width * SCALE, height: (height + CAPTION) * SCALE };
  const box = { viewBox: `0 0 ${width} ${height + CAPTION}`, xmlns: "http://www.w3.org/2000/svg" };
  for (const [name, value] of Object.entries({ ...size, ...box })) copy.setAttribute(name, String(value));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = html("canvas", size);
  const context = canvas.getContext("2d");
  context.fillStyle = colorOf(drawing.closest(".card"), "background-color");
  context.fillRect(0, 0, size.width, size.height);
  context.drawImage(image, 0, 0);
  html("a", { href: canvas.toDataURL("image/png"), download: "noughts-tree.png" }).click();
}

// A copy that looks the same without the style sheets of the page.
function withStyles(drawing) {
  const copy = drawing.cloneNode(true);
  copy.removeAttribute("style");
  const copies = copy.querySelectorAll("*");
  for (const [index, part] of drawing.querySelectorAll("*").entries()) {
    const style = getComputedStyle(part);
    for (const name of STYLES) copies[index].setAttribute(name, style.getPropertyValue(name));
  }
  return copy;
}

const colorOf = (element, name) => getComputedStyle(element).getPropertyValue(name);
