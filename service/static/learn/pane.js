// One search: its tree, which is always whole, its counters and its last step in words.

import { OTHER } from "../client/pages.js";
import { html, one } from "../shared/dom.js";
import { fit } from "../tree/layout.js";
import { BoardNode } from "../tree/nodes.js";
import { formatValue, pathTo, signOf } from "../tree/values.js";
import { TreeView } from "../tree/view.js";
import { isVoid, lineOf, resultOf, sentenceAt, shortValue, titleOf } from "./sentences.js";

const ENLARGED_UP_TO = 50; // pixels: larger boards need no zoom
const PLAYED = 28; // pixels of a cell on which one plays
const PAPER = { width: 680, heights: [450, 260] }; // pixels, for one tree on a page or two

export class Pane {
  search = null;
  step = 0;
  #figure;
  view;
  #plan; // how much the tree is folded: never less than at the step before, so that it stays calm
  #opened = new Map(); // nodes that a person has opened or closed
  #wanted = []; // of many siblings, those that a person has asked for
  #named = []; // the nodes that the text or the question names
  #marked = []; // the nodes that explain an answer
  #answer = null; // to the question that is asked
  #drawn = ""; // the nodes drawn, and the size
  #box = null; // the size of the pane in view, or of paper

  // Calls `pointed(node)` with the node under the pointer or the focus, and with null after it. `act(node,
  // how)` and `type(key)` are those of a tree's page, and return whether a question has taken them.
  constructor(figure, { pointed, act, type }) {
    this.#figure = figure;
    this.view = new TreeView(one("svg", figure), {
      Node: BoardNode,
      describe: (node) => this.#describe(node),
      point: (node) => pointed(node?.marks ? node : (node?.parent ?? null)),
      act: (node, how) => act(node, how) || void this.toggle(node),
      type,
      current: () => this.current,
      isHidden: ({ isCut, parent }) => isCut && parent.left >= this.step,
    });
    new ResizeObserver(() => this.#refit()).observe(one(".picture", figure));
    for (const [name, factor] of [["zoom-in", 1.25], ["zoom-out", 0.8], ["whole", 0]]) {
      one(`.${name}`, figure).addEventListener("click", () => this.view.zoom(factor));
    }
  }

  show(search, step) {
    Object.assign(this, { search, step });
    this.#opened.clear();
    this.#wanted = [];
    this.#marked = [];
    this.#answer = null;
    for (const node of search.nodes) if (node.leftOut.length) node.cut = [cutOf(node)];
    one("h2", this.#figure).textContent = titleOf(search);
    one("svg", this.#figure).setAttribute("aria-label", `The tree: ${titleOf(search)}`);
    this.view.active = null;
    this.view.zoom(0);
    this.#refit();
  }

  // Shows the search after this many steps, with the nodes that are named in the text or the question.
  go(step, { isRising = false, named = [] } = {}) {
    this.step = Math.min(step, this.search.steps);
    this.#named = named;
    const event = this.search.eventAt(this.step);
    this.#draw();
    one(".counters", this.#figure).replaceChildren(...this.#counters());
    this.view.follow(this.current);
    if (!isRising || !event || event.isEntered || !this.search.showsValues) return;
    this.view.rise(this.current, shortValue(this.search, this.current));
  }

  get sentence() {
    return sentenceAt(this.search, this.step);
  }
  get current() {
    return this.search.nodeAt(this.step);
  }

  // Opens or closes a branch, or shows some of the siblings that are folded.
  toggle(node) {
    if (node.isMore) this.#wanted = node.hidden.slice(0, Math.max(this.#plan.most, 2));
    else if (node.isSkip) this.#wanted = pathTo(this.current).slice(node.ply - 1, node.ply + node.count - 1);
    else if (node.children.length) this.#opened.set(node, !this.view.itemOf(node)?.children);
    this.#refit();
  }

  // Shows an answer; null if nothing is asked. All moves at a node where they can be cut are drawn as boards,
  // without what follows them, because that would show which ones are searched.
  ask(answer) {
    if (answer === this.#answer) return;
    const [before, now] = [this.#answer?.cutAt, answer?.cutAt];
    if (before?.leftOut.length) before.cut = [cutOf(before)];
    if (now) now.cut = now.leftOut.map((cell) => moveOf(now, cell));
    this.#answer = answer;
    this.#plan = undefined;
  }

  // Marks the nodes that explain an answer.
  mark(nodes) {
    this.#marked = nodes;
    this.#draw();
  }

  // Draws the tree for paper, alone on a page or as one of two; null draws it for the window again.
  print(count) {
    this.view.zoom(0);
    this.#refit(count ? { width: PAPER.width, height: PAPER.heights[count - 1] } : null);
  }

  #refit(box = null) {
    this.#plan = undefined;
    this.#drawn = "";
    this.#box = box;
    if (this.search) this.#draw();
  }

  #draw() {
    const box = (this.#box ??= sizeOf(one(".picture", this.#figure)));
    if (!box) return;
    const open = [...this.#opened].filter(([, isOpen]) => isOpen).map(([node]) => node);
    const { cutAt, isMove } = this.#answer ?? {};
    const closed = cutAt?.children.filter(({ entered }) => entered >= this.step) ?? [];
    const { root, position: { columns, rows }, showsValues, showsWindow, isOutcome } = this.search;
    const { items, metrics, plan } = fit(root, box, {
      current: this.current,
      needed: [...this.#named, ...this.#marked, ...this.#wanted, ...open],
      opened: new Map([...this.#opened].concat(closed.map((node) => [node, false]))),
      root: isMove ? PLAYED * Math.max(columns, rows) : 0,
      label: showsValues && isOutcome ? 36 : 62,
      hasWindow: showsWindow,
    }, this.#plan);
    this.#plan = plan;
    one(".zoom", this.#figure).hidden = metrics.size > ENLARGED_UP_TO;
    const drawn = JSON.stringify([box, metrics, items.map(({ data }) => data.id)]);
    if (drawn === this.#drawn) return this.view.update();
    this.#drawn = drawn;
    this.view.draw(items, box, metrics, this.#levelsOf(items, metrics));
  }

  // The side to move on each level, and what it takes.
  #levelsOf(items, { size }) {
    const { side, showsValues } = this.search;
    const sides = [["▲", side, "max"], ["▼", OTHER[side], "min"]];
    const boards = items.filter(({ data }) => data.marks);
    const levels = new Map(boards.map(({ data, top }) => [top, sides[data.ply % 2]]));
    return [...levels].map(([top, words]) =>
      ({ words: showsValues ? words : [words[1]], x: 15, y: top + size / 2 - (showsValues ? 9 : -4) }));
  }

  #describe(node) {
    if (!node.marks) return this.#describeFold(node);
    const { search, step } = this;
    const { isEntered, isLeft, best, alpha, beta } = search.stateAt(node, step);
    const isCurrent = node === this.current && step > 0;
    const state = isCurrent ? "current" : isLeft ? "left" : isEntered || !node.parent ? "open" : "ahead";
    const isMarked = this.#marked.includes(node);
    const part = this.#answer?.drawn(node);
    const isFolded = node.children.length > 0 && !this.view.itemOf(node)?.children && !part;
    const isLookedUp = isLeft && node.end === "cached";
    const known = isLeft && !isVoid(search, node) ? best : null;
    const isLive = isEntered && (!isLeft || isCurrent) && !node.isLeaf;
    const classes = {
      [state]: true, done: isLeft, "cut-off": isLeft && node.end === "cutoff", cached: isLookedUp,
      marked: isMarked, folded: isFolded, [signOf(known)]: search.showsValues && isLeft,
    };
    const name = lineOf(search, node, step);
    const first = isLookedUp ? `${node.sameAs.entered + 1}` : "";
    return {
      ...part,
      classes: [...Object.keys(classes).filter((each) => classes[each]), ...(part?.classes ?? [])].join(" "),
      kind: node.isLeaf || !search.showsValues ? "leaf" : node.isMax ? "max" : "min",
      value: part?.text ?? this.#valueOf(node, { isLeft, best }),
      window: isLive && search.showsWindow ? `α ${formatValue(alpha)} β ${formatValue(beta)}` : "",
      note: isFolded ? `+${node.children.length}` : first && `step ${first}`,
      brief: isFolded ? undefined : first,
      name: [name, isMarked && "part of the answer", part?.name].filter(Boolean).join(", "),
      isOpen: node.children.length ? !isFolded : null,
    };
  }

  #valueOf(node, { isLeft, best }) {
    if (this.search.showsValues && isLeft) return shortValue(this.search, node);
    if (this.search.showsValues) return best === null ? "" : `${formatValue(best)} …`;
    const winner = { win: this.search.side, loss: OTHER[this.search.side] }[node.end];
    return isLeft && resultOf(this.search, node) ? (winner ? `${winner} wins` : "draw") : "";
  }

  #describeFold({ isCut, isMore, parent, cells, hidden, count }) {
    const name = isMore ? `${hidden.length} more moves` : `${count} plies`;
    if (!isCut) return { classes: "fold", name, isOpen: false };
    return parent.left < this.step
      ? { classes: "cut", name: `Cut: ${cells.length} skipped` }
      : { classes: "ahead hidden", name: "Not reached yet" };
  }

  #counters() {
    const { search, step } = this;
    const counts = search.countsAt(step);
    const shown = [["entered", `of ${search.counts.entered.toLocaleString("en")} entered`]];
    if (search.hasWindow) shown.push(["cutOff", "cut off"], ["leftOut", "skipped"]);
    if (search.algorithm === "alpha_beta_cached") shown.push(["lookedUp", "looked up"]);
    return shown.map(([name, words]) =>
      html("span", {}, html("b", {}, counts[name].toLocaleString("en")), ` ${words}`));
  }
}

// The size of a part, or null while it is hidden.
const sizeOf = ({ clientWidth: width, clientHeight: height }) => (width && height ? { width, height } : null);

const cutOf = (node) => ({
  id: `${node.id}-cut`, isCut: true, ply: node.ply + 1, parent: node, children: [],
  cells: node.leftOut, columns: node.columns,
});

// A move at a node, like a node that is never entered.
const moveOf = (node, cell) => ({
  ...node,
  id: `${node.id}-${cell}`, ply: node.ply + 1, parent: node, children: [], cell,
  side: node.toMove,
  marks: node.marks.map((mark, at) => (at === cell ? node.toMove : mark)),
  toMove: OTHER[node.toMove], isMax: !node.isMax,
  leftOut: [], sameAs: null, entered: Infinity, left: Infinity,
});
