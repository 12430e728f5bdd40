// The player of an editor: its code is started when a move is needed, and again after each change or
// error, and after a second of thinking, so that it cannot fill the memory move by move.

import { positionOf } from "../client/pages.js";
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
      this.close();
      this.#sandbox = new Sandbox(code, position);
      this.#started = started;
    }
    try {
      return await this.#sandbox.move(position);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  // Ends the code, until the next move is needed.
  close() {
    this.#sandbox?.close();
    this.#started = null;
  }
}

// Sends a player to the exam: asks for its move in every position that the exam needs. `move` returns the
// player's move in a position, and `progress` is called with its moves by position.
export async function examine(client, game, move, { signal, progress }) {
  const moves = {};
  for (;;) {
    const exam = await client.exam({ ...game, moves }, { signal });
    if (exam.verdict !== "incomplete") return exam;
    for (const board of exam.needed) {
      const position = positionOf({ board, in_a_row: game.in_a_row, side_to_move: game.side });
      moves[board] = await move({ ...position, misere: game.misere });
      signal.throwIfAborted();
    }
    progress(moves);
  }
}
