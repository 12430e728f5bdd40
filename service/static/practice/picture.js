// Keeps the tree on the page as a picture, with its colors and with the address that leads to it again.

import { svg } from "../shared/dom.js";
import { savePicture } from "../shared/picture.js";

const STYLES = [
  "display", "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "paint-order",
  "font-family", "font-size", "font-weight",
];
const SCALE = 2; // pixels for each unit of the drawing
const CAPTION = 24; // its height, in units

// Downloads a drawing of a tree.
export function keep({ element: drawing, width, height }, caption) {
  const whole = height + CAPTION;
  const { backgroundColor: paper } = getComputedStyle(drawing.closest(".card"));
  const { color: ink } = getComputedStyle(drawing);
  const copy = withStyles(drawing);
  copy.setAttribute("viewBox", `0 0 ${width} ${whole}`);
  copy.prepend(svg("rect", { width, height: whole, fill: paper }));
  copy.append(svg("text", { x: 8, y: height + CAPTION / 2, fill: ink, "font-size": 11 }, caption));
  return savePicture(copy, { name: "noughts-tree.png", width: width * SCALE, height: whole * SCALE });
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
