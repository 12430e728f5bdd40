// A small picture of a board in the notation of the API, with one cell marked.

import { boardParts } from "../learn/nodes.js";
import { svg } from "../playground/html.js";

export function thumbnailOf(notation, cell) {
  const rows = notation.split("/");
  const marks = [...rows.join("")].map((mark) => (mark === "." ? null : mark));
  return svg("svg", { class: "thumbnail", viewBox: "-36 -20 72 88", "aria-hidden": "true" },
    svg("g", { class: "node" }, ...boardParts({ columns: rows[0].length, marks, cell })));
}
