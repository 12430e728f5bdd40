// The game tree panel: a drawing with the value of each move and best play to the end, and counts.

import { requestFor } from "../../client/position.js";
import { wordsOf } from "./errors.js";
import { html } from "./html.js";
import { messages } from "./messages.js";
import { LARGEST_TREE } from "./proof.js";

export class Tree {
  #panel;
  #board;
  #of = null;
  #drawn = Promise.resolve();

  constructor(panel, board) {
    this.#panel = panel;
    this.#board = board;
  }

  // Draws the tree of the position shown, unless it is drawn already; resolves when it is.
  draw() {
    const { position } = this.#board.game;
    if (position && this.#of !== position) {
      this.#of = position;
      this.#drawn = this.#drawTreeOf(position);
    }
    return this.#drawn;
  }

  async #drawTreeOf(position) {
    if (position.cells.length > LARGEST_TREE) {
      return this.#panel.replaceChildren(html("p", {}, messages.onlySmallTrees));
    }
    this.#panel.replaceChildren(html("p", {}, messages.buildingTree));
    try {
      // These modules are loaded when a tree is first shown.
      const [{ Branches }, { Picture }] = await Promise.all([import("./branches.js"), import("./picture.js")]);
      const [branches, counts] = await Promise.all([
        Branches.of(position, this.#board.client),
        this.#counts(position),
      ]);
      if (this.#of === position) this.#panel.replaceChildren(new Picture(branches).element, counts);
    } catch (error) {
      if (this.#of !== position) return;
      this.#of = null;
      const again = html("button", { type: "button", onclick: () => this.draw() }, messages.tryAgain);
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
      ["nodes", tree.nodes],
      ["games", tree.games],
      ["x_wins", outcomes.x_wins],
      ["o_wins", outcomes.o_wins],
      ["draws", outcomes.draws],
      ["positions", tree.positions],
      ["canonical_positions", tree.canonical_positions],
      ...["minimax", "alpha_beta", "alpha_beta_cached"].map((name) => [name, searched?.[name]]),
      ["noughts", analysis.nodes],
    ];
    const cells = rows.map(([name, count]) =>
      html("tr", {}, html("th", { scope: "row" }, messages.counts[name]), html("td", {}, count?.toLocaleString(document.documentElement.lang) ?? "–")),
    );
    return html("table", { className: "counts" },
      html("caption", {}, messages.wholeTree), html("tbody", {}, cells));
  }
}
