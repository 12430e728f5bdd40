// The game tree as a picture with branches that can be opened.

import { nameOf } from "../../client/words.js";
import { connectKeys } from "../learn/keys.js";
import { TreeView } from "../learn/tree-view.js";
import { wordsOf } from "./errors.js";
import { html, svg } from "./html.js";
import { messages } from "./messages.js";

const COLORS = { 1: "good", 0: "fair", "-1": "bad" };

// The drawing, and the buttons that scale it.
export class Picture {
  #svg = svg("svg", { class: "tree", role: "tree", tabindex: 0, "aria-label": messages.gameTree });
  element;
  tree;
  #branches;
  #fault = html("p", { role: "alert" });

  constructor(branches) {
    this.#branches = branches;
    const button = (words, label, onclick) => html("button", { type: "button", ariaLabel: label, onclick }, words);
    this.element = html("div", { className: "grown" }, this.#svg, this.#fault, html("div", { className: "view" },
      button("+", messages.larger, () => this.tree.camera.zoom(1.25)),
      button("−", messages.smaller, () => this.tree.camera.zoom(0.8)),
      button(messages.fit, messages.fit, () => this.tree.refit())),
      html("p", { className: "key" }, messages.treeKey(branches.root.position.side_to_move)));
    this.tree = new TreeView(this.#svg, {
      describe,
      levelOf: (ply) => [ply ? branches.sideAt(ply) : messages.now],
      chosen: (node) => this.choose(node),
      toggled: (node) => this.toggle(node),
    });
    connectKeys(this.#svg, this);
    this.draw(branches.root);
  }

  get root() {
    return this.#branches.root;
  }
  get current() {
    return this.root;
  }

  draw(anchor) {
    this.tree.draw(this.root, (node) => (node.isOpen ? node.children : null), anchor);
  }

  choose(node) {
    this.tree.choose(node);
  }

  async toggle(node) {
    try {
      node.isOpen = !node.isOpen;
      if (node.isOpen) await this.#branches.grow(node);
      this.#fault.textContent = "";
      this.draw(node);
    } catch (error) {
      node.isOpen = false;
      this.#fault.textContent = wordsOf(error);
    }
  }
}

// Values are those of the lessons: 1, 0 or −1 for the side at the top, which takes the highest.
function describe(node) {
  const { cell, move, isBest, alike, side, ply, position, isOpen, children } = node;
  const kind = ply % 2 ? "min" : "max";
  if (!move) return { classes: "open", kind, value: "", window: "", stub: "", name: messages.positionShown, isOpen };
  const isOver = children?.length === 0 || move.plies_to_end === 1;
  const worth = { win: 1, draw: 0, loss: -1 }[move.outcome] * (ply % 2 ? 1 : -1);
  const parts = [
    `${side} ${nameOf(position, cell)}: ${messages.ends[move.outcome](move.plies_to_end)}`,
    isBest && messages.bestPlay,
    alike > 1 && messages.oneOfAlike(alike),
  ];
  return {
    classes: `left done ${COLORS[worth]} ${isBest ? "best" : ""}`,
    kind: isOver ? "leaf" : kind,
    value: `${worth}`.replace("-", "−"),
    window: alike > 1 ? messages.alike(alike) : "",
    stub: isOpen || isOver ? "" : "+",
    name: parts.filter(Boolean).join(", "),
    isOpen: isOver ? null : isOpen,
  };
}
