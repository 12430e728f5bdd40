// The tree on the page: what is known of its nodes, and the leaves that a person picks.

import { connectKeys } from "../learn/keys.js";
import { formatValue } from "../learn/format.js";
import { Drawing } from "./drawing.js";
import { windowOf } from "./questions.js";
import { isEntered } from "./search.js";

const SCALES = [0.8, 1.7]; // of the drawing: at the smallest, a leaf is 24 pixels wide

export class Tree {
  active = null; // the node chosen with the keyboard
  root;
  picked = new Set();
  #box;
  #changed;
  #drawing;
  #nodes;
  #shown;

  // Calls `changed` when a leaf is picked or put back.
  constructor(box, changed) {
    this.#box = box;
    this.#changed = changed;
  }

  show({ nodes, root }) {
    this.#nodes = nodes;
    this.root = root;
    this.active = null;
    this.#drawing = new Drawing(root, { role: "tree", tabindex: 0, "aria-label": "The tree", "aria-describedby": "keys" });
    const { element, width, height } = this.#drawing;
    Object.assign(element.style, { minInlineSize: `${width * SCALES[0]}px`, maxInlineSize: `${width * SCALES[1]}px`, maxBlockSize: `${height * SCALES[1]}px` });
    for (const node of nodes) this.#name(node);
    element.addEventListener("click", ({ target }) => this.toggle(nodes.find((node) => this.#drawing.groupOf(node).contains(target))));
    element.addEventListener("mousedown", (event) => event.preventDefault()); // A focus would scroll to its node.
    connectKeys(element, this);
    this.#box.replaceChildren(element);
    this.#shown = { values: new Set(), windows: new Set(), cuts: false };
    this.ask({ marked: [], pick: undefined });
  }

  // Marks what a question is about, and brings it into view.
  ask({ marked, pick }) {
    this.picked.clear();
    Object.assign(this.#shown, { marked, picks: Boolean(pick), judged: null });
    this.active = null;
    this.#drawing.element.removeAttribute("aria-activedescendant");
    this.#draw();
    this.#follow(marked[0] ?? this.#nodes.find(({ isLeaf }) => isLeaf)); // leaves are searched from left to right
  }

  // Shows what a question's answer has made known.
  answer({ shows: { values = [], windows = [], cuts }, pick }) {
    for (const node of values) this.#shown.values.add(node);
    for (const node of windows) this.#shown.windows.add(node);
    Object.assign(this.#shown, { cuts: this.#shown.cuts || cuts, picks: false, judged: pick ?? null });
    this.#draw();
  }

  // For the keyboard.
  get tree() {
    return this;
  }
  get items() {
    return this.#drawing.items;
  }
  get current() {
    return this.#shown.marked[0] ?? this.root;
  }
  itemOf(node) {
    return node ? this.#drawing.itemOf(node) : undefined;
  }

  choose(node) {
    this.active = node;
    this.#drawing.element.setAttribute("aria-activedescendant", this.#drawing.groupOf(node).id);
    this.#draw();
    this.#follow(node);
  }

  toggle(node) {
    if (!node?.isLeaf || !this.#shown.picks) return;
    if (!this.picked.delete(node)) this.picked.add(node);
    this.#draw();
    this.#changed();
  }

  #follow(node) {
    const group = this.#drawing.groupOf(node).getBoundingClientRect();
    const box = this.#box.getBoundingClientRect();
    this.#box.scrollBy(group.x + group.width / 2 - box.x - box.width / 2, 0);
  }

  // What never changes: its place for screen readers.
  #name(node) {
    const group = this.#drawing.groupOf(node);
    const siblings = node.parent?.children ?? [node];
    const attributes = { id: `node-${node.id}`, role: "treeitem", "aria-level": node.ply + 1, "aria-posinset": siblings.indexOf(node) + 1, "aria-setsize": siblings.length };
    for (const [name, value] of Object.entries(attributes)) group.setAttribute(name, String(value));
    if (!node.isLeaf) group.setAttribute("aria-expanded", "true");
  }

  #draw() {
    for (const node of this.#nodes) this.#drawNode(node);
  }

  #drawNode(node) {
    const { values, windows, cuts, marked, picks, judged } = this.#shown;
    const isPicked = this.picked.has(node);
    const isSkipped = cuts && !isEntered(node);
    const classes = {
      active: node === this.active,
      cut: cuts && node.parent?.leftOut.includes(node),
      marked: marked.includes(node),
      picked: isPicked,
      skipped: isSkipped,
      wrong: judged && node.isLeaf && isPicked !== judged.includes(node),
    };
    const value = !node.isLeaf && values.has(node) ? formatValue(node.minimax) : "";
    const window = windows.has(node) ? windowOf(node) : "";
    this.#drawing.show(node, { classes: Object.keys(classes).filter((name) => classes[name]).join(" "), value, window });
    const group = this.#drawing.groupOf(node);
    group.setAttribute("aria-label", nameOf(node, { value, window, isSkipped }));
    group.setAttribute("aria-selected", String(node === this.active));
    if (picks && node.isLeaf) group.setAttribute("aria-checked", String(isPicked));
    else group.removeAttribute("aria-checked");
  }
}

function nameOf(node, { value, window, isSkipped }) {
  const { parent, isLeaf, number, name, toMove } = node;
  const parts = [isLeaf ? `Leaf ${formatValue(number)}` : `${name}, ${toMove}`, parent && `below ${parent.name}`];
  if (value) parts.push(`value ${value}`);
  if (window) parts.push(window.replace("α", "alpha").replace("β", "beta"));
  if (isSkipped) parts.push("never looked at");
  return parts.filter(Boolean).join(", ");
}
