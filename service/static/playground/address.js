// The address follows the game, and its entry in the history has the moves after the position shown
// too. What a person does to the game is a new entry, so that "back" takes it back; what the service
// does is not.

import { read, write } from "./link.js";
import { put } from "./settings.js";

export class Address {
  #board;
  #opened; // called once the attributes of an address are on the board
  #isPutting = false; // while they are put there
  #isOpening = false; // until the game of an address has begun
  #kept = ""; // the moves that the address has

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
