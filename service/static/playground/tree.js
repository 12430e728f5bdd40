// The game tree panel: a drawing with the value of each move and best play to the end, and counts.

import { requestFor } from "../../client/position.js";
import { Branches } from "./branches.js";
import { wordsOf } from "./errors.js";
import { html } from "./html.js";
import { LARGEST_TREE } from "./proof.js";

const SEARCHES = {
  minimax: "minimax: every node",
  alpha_beta: "alpha-beta",
  alpha_beta_cached: "alpha-beta with a cache",
};

export class Tree {
  #panel;
  #board;
  #of = null;

  constructor(panel, board) {
    this.#panel = panel;
    this.#board = board;
  }

  // Draws the tree of the position shown, unless it is drawn already.
  async draw() {
    const { position } = this.#board.game;
    if (!position || this.#of === position) return;
    this.#of = position;
    if (position.cells.length > LARGEST_TREE) {
      return this.#panel.replaceChildren(html("p", {}, "The tree is drawn only for 3x3 boards."));
    }
    this.#panel.replaceChildren(html("p", {}, "Building the tree…"));
    try {
      const [branches, counts] = await Promise.all([
        Branches.of(position, this.#board.client),
        this.#counts(position),
      ]);
      const { Picture } = await import("./picture.js"); // when a tree is first shown
      if (this.#of === position) this.#panel.replaceChildren(new Picture(branches).element, counts);
    } catch (error) {
      this.#of = null;
      const again = html("button", { type: "button", onclick: () => this.draw() }, "Try again");
      this.#panel.replaceChildren(html("p", { role: "alert" }, wordsOf(error)), again);
    }
  }

  async #counts(position) {
    const { client } = this.#board;
    const [tree, analysis] = await Promise.all([
      client.gameTree(requestFor(position)),
      client.analysis(requestFor(position)),
    ]);
    const { outcomes, searched } = tree;
    const rows = [
      ["Sequences of moves (nodes)", tree.nodes],
      ["Games to the end", tree.games],
      ["X wins", outcomes.x_wins],
      ["O wins", outcomes.o_wins],
      ["Draws", outcomes.draws],
      ["Distinct positions", tree.positions],
      ["… up to symmetry", tree.canonical_positions],
      ...Object.entries(SEARCHES).map(([name, words]) => [`Visited by ${words}`, searched?.[name]]),
      ["Visited by Noughts, every move scored", analysis.nodes],
    ];
    const cells = rows.map(([name, count]) =>
      html("tr", {}, html("th", { scope: "row" }, name), html("td", {}, count?.toLocaleString("en") ?? "–")),
    );
    return html("table", { className: "counts" },
      html("caption", {}, "The whole tree from this position"), html("tbody", {}, cells));
  }
}
