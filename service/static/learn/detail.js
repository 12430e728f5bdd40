// A node in words: one enlarged, with its board, the known values of its moves and its facts; and all listed.

import { button, html, svg } from "../shared/dom.js";
import { boardParts, placesOf, text } from "../tree/nodes.js";
import { signOf } from "../tree/values.js";
import { cutReason, lineOf, shortValue, way } from "./sentences.js";

// The parts that show a node of a search as known after a step.
export function detailOf(search, node, step) {
  const line = lineOf(search, node, step);
  const moves = node.parent ? `Moves from the root: ${way(node)}.` : "The position searched.";
  const facts = [html("p", {}, `${line}.`), html("p", { className: "path" }, moves)];
  if (node.end === "cutoff" && node.left < step) facts.push(html("p", {}, cutReason(search, node)));
  return [picture(search, node, step, line), html("div", {}, facts)];
}

function picture(search, node, step, line) {
  const { size, at } = placesOf(node);
  const put = (cell, words, className) => {
    const [x, y] = at(cell);
    const made = text(x + size * 0.5, y + size * 0.63, `cell ${className}`, words);
    made.setAttribute("font-size", size * 0.36);
    return made;
  };
  const known = search.showsValues ? node.children.filter(({ left }) => left < step) : [];
  return svg("svg", { viewBox: "-34 -4 68 68", role: "img", "aria-label": line },
    ...boardParts(node).filter(Boolean),
    ...known.map((each) => put(each.cell, shortValue(search, each), signOf(each.value))),
    ...(node.left < step ? node.leftOut : []).map((cell) => put(cell, "cut", "quiet")));
}

// The nodes of a tree as text: one line each, in order of entry.
export function listOf(search, step, goTo) {
  return html("ol", {}, search.nodes.map((node) => {
    const isEntered = node.entered < step;
    const to = (isEntered ? node.left : node.entered) + 1;
    const item = html("li", {}, `${lineOf(search, node, step)}. `,
      button(`Step ${to}, its ${isEntered ? "end" : "beginning"}`, () => goTo(to)));
    item.style.setProperty("--ply", String(Math.min(node.ply, 6)));
    return item;
  }));
}
