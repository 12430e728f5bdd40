// The tree on the page: what is known of its nodes, and the leaves that a person picks.

import { svg } from "../shared/dom.js";
import { layout } from "../tree/layout.js";
import { NumberNode } from "../tree/nodes.js";
import { formatValue } from "../tree/values.js";
import { TreeView } from "../tree/view.js";
import { isEntered } from "./search.js";

const SCALES = [0.8, 1.7]; // of the drawing: at the smallest, a leaf is 24 pixels wide
const LEVEL = 76; // from one level to the next, in drawing units like all lengths
const INNER = 68; // the width of a node with children, with its name
const GUTTER = 40; // on the left, where the levels are named

export const windowOf = ({ alpha, beta }) => `α ${formatValue(alpha)}, β ${formatValue(beta)}`;

// Draws the whole tree below a root in a new picture; `page` is that of a TreeView.
export function drawn(root, nodes, attributes, page) {
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
  picked = new Set();
  #box;
  #changed;
  #view;
  #nodes = [];
  #shown;

  // Calls `changed` when a leaf is picked or put back.
  constructor(box, changed) {
    this.#box = box;
    this.#changed = changed;
  }

  show({ nodes, root }) {
    this.#nodes = nodes;
    const question = { marked: [] }; // none yet
    this.#shown = { values: new Set(), windows: new Set(), cuts: false, question, isRight: null };
    this.picked.clear();
    const attributes = { role: "tree", tabindex: 0, "aria-label": "The tree", "aria-describedby": "keys" };
    const { element, view, width, height } = drawn(root, nodes, attributes, {
      describe: (node) => this.#describe(node),
      act: (node) => this.#toggle(node),
      current: () => this.#shown.question.marked[0] ?? root,
    });
    const [least, most] = SCALES;
    Object.assign(element.style, {
      minInlineSize: `${width * least}px`,
      maxInlineSize: `${width * most}px`, maxBlockSize: `${height * most}px`,
    });
    this.#view = view;
    this.#box.replaceChildren(element);
  }

  // Marks what a question is about, and brings it into view.
  ask(question) {
    this.picked.clear();
    Object.assign(this.#shown, { question, isRight: null });
    this.#view.choose(null);
    // Leaves are searched from left to right.
    this.#view.follow(question.marked[0] ?? this.#nodes.find(({ isLeaf }) => isLeaf));
  }

  // Shows what the answer to the question has made known, and the verdict beside each node answered.
  answer(isRight) {
    const { values = [], windows = [], cuts } = this.#shown.question.shows;
    for (const node of values) this.#shown.values.add(node);
    for (const node of windows) this.#shown.windows.add(node);
    Object.assign(this.#shown, { cuts: this.#shown.cuts || cuts, isRight });
    this.#view.update();
  }

  get #picks() {
    return Boolean(this.#shown.question.pick) && this.#shown.isRight === null;
  }

  #toggle(node) {
    if (!node.isLeaf || !this.#picks) return;
    if (!this.picked.delete(node)) this.picked.add(node);
    this.#view.update();
    this.#changed();
  }

  // Whether the answer is right about a node; null if it says nothing about it.
  #isRightAbout(node) {
    const { question: { marked, pick }, isRight } = this.#shown;
    if (isRight === null || !pick) return marked.includes(node) ? isRight : null;
    const isPicked = this.picked.has(node);
    return isPicked || pick.includes(node) ? isPicked === pick.includes(node) : null;
  }

  #describe(node) {
    const { values, windows, cuts, question } = this.#shown;
    const isPicked = this.picked.has(node);
    const isSkipped = cuts && !isEntered(node);
    const isRight = this.#isRightAbout(node);
    const classes = {
      cut: cuts && node.parent?.leftOut.includes(node),
      marked: question.marked.includes(node),
      picked: isPicked,
      skipped: isSkipped,
      wrong: isRight === false,
    };
    const value = !node.isLeaf && values.has(node) ? formatValue(node.minimax) : "";
    const window = windows.has(node) ? windowOf(node) : "";
    return {
      classes: Object.keys(classes).filter((name) => classes[name]).join(" "),
      kind: kindOf(node),
      value,
      window,
      verdict: { true: "✓", false: "✗" }[String(isRight)],
      name: nameOf(node, { value, window, isSkipped, isRight }),
      isOpen: node.isLeaf ? null : true,
      isChecked: this.#picks && node.isLeaf ? isPicked : null,
    };
  }
}

export const kindOf = ({ isLeaf, toMove }) => (isLeaf ? "leaf" : toMove);

function nameOf(node, { value, window, isSkipped, isRight }) {
  const { parent, isLeaf, number, name, toMove } = node;
  const own = isLeaf ? `Leaf ${formatValue(number)}` : `${name}, ${toMove}`;
  const parts = [own, parent && `below ${parent.name}`];
  if (value) parts.push(`value ${value}`);
  if (window) parts.push(window.replace("α", "alpha").replace("β", "beta"));
  if (isSkipped) parts.push("never looked at");
  if (isRight !== null) parts.push(isRight ? "your answer is right" : "your answer is wrong");
  return parts.filter(Boolean).join(", ");
}
