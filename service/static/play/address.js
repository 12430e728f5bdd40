// Keeps the URL in sync with the game. The person's actions create history entries, so that "back"
// undoes them; the service's moves, and steps of a review, replace the entry. The state of an entry contains
// all moves, including those after the position shown, and the number of the game for the tally.

import { readGame, writeGame } from "../shared/query.js";

export class Address {
  #board;
  #review;
  #tally;
  #opened; // called when the game in a URL starts
  #isPutting = false; // while settings are changed
  #kept = null; // what the URL shows; null until the game in it has started

  constructor(board, { review, tally, opened }) {
    this.#board = board;
    this.#review = review;
    this.#tally = tally;
    this.#opened = opened;
    addEventListener("popstate", () => this.open());
  }

  async open() {
    const { settings, from, isReview } = readGame(location.search);
    const { state } = history;
    this.put(settings);
    this.#kept = null;
    if (!isReview) this.#review.close();
    const isNew = from.moves.length === 0 && from.board === null;
    this.#tally.begin(state ? state.game : isNew);
    const started = this.#board.newGame({ ...from, ...state });
    if (isReview) this.#review.reopen();
    this.#opened();
    this.#board.game.set({}); // draws the page
    await started;
  }

  // Changes settings: of the game in the URL as far as they can change within it, otherwise of the next one.
  put(settings) {
    this.#isPutting = true;
    Object.assign(this.#board, settings);
    this.#isPutting = false;
    this.#kept ??= "";
  }

  keep() {
    const { moves, at, fromEmptyBoard, fault, last, position, task } = this.#board.game;
    if (!position || fault || task === "start" || this.#isPutting) return;
    const isReview = this.#review.isOpen;
    const played = fromEmptyBoard ? `${at} of ${moves}` : position.notation;
    const kept = isReview ? "a review" : played;
    const isPersons = isReview || last === null || last.by === "person";
    const isNew = this.#kept !== null && kept !== this.#kept && isPersons;
    const state = fromEmptyBoard ? { moves, at, game: this.#tally.game } : null;
    history[isNew ? "pushState" : "replaceState"](state, "", writeGame(this.#board, { isReview }));
    this.#kept = kept;
  }
}
