// The player of an editor: its code is started when a move is needed, and again after each change or
// error, and after a second of thinking, so that it cannot fill the memory move by move.

import { Sandbox } from "./sandbox.js";

const LIFE = 1000; // milliseconds

export class Player {
  #codeOf;
  #sandbox = null;
  #started = null; // the code and the board of the sandbox
  #last = Promise.resolve(); // the last move asked for

  constructor(codeOf) {
    this.#codeOf = codeOf;
  }

  // The cell played in a position, one position at a time; throws a PlayerError.
  move(position) {
    const move = this.#last.then(() => this.#move(position));
    this.#last = move.catch(() => {});
    return move;
  }

  async #move(position) {
    const { columns, rows, in_a_row: inARow, misere } = position;
    const code = this.#codeOf();
    const started = JSON.stringify([code, columns, rows, inARow, misere]);
    if (this.#started !== started || this.#sandbox.used > LIFE) {
      this.#sandbox?.close();
      this.#sandbox = new Sandbox(code, position);
      this.#started = started;
    }
    try {
      return await this.#sandbox.move(position);
    } catch (error) {
      this.#sandbox.close();
      this.#started = null;
      throw error;
    }
  }
}
