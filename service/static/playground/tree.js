// The panel of the game tree: branches with their values, and counts.

import { placed, requestFor } from "../../client/position.js";
import { nameOf, SHAPES } from "../../client/words.js";
import { wordsOf } from "./errors.js";
import { html } from "./html.js";
import { LARGEST_TREE } from "./proof.js";

const VERBS = { win: "wins", draw: "draws", loss: "loses", unknown: "not proved" };
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
      return this.#panel.replaceChildren(html("p", {}, "The tree is drawn for boards of 3x3."));
    }
    this.#panel.replaceChildren(html("p", {}, "Growing the tree…"));
    try {
      const [branches, counts] = await Promise.all([
        this.#branches(position, true),
        this.#counts(position),
      ]);
      if (this.#of === position) this.#panel.replaceChildren(branches, counts);
    } catch (error) {
      this.#of = null;
      const again = html("button", { type: "button", onclick: () => this.draw() }, "Try again");
      this.#panel.replaceChildren(html("p", { role: "alert" }, wordsOf(error)), again);
    }
  }

  // The moves of a position as branches; those of best play are expanded to the end of the game.
  async #branches(position, isBestPlay) {
    const found = await this.#board.client.analysis(requestFor(position));
    const { winner } = found.position;
    if (!found.moves.length) return html("p", {}, winner ? `${winner} wins.` : "A draw.");
    const branches = await Promise.all(found.moves.map((move) =>
      this.#branch(position, move, isBestPlay && move.cell === found.best_move)));
    return html("ul", { className: "branches" }, branches);
  }

  async #branch(position, move, isBestPlay) {
    const side = position.side_to_move;
    const inPlies = move.outcome === "draw" ? "" : ` in ${move.plies_to_end}`;
    const button = html(
      "button",
      { type: "button", className: isBestPlay ? "best" : "", "aria-expanded": "false" },
      html("span", { className: `shape ${move.outcome}`, "aria-hidden": "true" }, SHAPES[move.outcome]),
      ` ${side} ${nameOf(position, move.cell)}: ${VERBS[move.outcome]}${inPlies}${isBestPlay ? " · best play" : move.rank === 1 ? " · best" : ""}`,
    );
    const item = html("li", {}, button);
    const toggle = () => this.#toggle(item, button, placed(position, move.cell), isBestPlay);
    button.addEventListener("click", toggle);
    if (isBestPlay) await toggle();
    return item;
  }

  async #toggle(item, button, position, isBestPlay) {
    const isOpen = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!isOpen));
    if (isOpen) return item.lastChild.remove();
    const waiting = html("p", {}, "…");
    item.append(waiting);
    try {
      waiting.replaceWith(await this.#branches(position, isBestPlay));
    } catch (error) {
      waiting.replaceWith(html("p", { role: "alert" }, wordsOf(error)));
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
