// A tree on a page: its nodes, its levels, the node chosen with the keyboard, and its size. It scrolls only
// if a person has made it larger than its pane.

import { put, svg } from "../shared/dom.js";
import { text } from "./nodes.js";

const LARGEST = 4; // times the pane
const RISING = 450; // milliseconds
let made = 0;

export class TreeView {
  active = null; // the node chosen with the keyboard
  items = [];
  element;
  #page;
  #prefix = `tree${(made += 1)}`;
  #edges = svg("g", { "aria-hidden": "true" });
  #levels = svg("g", { "aria-hidden": "true" });
  #nodes = svg("g", { role: "none" }); // so that the items belong to the tree
  #scale = 1;

  /**
   * @param {SVGElement} element
   * @param {object} page
   * @param {any} page.Node draws a node: BoardNode or NumberNode
   * @param {(node) => any} page.describe what it shows, its `name`, and attributes of ARIA that can change
   * @param {(node, how: { key?: string, part?: number }) => any} page.act when a person has pressed Enter or
   *   Space at a node, or clicked on it or on a part of it; returns whether that is an answer
   * @param {(key: string) => boolean} [page.type] takes a key, if it is part of an answer
   * @param {(node) => void} [page.point] with the node chosen or under the pointer, or null
   * @param {() => any} page.current the node to which End leads
   * @param {(node) => boolean} [page.isHidden] whether a node is not in view yet
   */
  constructor(element, page) {
    this.element = element;
    this.#page = page;
    element.append(this.#levels, this.#edges, this.#nodes);
    const nodeOf = ({ target }) => this.items.find(({ view: { group, edge } }) =>
      group.contains(target) || edge?.contains(target))?.data ?? null;
    element.addEventListener("mousedown", (event) => event.preventDefault()); // a focus would scroll
    element.addEventListener("click", (event) => {
      const node = nodeOf(event);
      if (!node) return;
      this.choose(node);
      const part = /** @type {Element} */ (event.target).closest("[data-part]")?.getAttribute("data-part");
      const isAnswer = page.act(node, { part: part && Number(part) });
      if (isAnswer) element.focus({ preventScroll: true }); // It can also be typed.
    });
    element.addEventListener("pointerover", (event) => page.point?.(nodeOf(event)));
    element.addEventListener("pointerleave", () => page.point?.(null));
    element.addEventListener("keydown", (event) => this.#press(event));
    element.addEventListener("focus", () => this.active ?? this.choose(page.current()));
  }

  // Draws laid out items; `levels` are the words of each level, with the place of the first.
  draw(items, { width, height }, metrics, levels) {
    this.items = items;
    this.element.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const isTree = this.element.getAttribute("role") === "tree"; // and not a picture on paper
    for (const item of items) {
      const group = svg("g", isTree ? { id: `${this.#prefix}-${item.data.id}`, role: "treeitem" } : {});
      item.view = new this.#page.Node(item, group, metrics);
    }
    this.#nodes.replaceChildren(...items.map(({ view }) => view.group));
    this.#edges.replaceChildren(...items.map(({ view }) => view.edge).filter(Boolean));
    this.#levels.replaceChildren(...levels.map(({ words, x, y }) => svg("g", {},
      ...words.map((word, line) => text(x, y + line * 13, "level", word, x ? "middle" : "start")))));
    if (this.active && !this.itemOf(this.active)) this.choose(null);
    this.update();
  }

  // Describes every node again, and draws those that have changed.
  update() {
    for (const item of this.items) {
      const { data: node, depth, parent, view } = item;
      const { name, isOpen = null, isChecked = null, ...shown } = this.#page.describe(node);
      const siblings = parent ? this.#inView(parent.children) : [item];
      const states = {
        "aria-label": name, "aria-selected": node === this.active,
        "aria-expanded": isOpen, "aria-checked": isChecked, "aria-level": depth + 1,
        "aria-posinset": siblings.indexOf(item) + 1, "aria-setsize": siblings.length,
      };
      const described = JSON.stringify([shown, states]);
      if (described === item.described) continue;
      item.described = described;
      view.describe(shown);
      put(view.group, states);
    }
  }

  #inView(items) {
    return items.filter(({ data }) => !this.#page.isHidden?.(data));
  }

  itemOf(node) {
    return this.items.find(({ data }) => data === node);
  }

  choose(node) {
    this.active = node;
    put(this.element, { "aria-activedescendant": node && `${this.#prefix}-${node.id}` });
    this.update();
    if (!node) return;
    this.follow(node);
    this.#page.point?.(node);
  }

  // Scales the tree; at 1, it fills its pane, as after a factor of 0.
  zoom(factor) {
    this.#scale = Math.min(Math.max(this.#scale * factor, 1), LARGEST);
    const extent = `${100 * this.#scale}%`;
    Object.assign(this.element.style, { inlineSize: extent, blockSize: extent });
    this.follow(this.active ?? this.#page.current());
  }

  // Brings a node into view, if the tree is larger than its pane.
  follow(node) {
    if (this.#scale > 1) this.bring(node);
  }

  // Scrolls to a node, if it is not in view.
  bring(node) {
    const { left, right, top, bottom } = this.itemOf(node)?.view.group.getBoundingClientRect() ?? {};
    if (left === undefined) return;
    const { parentElement: scroller } = this.element;
    const pane = scroller.getBoundingClientRect();
    scroller.scrollBy?.(missing(left, right, pane.left, pane.left + scroller.clientWidth),
      missing(top, bottom, pane.top, pane.top + scroller.clientHeight));
  }

  // Animates a value that rises from a node to its parent.
  rise(node, words) {
    const item = this.itemOf(node);
    if (!item?.parent) return;
    const parts = [svg("circle", { r: 16 }), text(0, 5, "value", words)];
    const badge = svg("g", { class: "rising", "aria-hidden": "true" }, ...parts);
    this.element.append(badge);
    const at = ({ left, top }, down) => ({ transform: `translate(${left}px, ${top + down}px)` });
    const size = item.parent.top - item.top;
    const path = [at(item, -14), at(item.parent, -size * 0.6)];
    badge.animate(path, { duration: RISING, easing: "ease-in-out" }).finished.finally(() => badge.remove());
  }

  // As in https://www.w3.org/WAI/ARIA/apg/patterns/treeview/, with the root on top.
  #press(event) {
    const { key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (this.#page.type?.(key)) return event.preventDefault();
    const item = this.itemOf(this.active) ?? this.items[0];
    const node = key === "End" ? this.#page.current() : WAYS[key]?.(item, this.#inView(this.items));
    if (node) this.choose(node);
    else if (key in ZOOMS) this.zoom(ZOOMS[key]);
    else if (key === "Enter" || key === " ") this.#page.act(item.data, { key });
    else if (!(key in WAYS)) return;
    event.preventDefault();
  }
}

// The neighbor on the same level, which can have another parent.
function beside(item, items, by) {
  const level = items.filter(({ depth }) => depth === item.depth);
  return level[level.indexOf(item) + by]?.data;
}

const ZOOMS = { "+": 1.25, "-": 0.8, 0: 0 };
const WAYS = {
  ArrowUp: ({ parent }) => parent?.data,
  ArrowDown: (item, items) => {
    const distance = (child) => Math.round(Math.abs(child.left - item.left));
    return items.filter(({ parent }) => parent === item).sort((a, b) => distance(a) - distance(b))[0]?.data;
  },
  ArrowLeft: (item, items) => beside(item, items, -1),
  ArrowRight: (item, items) => beside(item, items, 1),
  Home: (_, [root]) => root.data,
};

// How far a range is from lying within another; if it is longer, its middle counts.
function missing(start, end, from, to) {
  if (end - start > to - from) return (start + end - from - to) / 2;
  return Math.min(start - from, 0) + Math.max(end - to, 0);
}
