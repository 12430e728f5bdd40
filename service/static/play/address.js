// Keeps the URL in sync with the game. The person's actions create history entries, so that "back"
// undoes them; the service's moves replace the entry. The state of an entry contains all moves,
// including those after the position shown.

import { put, read, write } from "../shared/query.js";

export class Address {
  #board;
  #opened; // called after the attributes in a URL are set
  #isPutting = false; // while attributes are set
  #isOpening = false; // until the game in a URL has started
  #kept = ""; // the moves in the URL

  constructor(board, opened) {
    this.#board = board;
    this.#opened = opened;
    addEventListener("popstate", () => this.open());
  }

  async open() {
    const { attributes, from } = read(location.search);
    this.put(attributes);
    this.#opened();
    this.#isOpening = true;
    this.#kept = ""; // the person's next action gets its own entry, even while the game starts
    await this.#board.newGame({ ...from, ...history.state });
  }

  // Sets attributes for the next game, which are not those of the game in the URL.
  put(attributes) {
    this.#isPutting = true;
    put(this.#board, attributes);
    this.#isPutting = false;
  }

  keep() {
    const { moves, at, fromEmptyBoard, fault, last, position, task, wentTo } = this.#board.game;
    if (!position || fault || task === "start" || this.#isPutting) return;
    const played = fromEmptyBoard ? `${at} of ${moves}` : position.notation;
    const isPersons = last === null || last.by === "person";
    const isNew = played !== this.#kept && isPersons && (wentTo || !this.#isOpening);
    const state = fromEmptyBoard ? { moves, at } : null;
    history[isNew ? "pushState" : "replaceState"](state, "", write(this.#board));
    this.#kept = played;
    this.#isOpening = false;
  }
}
