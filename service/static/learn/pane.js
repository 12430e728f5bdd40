// One search: its tree, its counters and its last step.

import { html } from "../shared/dom.js";
import { boundOf, lineOf, pathTo, sentenceAt, titleOf, formatValue } from "./sentences.js";
import { TreeView } from "./tree-view.js";

const FOLDS = [Infinity, 4, 3, 2]; // the plies below which a tree is folded: the first that fits, otherwise 1
const MOST_LISTED = 130; // nodes, if they are folded
const COUNTERS = {
  entered: "entered",
  cutOff: "cut off",
  leftOut: "skipped",
  lookedUp: "looked up",
};

export class Pane {
  search = null;
  step = 0;
  tree;
  #figure;
  #folds = new Map(); // by node: whether a person has opened or closed it
  #below = Infinity;
  #name = ""; // said before each sentence, if there are two searches
  #marked = new Set(); // the nodes that explain an answer
  #opened = ""; // the path to the current node drawn, if it is below the fold

  // `pointed(node)` is called with the node under the pointer or the focus, and with null after it.
  constructor(figure, pointed) {
    this.#figure = figure;
    this.tree = new TreeView(figure.querySelector("svg"), {
      describe: (node) => this.#describe(node),
      levelOf: (ply) => this.#levelOf(ply),
      chosen: (node) => this.choose(node),
      toggled: (node) => this.toggle(node),
      hovered: (node) => pointed(this, node?.isCut ? node.parent : node),
    });
    this.pointed = pointed;
    this.#one("[name=fold]").addEventListener("change", ({ target }) => this.fold(target.value));
    for (const [name, act] of Object.entries({
      "zoom-in": () => this.tree.camera.zoom(1.25),
      "zoom-out": () => this.tree.camera.zoom(0.8),
      fit: () => this.tree.refit(),
    })) this.#one(`.${name}`).addEventListener("click", act);
  }

  show(search, step, isOneOfTwo = false) {
    this.search = search;
    this.#name = isOneOfTwo ? `${titleOf(search)}: ` : "";
    this.#folds.clear();
    this.#marked.clear();
    this.step = step;
    this.#below = FOLDS.find((below) => this.#fits(below)) ?? 1;
    this.#one("[name=fold]").value = this.#below === Infinity ? "none" : String(this.#below);
    const title = titleOf(search);
    this.#one("h2").textContent = title;
    this.#one("svg").setAttribute("aria-label", `The tree: ${title}`);
    this.#one(".view").setAttribute("aria-label", `View of the tree: ${title}`);
    this.tree.active = null;
    this.#layOut(search.root);
    this.tree.refit();
    this.go(step, false);
  }

  // Shows the search after this many steps.
  go(step, isRising) {
    this.step = Math.min(step, this.search.steps);
    const event = this.search.eventAt(this.step);
    const current = this.search.nodeAt(this.step);
    if (this.#way !== this.#opened) this.#layOut(current.parent ?? current);
    this.#one(".sentence").replaceChildren(html("span", { className: "unseen" }, this.#name), sentenceAt(this.search, this.step));
    this.#one(".counters").replaceChildren(...this.#counters());
    this.tree.update();
    this.tree.follow(current); // in the space that the sentence leaves
    if (isRising && event && !event.isEntered) this.tree.rise(current, this.#returned(current));
  }

  choose(node) {
    this.tree.choose(node);
    this.pointed(this, node?.isCut ? node.parent : node);
  }

  // Opens or closes a branch; the branch being searched stays open.
  toggle(node) {
    if (!node.children?.length) return;
    this.#folds.set(node, !this.isOpen(node));
    this.#layOut(node);
  }

  // Marks the nodes that explain an answer, opens the branches above them, and brings them into view.
  mark(nodes) {
    if (!nodes.length && !this.#marked.size) return;
    this.#marked = new Set(nodes);
    for (const { parent } of nodes.flatMap(pathTo)) this.#folds.set(parent, true);
    this.#layOut(nodes[0] ?? this.current);
    if (nodes.length) this.tree.reveal(nodes);
    else this.tree.follow(this.current);
  }

  fold(below) {
    this.#below = below === "none" ? Infinity : Number(below);
    this.#folds.clear();
    this.#layOut(this.search.nodeAt(this.step));
    this.tree.refit();
    this.tree.follow(this.search.nodeAt(this.step));
  }

  isOpen(node) {
    return this.#folds.get(node) ?? (node.ply < this.#below || this.#isOnPath(node));
  }

  childrenOf = (node) => {
    if (node.isCut || !this.isOpen(node)) return null;
    if (!node.leftOut.length) return node.children;
    node.cut ??= {
      id: `${node.id}-cut`, isCut: true, ply: node.ply + 1, parent: node, cells: node.leftOut, columns: node.columns,
    };
    return [...node.children, node.cut];
  };

  get root() {
    return this.search.root;
  }
  get current() {
    return this.search.nodeAt(this.step);
  }
  // The nodes to list as text: all of a small tree, otherwise those that are not folded.
  get listed() {
    if (this.search.nodes.length <= MOST_LISTED) return [...this.search.nodes];
    return this.tree.items.map(({ data }) => data).filter(({ isCut }) => !isCut);
  }

  #one(selector) {
    return this.#figure.querySelector(selector);
  }

  // The deepest node being searched, or just left after one of its moves or a cutoff.
  get #inner() {
    const event = this.search.eventAt(this.step);
    return event?.isEntered || !event?.node.children.length ? (event?.node.parent ?? this.root) : event.node;
  }

  #isOnPath(node) {
    const inner = this.#inner;
    return node.entered <= inner.entered && inner.left <= node.left;
  }

