// A small picture of a position.

import { svg } from "../client/pages.js";

const CELL = 10;

export function thumbnailOf({ cells, columns, rows }) {
  const [width, height] = [columns * CELL, rows * CELL];
  const lines = [];
  for (let x = CELL; x < width; x += CELL) lines.push(`M${x} 0V${height}`);
  for (let y = CELL; y < height; y += CELL) lines.push(`M0 ${y}H${width}`);
  const cornerOf = (cell) => `M${(cell % columns) * CELL} ${Math.floor(cell / columns) * CELL}`;
  const pathOf = (side, draw) =>
    cells.map((mark, cell) => (mark === side ? cornerOf(cell) + draw : "")).join("");
  const path = (name, d) => svg("path", { class: name, d });
  const viewBox = `-1 -1 ${width + 2} ${height + 2}`;
  return svg("svg", { class: "thumbnail", viewBox, "aria-hidden": "true" },
    path("lines", lines.join("")),
    path("X", pathOf("X", "m2.5 2.5 5 5m0-5-5 5")),
    path("O", pathOf("O", "m5 2a3 3 0 1 0 .1 0")));
}
