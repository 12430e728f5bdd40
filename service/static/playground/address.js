// Keeps the address in step with the game. Actions of the person create history entries, so that
// "back" undoes them; moves of the service replace the entry. The state of an entry holds all moves,
// also those after the position shown.

import { read, write } from "./link.js";
import { put } from "./settings.js";

export class Address {
  #board;
  #opened; // called after the attributes of an address were set
  #isPutting = false; // while attributes are set
  #isOpening = false; // until the game of an address has started
  #kept = ""; // the moves in the address

  constructor(board, opened) {
    this.#board = board;
    this.#opened = opened;
    addEventListener("popstate", () => this.open());
  }

  async open() {
    const { attributes, from } = read(location.search);
    this.#isPutting = true;
    put(this.#board, attributes);
    this.#opened();
    this.#isPutting = false;
    this.#isOpening = true;
    await this.#board.newGame({ ...from, ...history.state });
  }

  keep() {
    const { moves, at, fromEmptyBoard, fault, last, position, task } = this.#board.game;
    if (!position || fault || task === "start" || this.#isPutting) return;
    const played = fromEmptyBoard ? `${at} of ${moves}` : position.notation;
    const isPersons = last === null || last.by === "person";
    const isNew = played !== this.#kept && isPersons && !this.#isOpening;
    const state = fromEmptyBoard ? { moves, at } : null;
    history[isNew ? "pushState" : "replaceState"](state, "", write(this.#board));
    this.#kept = played;
    this.#isOpening = false;
  }
}
