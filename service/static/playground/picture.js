// The game tree as a picture with branches that can be opened.

import { nameOf } from "../../client/words.js";
import { connectKeys } from "../learn/keys.js";
import { TreeView } from "../learn/tree-view.js";
import { wordsOf } from "./errors.js";
import { html, svg } from "./html.js";

const VERBS = { win: "wins", draw: "draws", loss: "loses", unknown: "not proved" };
const SIGNS = { win: "good", draw: "fair", loss: "bad", unknown: "" };

// The drawing, and the buttons that scale it.
export class Picture {
  #svg = svg("svg", { class: "tree", role: "tree", tabindex: 0, "aria-label": "The game tree" });
  element;
  tree;
  #branches;
  #fault = html("p", { role: "alert" });

  constructor(branches) {
    this.#branches = branches;
    const button = (words, label, onclick) => html("button", { type: "button", ariaLabel: label, onclick }, words);
    this.element = html("div", { className: "grown" }, this.#svg, this.#fault, html("div", { className: "view" },
      button("+", "Larger", () => this.tree.camera.zoom(1.25)),
      button("−", "Smaller", () => this.tree.camera.zoom(0.8)),
      button("Fit", "Fit", () => this.tree.refit())));
    this.tree = new TreeView(this.#svg, {
      describe,
      levelOf: (ply) => [ply ? branches.sideAt(ply) : "now"],
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

function describe({ cell, move, isBest, alike, side, position, isOpen, children }) {
  if (!move) return { classes: "open", kind: "leaf", value: "", window: "", stub: "", name: "The position shown", isOpen };
  const plies = move.outcome === "draw" ? "" : ` ${move.plies_to_end}`;
  const isOver = children?.length === 0;
  const parts = [
    `${side} ${nameOf(position, cell)}: ${VERBS[move.outcome]}${plies && ` in${plies}`}`,
    isBest && "best play",
    alike > 1 && `one of ${alike} alike`,
  ];
  return {
    classes: `left done ${SIGNS[move.outcome]} ${isBest ? "best" : ""}`,
    kind: "leaf",
    value: `${move.outcome}${plies}`,
    window: alike > 1 ? `${alike} alike` : "",
    stub: isOpen || isOver || move.plies_to_end === 1 ? "" : "+",
    name: parts.filter(Boolean).join(", "),
    isOpen: isOver ? null : isOpen,
  };
}

