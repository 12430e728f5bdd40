// A game on the board, in which the page makes the moves of both sides: between the person and the player, or
// of the player against itself.

import { placed } from "../client/pages.js";

const PACE = 500; // milliseconds from one move of a game against itself to the next
const LONGEST = 4500; // milliseconds of such a game: after five seconds, it would need a button to stop it

export class Match {
  isAlone = false; // whether the player plays both sides

  #board;
  #move;
  #failed;
  #isOn = false;

  // `move` returns the player's move in a position; `failed` is called with an error.
  constructor(board, move, failed) {
    this.#board = board;
    this.#move = move;
    this.#failed = failed;
    board.addEventListener("beforemove", ({ detail }) => this.#place(detail.position, detail.cell, "person"));
    board.addEventListener("move", () => this.#think());
  }

  // Starts a game in which the person plays a side, or none.
  start(side) {
    this.#isOn = true;
    this.isAlone = side === "none";
    Object.assign(this.#board, { side, viewOnly: this.isAlone });
    this.#board.newGame(); // at once, because it needs no response
    this.#think();
  }

  stop() {
    this.#isOn = false;
    this.isAlone = false;
    this.#board.viewOnly = true;
  }

  async #think() {
    const { game } = this.#board;
    const { position } = game;
    if (!this.#isOn || !position || game.isOver || game.isPersonsTurn) return;
    if (this.isAlone) await pause(position.cells.length);
    if (!this.#isShown(position)) return;
    try {
      this.#place(position, await this.#move(position), "page");
    } catch (error) {
      if (this.#isShown(position)) this.#failed(error);
    }
  }

  #place(position, cell, by) {
    if (this.#isShown(position)) this.#board.game.place(cell, placed(position, cell), by);
  }

  #isShown(position) {
    return this.#isOn && this.#board.game.position === position;
  }
}

// Waits between two moves on a board of so many cells, unless motion is to be reduced.
function pause(cells) {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return new Promise((resolve) => setTimeout(resolve, isStill ? 0 : Math.min(PACE, LONGEST / cells)));
}
