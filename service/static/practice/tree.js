// The tree on the page, with what is known of its nodes.

import { html, svg } from "../shared/dom.js";
import { layout } from "../tree/layout.js";
import { NumberNode } from "../tree/numbers.js";
import { formatValue } from "../tree/values.js";
import { TreeView } from "../tree/view.js";
import { keep } from "./picture.js";
import { isEntered, leavesOf } from "./search.js";

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
  #page;
  #view;
  #nodes = [];
  #size;
  #shown;

  /**
   * @param {HTMLElement} box
   * @param {object} page
   * @param {(node, how: object) => boolean} page.act as of a TreeView
   * @param {(key: string) => boolean} page.type
   * @param {() => string[]} page.written what a person has written at the node that is asked about
   * @param {(leaf) => boolean} page.isPicked whether a person has cut the edge to a leaf, or one above it
   */
  constructor(box, page) {
    this.#box = box;
    this.#page = page;
    new ResizeObserver(() => this.#drawOverview()).observe(box);
  }

  show({ nodes, root }) {
    this.#nodes = nodes;
    const question = { marked: [] }; // none yet
    this.#shown = { values: new Set(), windows: new Set(), cuts: false, question, isRight: null };
    const names = { "aria-label": "The tree", "aria-describedby": "keys" };
    const attributes = { id: "whole", role: "tree", tabindex: 0, ...names };
    const { element, view, width, height } = drawTree(root, nodes, attributes, {
      describe: (node) => this.#describe(node),
      act: this.#page.act,
      type: this.#page.type,
      current: () => this.#shown.question.marked[0] ?? root,
    });
    const [least, most] = SCALES;
    element.style.setProperty("--least", `${width * least}px`);
    Object.assign(element.style, { maxInlineSize: `${width * most}px`, maxBlockSize: `${height * most}px` });
    this.#view = view;
    const scroller = html("div", { className: "scroller", onscroll: () => this.#drawOverview() }, element);
    const box = { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" };
    const overview = svg("svg", { class: "overview", ...box },
      svg("use", { href: "#whole" }), svg("rect", { class: "in-view", height }));
    this.#size = { width, height };
    this.#box.replaceChildren(overview, scroller);
  }

  // Downloads the tree as it is drawn.
  keep(caption) {
    return keep(this.#view.element, { ...this.#size, caption });
  }

  // While a question is asked, the tree is large enough to answer in. If it is larger than its box, the whole
  // tree is above it, small, with a frame around what is in view.
  #drawOverview() {
    const [overview, scroller] = this.#box.children;
    if (!scroller?.scrollWidth) return; // It is not drawn.
    const { clientWidth, scrollWidth, scrollLeft } = scroller;
    overview.classList.toggle("shown", scrollWidth > clientWidth);
    const scale = this.#size.width / scrollWidth;
    overview.lastElementChild.setAttribute("x", String(scale * scrollLeft));
    overview.lastElementChild.setAttribute("width", String(scale * clientWidth));
  }

  // Marks what a question is about, and brings it into view, large enough to answer in.
  ask(question) {
    Object.assign(this.#shown, { question, isRight: null });
    this.#view.choose(null);
    this.#box.classList.add("asks");
    this.#drawOverview();
    // Leaves are searched from left to right.
    this.#view.bring(question.marked[0] ?? this.#nodes.find(({ isLeaf }) => isLeaf));
  }

  update() {
    this.#view.update();
  }

  // Shows the whole tree again, with what the answer to the question has made known, and the verdict beside
  // each node answered.
  answer(isRight) {
    const { values = [], windows = [], cuts } = this.#shown.question.shows;
    for (const node of values) this.#shown.values.add(node);
    for (const node of windows) this.#shown.windows.add(node);
    Object.assign(this.#shown, { cuts: this.#shown.cuts || cuts, isRight });
    this.#box.classList.remove("asks");
    this.#view.update();
    this.#drawOverview();
  }

  get #picks() {
    return Boolean(this.#shown.question.pick) && this.#shown.isRight === null;
  }

  // Whether a person has cut the edge to a node, or one above it.
  #isCut(node) {
    return Boolean(node?.parent) && leavesOf(node).every(this.#page.isPicked);
  }

  // Whether the answer is right about a node; null if it says nothing about it.
  #isRightAbout(node) {
    const { question: { marked, pick }, isRight } = this.#shown;
    if (isRight === null || !pick) return marked.includes(node) ? isRight : null;
    const isPicked = this.#page.isPicked(node);
    return isPicked || pick.includes(node) ? isPicked === pick.includes(node) : null;
  }

  #describe(node) {
    const { values, windows, cuts, question } = this.#shown;
    const isCut = this.#isCut(node);
    const isAsked = this.#shown.isRight === null && question.marked.includes(node);
    const [written, ...others] = isAsked ? this.#page.written() : [];
    const answer = [written, ...others].filter(Boolean).join(", ");
    const isSkipped = cuts && !isEntered(node);
    const isRight = this.#isRightAbout(node);
    const classes = {
      asked: isAsked,
      choice: this.#picks && Boolean(node.parent),
      cut: cuts ? node.parent?.leftOut.includes(node) : isCut && !this.#isCut(node.parent),
      marked: question.marked.includes(node),
      picked: node.isLeaf && isCut,
      skipped: isSkipped,
      wrong: isRight === false,
    };
    const known = !node.isLeaf && values.has(node) ? formatValue(node.minimax) : "";
    const value = written && !others.length ? written : known;
    const window = windows.has(node) ? windowOf(node) : "";
    return {
      classes: Object.keys(classes).filter((name) => classes[name]).join(" "),
      kind: kindOf(node),
      value,
      window,
      slots: others.length ? [written, ...others] : [],
      verdict: { true: "✓", false: "✗" }[String(isRight)],
      name: accessibleName(node, { value: known, window, isSkipped, isRight, answer }),
      isOpen: node.isLeaf ? null : true,
      isChecked: this.#picks && node.parent ? isCut : null,
    };
  }
}

export const kindOf = ({ isLeaf, toMove }) => (isLeaf ? "leaf" : toMove);

function accessibleName(node, { value, window, isSkipped, isRight, answer }) {
  const { parent, isLeaf, number, name, toMove } = node;
  const own = isLeaf ? `Leaf ${formatValue(number)}` : `${name}, ${toMove}`;
  const parts = [own, parent && `below ${parent.name}`];
  if (value) parts.push(`value ${value}`);
  if (window) parts.push(window.replace("α", "alpha").replace("β", "beta"));
  if (isSkipped) parts.push("never looked at");
  if (answer) parts.push(`asked about, your answer: ${answer}`);
  if (isRight !== null) parts.push(isRight ? "your answer is right" : "your answer is wrong");
  return parts.filter(Boolean).join(", ");
}
