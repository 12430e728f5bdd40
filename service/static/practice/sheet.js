// The sheet to print: trees with questions, and on a new page the same trees with the solutions.

import { html, svg } from "../shared/dom.js";
import { formatValue } from "../tree/values.js";
import { writeTask } from "./address.js";
import { questionsOf } from "./questions.js";
import { isEntered, searched } from "./search.js";
import { drawTree, windowOf } from "./tree.js";

// `states` are as in URLs; `encode` makes the QR code of an address, if the sheet has them.
export function sheetOf(states, encode) {
  const parts = states.map((state, index) => {
    const search = searched(state.tree, state.first);
    const questions = questionsOf(search, state.seed ?? 0).slice(-2); // about alpha-beta
    const address = new URL(writeTask(state), location.href).href;
    return { title: states.length > 1 ? `Tree ${index + 1}` : "The tree", search, questions, address };
  });
  return [
    html("section", { className: "page" },
      html("h2", {}, "Minimax and alpha-beta"),
      html("p", { className: "who" }, "Name: ", html("span", {}), " Date: ", html("span", {})),
      html("p", {}, "Alpha-beta searches from left to right, and leaves a node as soon as α ≥ β."),
      parts.map((part) => exercise(part, encode))),
    html("section", { className: "page" }, html("h2", {}, "Solutions"), parts.map(solution)),
  ];
}

function exercise({ title, search, questions: [, window], address }, encode) {
  return html("article", {},
    html("h3", {}, `${title}: ${search.root.toMove} moves first`),
    pictureOf(search, () => ({ classes: "" })),
    html("ol", {},
      html("li", {}, "Write the minimax value into each node."),
      html("li", {}, "Which leaves does alpha-beta never look at? Cross them out."),
      html("li", {}, window.text, blank("α ="), blank("β ="))),
    html("p", { className: "address" }, encode && codeOf(encode(address, { border: 4 })), address));
}

// A QR code: dark modules are drawn row by row.
function codeOf({ data, size }) {
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")));
  const viewBox = `0 0 ${size} ${size}`;
  return svg("svg", { class: "code", viewBox, role: "img", "aria-label": "The address as a QR code" },
    svg("path", { d: dark.join("") }));
}

const blank = (words) => html("span", { className: "blank" }, words);

function solution({ title, search, questions, address }) {
  const inner = search.nodes.filter(({ isLeaf }) => !isLeaf).sort((a, b) => a.ply - b.ply);
  const [node] = questions.at(-1).marked;
  const describe = (each) => ({
    classes: [each.parent?.leftOut.includes(each) && "cut", !isEntered(each) && "skipped"]
      .filter(Boolean).join(" "),
    value: each.isLeaf ? "" : formatValue(each.minimax),
    window: each === node ? windowOf(each) : "",
  });
  return html("article", {},
    html("h3", {}, title),
    pictureOf(search, describe),
    html("ol", {},
      html("li", {}, `${inner.map(({ name, minimax }) => `${name} ${formatValue(minimax)}`).join(", ")}.`),
      questions.map(({ answer, why }) => html("li", {}, [answer, ...why].join(" ")))),
    html("p", { className: "address" }, address));
}

function pictureOf({ nodes, root }, describe) {
  const shown = (node) => ({ name: "", ...describe(node) });
  const attributes = { role: "img", "aria-label": "A tree" };
  const { element, width } = drawTree(root, nodes, attributes, { describe: shown });
  element.setAttribute("width", String(width));
  return element;
}
