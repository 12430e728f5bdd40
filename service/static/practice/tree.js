// The drawing of a tree, on the page and on paper.

import { html, svg } from "../shared/dom.js";
import { layout } from "../tree/layout.js";
import { NumberNode } from "../tree/numbers.js";
import { formatValue } from "../tree/values.js";
import { TreeView } from "../tree/view.js";
import { keep } from "./picture.js";

const SCALES = [0.8, 1.7]; // of the drawing: at the smallest, a leaf is 24 pixels wide
const LEVEL = 76; // from one level to the next, in drawing units like all lengths
const INNER = 68; // the width of a node with children, with its name
const GUTTER = 40; // on the left, where the levels are named

export const windowOf = ({ alpha, beta }) => `α ${formatValue(alpha)}, β ${formatValue(beta)}`;

// Draws the whole tree below a root in a new picture; `page` is that of a TreeView.
export function drawTree(root, nodes, attributes, page) {
  const numbers = nodes.filter(({ isLeaf }) => isLeaf).map(({ number }) => formatValue(number).length);
  const space = 13 + 9 * Math.max(2, ...numbers);
  const items = layout(root, ({ children }) => children, (a, b) =>
    (a.children || b.children ? Math.max(INNER, space) : a.parent === b.parent ? space : 1.2 * space));
  const xs = items.map(({ x }) => x);
  const first = Math.min(...xs) - space / 2 - GUTTER;
  for (const item of items) Object.assign(item, { left: item.x - first, top: item.depth * LEVEL + 20 });
  const width = Math.max(...xs, first + GUTTER + 60) + space / 2 + 8 - first;
  const box = { width, height: Math.max(...items.map(({ top }) => top)) + 54 };
  const inner = items.filter(({ data }) => !data.isLeaf);
  const levels = new Map(inner.map(({ top, data }) => [top + 21, data.toMove]));
  const element = svg("svg", attributes);
  const view = new TreeView(element, { Node: NumberNode, act() {}, current: () => root, ...page });
  view.draw(items, box, { leaf: space - 4 }, [...levels].map(([y, side]) => ({ words: [side], x: 0, y })));
  return { element, view, ...box };
}

export class Tree {
  #box;
  #drawn; // as drawTree returns it

  constructor(box) {
    this.#box = box;
    new ResizeObserver(() => this.#drawOverview()).observe(box);
  }

  // Shows another tree; `page` is that of a TreeView.
  show({ nodes, root }, page) {
    const names = { "aria-label": "The tree", "aria-describedby": "keys" };
    const attributes = { id: "whole", role: "tree", tabindex: 0, ...names };
    this.#drawn = drawTree(root, nodes, attributes, page);
    const { element, width, height } = this.#drawn;
    const [least, most] = SCALES;
    element.style.setProperty("--least", `${width * least}px`);
    Object.assign(element.style, { maxInlineSize: `${width * most}px`, maxBlockSize: `${height * most}px` });
    const scroller = html("div", { className: "scroller", onscroll: () => this.#drawOverview() }, element);
    const box = { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" };
    const overview = svg("svg", { class: "overview", ...box },
      svg("use", { href: "#whole" }), svg("rect", { class: "in-view", height }));
    this.#box.replaceChildren(overview, scroller);
  }

  // Downloads the tree as it is drawn.
  keep(caption) {
    return keep(this.#drawn, caption);
  }

  // While a question is asked, the tree is large enough to answer in. If it is larger than its box, the whole
  // tree is above it, small, with a frame around what is in view.
  #drawOverview() {
    const [overview, scroller] = this.#box.children;
    if (!scroller?.scrollWidth) return; // It is not drawn.
    const { clientWidth, scrollWidth, scrollLeft } = scroller;
    overview.classList.toggle("shown", scrollWidth > clientWidth);
    const scale = this.#drawn.width / scrollWidth;
    overview.lastElementChild.setAttribute("x", String(scale * scrollLeft));
    overview.lastElementChild.setAttribute("width", String(scale * clientWidth));
  }

  // Brings the node that a question is about into view, large enough to answer in.
  ask(node) {
    this.#drawn.view.choose(null);
    this.#box.classList.add("asks");
    this.#drawOverview();
    this.#drawn.view.bring(node);
  }

  update() {
    this.#drawn.view.update();
  }

  // Shows the whole tree again.
  answer() {
    this.#box.classList.remove("asks");
    this.#drawn.view.update();
    this.#drawOverview();
  }
}
