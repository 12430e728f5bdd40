// The player of an editor: its code is started when a move is needed, and again after each change or
// error, and after a second of thinking, so that it cannot fill the memory move by move.

import { placed, positionOf } from "../client/pages.js";
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

// Sends a player to the exam: asks for its move in every position that the exam needs.

// `move` returns the player's move in a position, and `progress` is called with its moves by position.
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

// A game between the person and the player, in which the page makes the moves of both.

export class Match {
  #board;
  #move;
  #failed;
  #thinksAbout = null; // a position
  #isOn = false;

  // `move` returns the player's move in a position; `failed` is called with an error.
  constructor(board, move, failed) {
    this.#board = board;
    this.#move = move;
    this.#failed = failed;
    board.addEventListener("beforemove", ({ detail }) => this.#place(detail.position, detail.cell, "person"));
    board.addEventListener("change", () => this.#think());
  }

  // Starts a game in which the person plays a side.
  async start(side) {
    this.#isOn = false;
    this.#thinksAbout = null;
    Object.assign(this.#board, { side, viewOnly: false });
    await this.#board.newGame();
    this.#isOn = true;
    this.#think();
  }

  stop() {
    this.#isOn = false;
    this.#board.viewOnly = true;
  }

  async #think() {
    const { game } = this.#board;
    const { position } = game;
    if (!this.#isOn || !position || game.isOver || game.canRedo || game.isPersonsTurn) return;
    if (this.#thinksAbout === position) return;
    this.#thinksAbout = position;
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
