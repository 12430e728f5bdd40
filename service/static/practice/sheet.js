// The sheet to print: trees with questions, and on a new page the same trees with the solutions.

import { html } from "../shared/dom.js";
import { formatValue } from "../tree/values.js";
import { questionsOf } from "./questions.js";
import { isEntered, searched } from "./search.js";
import { drawn, kindOf, windowOf } from "./tree.js";

// `states` are as in URLs; `addressOf` returns the address of one.
export function sheetOf(states, addressOf) {
  const parts = states.map((state, index) => {
    const search = searched(state.tree, state.first);
    const questions = questionsOf(search, state.seed ?? 0).slice(-2); // about alpha-beta
    return [states.length > 1 ? `Tree ${index + 1}` : "The tree", search, questions, state];
  });
  return [
    html("section", { className: "page" },
      html("h2", {}, "Minimax and alpha-beta"),
      html("p", { className: "who" }, "Name: ", html("span", {}), " Date: ", html("span", {})),
      html("p", {}, "Alpha-beta searches from left to right, and leaves a node as soon as α ≥ β."),
      ...parts.map((part) => exercise(...part, addressOf))),
    html("section", { className: "page" },
      html("h2", {}, "Solutions"),
      ...parts.map((part) => solution(...part, addressOf))),
  ];
}

function exercise(title, search, [, window], state, addressOf) {
  return html("article", {},
    html("h3", {}, `${title}: ${state.first} moves first`),
    pictureOf(search, () => ({ classes: "" })),
    html("ol", {},
      html("li", {}, "Write the minimax value into each node."),
      html("li", {}, "Which leaves does alpha-beta never look at? Cross them out."),
      html("li", {}, window.text, blank("α ="), blank("β ="))),
    address(addressOf(state)));
}

const address = (words) => html("p", { className: "address" }, words);

const blank = (words) => html("span", { className: "blank" }, words);

function solution(title, search, questions, state, addressOf) {
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
    address(addressOf(state)));
}

function pictureOf({ nodes, root }, describe) {
  const shown = (node) => ({ kind: kindOf(node), value: "", window: "", name: "", ...describe(node) });
  const { element, width } = drawn(root, nodes, { role: "img", "aria-label": "A tree" }, { describe: shown });
  element.setAttribute("width", String(width));
  return element;
}
