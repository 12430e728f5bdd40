// One node, enlarged: its board, the known values of its moves, and its facts.

import { nameOf } from "../client/pages.js";
import { html, svg } from "../shared/dom.js";
import { BOARD } from "./layout.js";
import { boardParts, text } from "./nodes.js";
import { boundOf, cutReason, formatValue, lineOf, titleOf } from "./sentences.js";

export class Detail {
  #element;

  constructor(element) {
    this.#element = element;
  }

  draw({ search, step }, node) {
    const line = lineOf(search, node, step);
    const facts = [html("p", {}, `${line}.`), html("p", { className: "path" }, pathTo(node))];
    const isCut = node.end === "cutoff" && node.left < step;
    if (isCut) facts.push(html("p", {}, cutReason(search, node)));
    this.#element.replaceChildren(picture(search, node, step, line), html("div", {}, facts));
  }
}

function picture(search, node, step, line) {
  const { columns, marks } = node;
  const rows = marks.length / columns;
  const size = BOARD / Math.max(columns, rows);
  const at = (cell) => [
    (cell % columns + 0.5) * size - (size * columns) / 2,
    (Math.floor(cell / columns) + 0.5) * size + (BOARD - size * rows) / 2,
  ];
  const known = node.children.filter(({ left }) => left < step);
  const said = (cell, words, className) => {
    const [x, y] = at(cell);
    const made = text(x, y + size * 0.13, `cell ${className}`, words);
    made.setAttribute("font-size", size * 0.36);
    return made;
  };
  const left = node.left < step ? node.leftOut : [];
  return svg("svg", { viewBox: "-34 -4 68 68", role: "img", "aria-label": line },
    ...boardParts({ ...node, cell: node.cell }).filter((part) => part && part.tagName !== "text"),
    ...known.map((child) => said(child.cell, boundOf(search, child).trim() + formatValue(child.value), child.value > 0 ? "good" : child.value < 0 ? "bad" : "fair")),
    ...left.map((cell) => said(cell, "cut", "quiet")));
}

function pathTo(node) {
  const moves = [];
  for (let each = node; each.parent; each = each.parent) moves.unshift(`${each.side} ${nameOf(each, each.cell)}`);
  return moves.length ? `Moves from the root: ${moves.join(", ")}.` : "The position searched.";
}

// The nodes of the trees shown as text: one line each, in order of entry.

export function listOf(panes, goTo) {
  return panes.map(({ search, step, listed }) => html("section", {},
    html("h3", {}, `${titleOf(search)}: ${listed.length.toLocaleString("en")} of ${search.nodes.length.toLocaleString("en")} nodes`),
    html("ol", {}, listed.sort((a, b) => a.id - b.id).map((node) => {
      const isEntered = node.entered < step;
      const item = html("li", {}, `${lineOf(search, node, step)}. `,
        html("button", { type: "button", onclick: () => goTo((isEntered ? node.left : node.entered) + 1) },
          isEntered ? `Step ${node.left + 1}, its end` : `Step ${node.entered + 1}, its beginning`));
      item.style.setProperty("--ply", Math.min(node.ply, 6));
      return item;
    }))));
}
