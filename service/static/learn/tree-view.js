// A tree of small boards as SVG. Only visible nodes are drawn, so trees can have thousands of nodes.

import { svg } from "../shared/dom.js";
import { Camera, GUTTER } from "./camera.js";
import { boundsOf, BOARD, END, FOOT, layout, LEVEL, SPACE, TOP } from "./layout.js";
import { NodeView, text } from "./nodes.js";

const READABLE = 0.74; // the scale at which 15 px are 11 px: below it, a tree is not fitted and has no words
const MARGIN = 20;
const RISING = 450; // milliseconds
let made = 0;

export class TreeView {
  active = null; // the node chosen with the keyboard
  #svg;
  #prefix = `tree${(made += 1)}`;
  #moving = svg("g");
  #bands = svg("g", { "aria-hidden": "true" });
  #edges = svg("g", { "aria-hidden": "true" });
  #nodes = svg("g");
  #labels = svg("g", { class: "levels", "aria-hidden": "true" });
  #items = [];
  #byNode = new Map();
  #views = new Map(); // by item
  #describe;
  #levelOf;
  #isFitted = false;
  #followed = null;

  /**
   * @param {SVGElement} element
   * @param {object} page
   * @param {(node) => object} page.describe returns what a NodeView shows
   * @param {(ply: number) => string[] | null} [page.levelOf] returns a level's words, one per line
   * @param {(node) => void} page.chosen
   * @param {(node) => void} page.toggled
   * @param {(node) => void} [page.hovered] also called with null
   */
  constructor(element, { describe, levelOf = () => null, chosen, toggled, hovered = () => {} }) {
    this.#svg = element;
    this.#describe = describe;
    this.#levelOf = levelOf;
    this.#moving.append(this.#bands, this.#edges, this.#nodes);
    element.append(this.#moving, this.#labels);
    this.camera = new Camera(element, ({ isResized }) => (isResized && !this.camera.isTouched ? this.refit() : this.#show()));
    const nodeOf = ({ target }) => this.#byId(target.closest?.("[role=treeitem]")?.dataset.id);
    element.addEventListener("click", (event) => {
      const node = nodeOf(event);
      if (!node || this.camera.wasDragged) return;
      chosen(node);
      toggled(node);
    });
    element.addEventListener("pointerover", (event) => hovered(nodeOf(event)));
    element.addEventListener("pointerleave", () => hovered(null));
  }

  get element() {
    return this.#svg;
  }
  get items() {
    return this.#items;
  }

  // Lays out the nodes below a root; the node in focus (`anchor`) stays in place.
  draw(root, childrenOf, anchor = root) {
    const before = this.#byNode.get(anchor);
    this.#items = layout(root, childrenOf);
    this.#byNode = new Map(this.#items.map((item) => [item.data, item]));
    for (const view of this.#views.values()) view.remove();
    this.#views.clear();
    const after = this.#byNode.get(anchor);
    if (before && after) this.camera.x += (before.x - after.x) * this.camera.scale;
    this.#drawBands();
    if (this.#isFitted) this.#show();
    else this.fit();
  }

  // Fits the whole tree if it stays readable.
  fit() {
    this.camera.measure();
    if (!this.camera.width || !this.#items.length) return;
    this.#isFitted = true;
    this.camera.fit(boundsOf(this.#items), READABLE);
    if (this.#followed) this.follow(this.#followed);
  }
  // Whether a whole tree is readable in the width of the picture.
  fits(root, childrenOf) {
    this.camera.measure();
    const { left, right } = boundsOf(layout(root, childrenOf));
    return (right - left) * READABLE <= this.camera.width - GUTTER;
  }

  refit() {
    this.#isFitted = false;
    this.fit();
  }

  // Keeps a node in view.
  follow(node) {
    this.#followed = node;
    const item = this.#byNode.get(node);
    if (!item || !this.#isFitted) return;
    this.camera.measure();
    const all = boundsOf(this.#items);
    if (this.#hasRoom(all)) return this.camera.include(all);
    const { x, y, parent, children } = item;
    const { width, scale } = this.camera;
    const half = Math.min(1.5 * SPACE, (width - GUTTER) / scale / 2); // so that its neighbors are also in view
    const alone = { left: x - half, right: x + half, top: y - MARGIN, bottom: y + END };
    const withChildren = { ...alone, bottom: y + (children ? LEVEL + END : END) };
    const withParent = { ...withChildren, top: parent ? parent.y - MARGIN : alone.top };
    const board = { ...alone, top: y - TOP, bottom: y + BOARD + TOP / 2 };
    this.camera.include([withParent, withChildren, alone].find((each) => this.#hasRoom(each)) ?? board);
  }

  // Brings nodes into view, at least the first.
  reveal(nodes) {
    const items = nodes.map((node) => this.#byNode.get(node)).filter(Boolean);
    if (!items.length) return;
    const { left, right, bottom } = boundsOf(items);
    const around = { left, right, top: Math.min(...items.map(({ y }) => y)) - MARGIN, bottom };
    if (this.#hasRoom(around)) this.camera.include(around);
    else this.follow(nodes[0]);
    this.#followed = nodes[0];
  }

  #hasRoom({ left, right, top, bottom }) {
    const { scale, width, height } = this.camera;
    return (right - left) * scale <= width - GUTTER + 1 && (bottom - top) * scale <= height + 1;
  }

  // Updates the visible nodes.
  update() {
    for (const [item, view] of this.#views) this.#say(item, view);
  }

  choose(node) {
    this.active = node;
    this.follow(node);
    const item = this.#byNode.get(node);
    if (item) this.#svg.setAttribute("aria-activedescendant", this.#idOf(item));
    this.update();
  }

  itemOf(node) {
    return this.#byNode.get(node);
  }

  // Animates a value rising from a node to its parent.
  rise(node, words) {
    const item = this.#byNode.get(node);
    if (!item?.parent) return;
    const badge = svg("g", { class: "rising", "aria-hidden": "true" }, svg("circle", { r: 17 }), text(0, 5, "value", words));
    this.#moving.append(badge);
    const at = (x, y) => ({ transform: `translate(${x}px, ${y}px)` });
    const path = [at(item.x, item.y - 14), at(item.parent.x, item.parent.y + FOOT - 24)];
    badge.animate(path, { duration: RISING, easing: "ease-in-out" }).finished.finally(() => badge.remove());
  }

  #byId(id) {
    return id === undefined ? null : (this.#items.find(({ data }) => String(data.id) === id)?.data ?? null);
  }
  #idOf({ data }) {
    return `${this.#prefix}-${data.id}`;
  }
  #say(item, view) {
    view.describe({ ...this.#describe(item.data), isActive: item.data === this.active });
  }

  #show() {
    if (!this.#isFitted) return;
    const { x, y, scale, view } = this.camera;
    this.#moving.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    this.#svg.classList.toggle("wordless", scale < READABLE);
    this.#svg.classList.toggle("far", scale < 0.3);
    const whole = { ...view, left: (GUTTER - x) / scale };
    for (const item of this.#items) {
      this.#showItem(item, isWithin(item, view));
      this.#views.get(item)?.hide(scale <= 1.2 && item.data !== this.#followed && !isWhole(item, whole));
    }
    [...this.#labels.querySelectorAll("g")].forEach((label, ply) => {
      label.setAttribute("transform", `translate(${GUTTER / 2} ${Math.round(y + (ply * LEVEL + BOARD / 2) * scale)})`);
    });
  }

  #showItem(item, isInView) {
    let shown = this.#views.get(item);
    if (shown && !isInView) {
      shown.remove();
      this.#views.delete(item);
    } else if (!shown && isInView) {
      shown = new NodeView(this.#idOf(item), item);
      this.#views.set(item, shown);
      shown.place(item);
      this.#say(item, shown);
      if (item.parent) this.#edges.append(shown.edge);
      this.#nodes.append(shown.group);
    }
  }

  #drawBands() {
    const plies = Math.max(...new Set(this.#items.map(({ depth }) => depth))) + 1;
    const { left, right } = boundsOf(this.#items);
    const [bands, labels] = [[], []];
    for (let ply = 0; ply < plies && this.#levelOf(ply); ply += 1) {
      const kind = ply % 2 ? "min" : "max";
      const y = ply * LEVEL - 26;
      bands.push(svg("rect", { class: `band ${kind}`, x: left - 1e4, y, width: right - left + 2e4, height: LEVEL }));
      labels.push(svg("g", {}, ...this.#levelOf(ply).map((word, line) => text(0, line * 16, "level", word))));
    }
    this.#bands.replaceChildren(...bands);
    this.#labels.replaceChildren(labels.length ? svg("rect", { class: "gutter", width: GUTTER, height: "100%" }) : "", ...labels);
  }
}

// Whether a node is in view from its move to its window: half a board misleads.
function isWhole({ x, y }, { left, right, top, bottom }) {
  return x - SPACE / 2 >= left - 1 && x + SPACE / 2 <= right + 1 && y - TOP >= top - 1 && y + END <= bottom + 1;
}

// Whether a node or the edge to its parent can be in view.
function isWithin({ x, y, parent }, { left, right, top, bottom }) {
  const [from, to] = parent ? [Math.min(x, parent.x), Math.max(x, parent.x)] : [x, x];
  const start = parent ? parent.y : y;
  return from - BOARD < right && to + BOARD > left && start - MARGIN < bottom && y + LEVEL > top;
}
