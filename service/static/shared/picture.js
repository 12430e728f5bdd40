// Pictures to keep: a drawing as a PNG file.

import { html } from "./dom.js";

// Downloads an SVG element, which the style sheets of the page do not reach; the size is in pixels.
/** @type {(drawing: SVGElement, file: { name: string, width: number, height: number }) => Promise<void>} */
export async function savePicture(drawing, { name, width, height }) {
  drawing.setAttribute("width", String(width));
  drawing.setAttribute("height", String(height));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
  await image.decode();
  const canvas = html("canvas", { width, height });
  canvas.getContext("2d").drawImage(image, 0, 0);
  html("a", { href: canvas.toDataURL("image/png"), download: name }).click();
}
