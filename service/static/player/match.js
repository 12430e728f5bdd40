// A game between the person and the player. The page makes the moves of both; the service returns the
// positions after them.

import { contract } from "../../client/contract.js";
import { placed, requestFor } from "../../client/position.js";

const FEW_NODES = contract.bounds.max_nodes.minimum; // only the position is needed

export class Match {
  #board;
  #client;
  #move;
  #failed;
  #thinksAbout = null; // a position
  #isOn = false;

  // `move` returns the player's move in a position; `failed` is called with an error.
  constructor(board, client, move, failed) {
    this.#board = board;
    this.#client = client;
    this.#move = move;
    this.#failed = failed;
    board.addEventListener("beforemove", ({ detail }) => this.#isOn && this.#place(detail.position, detail.cell, "person"));
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
      await this.#place(position, await this.#move(position), "page");
    } catch (error) {
      if (this.#isShown(position)) this.#failed(error);
    }
  }

  async #place(position, cell, by) {
    try {
      const request = { ...requestFor(placed(position, cell)), max_nodes: FEW_NODES };
      const { position: next } = await this.#client.analysis(request);
      if (this.#isShown(position)) this.#board.game.place(cell, next, by);
    } catch (error) {
      if (this.#isShown(position)) this.#failed(error);
    }
  }

  #isShown(position) {
    return this.#isOn && this.#board.game.position === position;
  }
}
