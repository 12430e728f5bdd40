// Keeps the URL in sync with the game. The person's actions create history entries, so that "back"
// undoes them; the service's moves replace the entry. The state of an entry contains all moves,
// including those after the position shown.

import { put, read, write } from "../shared/query.js";

export class Address {
  isBroken = false; // whether a part of the link has been left out; until the person's next action

  #board;
  #review;
  #opened; // called when the game in a URL starts
  #isPutting = false; // while attributes are set
  #kept = null; // the moves in the URL; null until the game in it has started

  constructor(board, review, opened) {
    this.#board = board;
    this.#review = review;
    this.#opened = opened;
    addEventListener("popstate", () => this.open());
  }

  async open() {
    const { attributes, from, isReview, isBroken } = read(location.search);
    this.put(attributes);
    this.#kept = null;
    if (!isReview) this.#review.close();
    const started = this.#board.newGame({ ...from, ...history.state });
    if (isReview) this.#review.reopen();
    this.isBroken = isBroken;
    this.#opened();
    this.#board.game.set({}); // draws the page
    await started;
  }

  // Sets attributes for the next game, which are not those of the game in the URL.
  put(attributes) {
    this.#isPutting = true;
    put(this.#board, attributes);
    this.#isPutting = false;
    this.#kept ??= "";
    this.isBroken = false;
  }

  keep() {
    const { moves, at, fromEmptyBoard, fault, last, position, task } = this.#board.game;
    if (!position || fault || task === "start" || this.#isPutting) return;
    const isReview = this.#review.isOpen;
    const played = fromEmptyBoard ? `${at} of ${moves}` : position.notation;
    const isPersons = last === null || last.by === "person";
    const isNew = this.#kept !== null && played !== this.#kept && isPersons;
    const state = fromEmptyBoard ? { moves, at } : null;
    if (isNew) this.isBroken = false;
    history[isNew ? "pushState" : "replaceState"](state, "", write(this.#board, { isReview }));
    this.#kept = played;
  }
}