  #fits(below) {
    this.#below = below;
    return this.tree.fits(this.root, this.childrenOf);
  }

  get #way() {
    return this.#inner.ply < this.#below ? "" : `${this.#inner.id}`;
  }

  #layOut(anchor) {
    this.#opened = this.#way;
    this.tree.draw(this.search.root, this.childrenOf, anchor);
  }

  #levelOf(ply) {
    const { side } = this.search;
    const other = side === "X" ? "O" : "X";
    return ply % 2 ? ["▼", other, "min"] : ["▲", side, "max"];
  }

  #returned(node) {
    return boundOf(this.search, node).trim() + formatValue(node.value);
  }

  #describe(node) {
    if (node.isCut) return this.#describeCut(node);
    const { isEntered, isLeft, best, alpha, beta } = this.search.stateAt(node, this.step);
    const isCurrent = node === this.search.nodeAt(this.step) && this.step > 0;
    const sign = !isLeft || best === null ? "" : best > 0 ? "good" : best < 0 ? "bad" : "fair";
    const state = isCurrent ? "current" : isLeft ? "left" : isEntered || !node.parent ? "open" : "ahead";
    const isFolded = node.children.length > 0 && !this.isOpen(node);
    const name = lineOf(this.search, node, this.step);
    return {
      classes: `${state} ${sign} ${isLeft ? "done" : ""} ${isLeft && node.end === "cutoff" ? "cut-off" : ""} ${isLeft && node.end === "cached" ? "cached" : ""} ${this.#marked.has(node) ? "marked" : ""}`,
      kind: node.isLeaf ? "leaf" : node.isMax ? "max" : "min",
      value: isLeft ? this.#returned(node) : best === null ? "" : `${formatValue(best)} …`,
      window: isEntered && this.search.showsWindow && !node.isLeaf ? `α ${formatValue(alpha)} β ${formatValue(beta)}` : "",
      stub: isFolded ? `+ ${node.children.length}` : isLeft && node.end === "cached" ? `as step ${this.search.nodes[node.sameAs].entered + 1}` : "",
      name: this.#marked.has(node) ? `${name}, part of the answer` : name,
      isOpen: node.children.length ? !isFolded : null,
    };
  }

  #describeCut({ parent, cells }) {
    const isCut = parent.left < this.step;
    return {
      classes: isCut ? "cut" : "ahead hidden",
      name: isCut ? `Cut: ${cells.length} skipped` : "Not reached yet",
      isOpen: null,
    };
  }

  #counters() {
    const counts = this.search.countsAt(this.step);
    const total = this.search.counts.entered.toLocaleString("en");
    return Object.entries(COUNTERS)
      .filter(([name]) => name === "entered" || (this.search.hasWindow && (name !== "lookedUp" || this.search.algorithm === "alpha_beta_cached")))
      .map(([name, words]) => html("span", { className: name },
        html("b", {}, counts[name].toLocaleString("en")), name === "entered" ? ` of ${total} ${words}` : ` ${words}`));
  }
}
