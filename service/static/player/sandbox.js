// A player's code in a worker inside a sandboxed frame: it reaches neither the page, nor its storage,
// nor the network. The clock is here, so that nothing in the frame can delay it.

import { html } from "../shared/dom.js";
import { linesOf, nameOf } from "../client/pages.js";

const PAGE = "player/sandbox"; // beside the page of the player
const MOVE = { limit: 1000, late: "The move took longer than one second, so it was stopped." };
const START = { limit: 5000, late: "The code did not load within five seconds, so it was stopped." };

// What to change, by the beginning of what a player returned.
const FAULTS = {
  nothing: ". Each way through its code must end with a return.",
  NaN: ", so a part of its calculation was not a number.",
  "a promise": ". It must return a number, so it cannot be async.",
  "the text": " instead of a number. Number(…) converts digits.",
  "the BigInt": " instead of a number. Number(…) converts it.",
  "the list": " instead of a number. Return one of its items.",
  "an object": " instead of a number. Return only the number of the cell.",
  "a function": " instead of a number. Call it, and return its result.",
};

// A fault of the player, with the line of its code and the position, if they are known.
export class PlayerError extends Error {
  line = null;
  board = null;
}

export class Sandbox {
  used = 0; // milliseconds that the moves took

  #frame = html("iframe", { sandbox: "allow-scripts", src: PAGE, title: "Sandbox", hidden: true });
  #port = null;
  #asked = 0;
  #pending = null; // settles the last request
  #timer = 0; // stops the code that does not reply
  #error = null; // after it, there are no more moves
  #ready;

  // Starts the code for the board of a position.
  constructor(code, position) {
    this.#ready = this.#start(code, position);
    this.#ready.catch(() => {}); // `move` reports it
  }

  // The cell that the player plays in a position; throws a PlayerError.
  async move(position) {
    const { notation, cells, side_to_move: side } = position;
    await this.#ready;
    const since = performance.now();
    try {
      const { cell, returned } = await this.#ask({ board: cells, side }, MOVE);
      if (cells[cell] === null) return cell;
      const name = cell in cells ? ` (${nameOf(position, cell)})` : "";
      const fault = FAULTS[returned.split(" ", 2).join(" ")] ?? ", which is not the number of an empty cell.";
      throw new PlayerError(`The player returned ${returned}${name}${fault}`);
    } catch (error) {
      error.board = notation;
      throw error;
    } finally {
      this.used += performance.now() - since;
    }
  }

  // Ends the worker with its frame.
  close(error = new PlayerError("The player was stopped.")) {
    this.#error ??= error;
    this.#port?.close();
    this.#frame.remove();
    clearTimeout(this.#timer);
    this.#pending?.reject(this.#error);
  }

  async #start(code, { columns, rows, in_a_row: inARow, misere }) {
    const { port1, port2 } = new MessageChannel();
    const game = { columns, rows, inARow, misere, lines: linesOf({ columns, rows, in_a_row: inARow }) };
    this.#port = port1;
    port1.onmessage = ({ data }) => this.#receive(data);
    const loaded = new Promise((resolve) => this.#frame.addEventListener("load", resolve, { once: true }));
    document.body.append(this.#frame);
    await loaded;
    this.#frame.contentWindow.postMessage({ code, game }, "*", [port2]); // an opaque origin has no name
    await this.#ask({ board: null, side: null }, START); // once the code has run
  }

  #ask(question, { limit, late }) {
    if (this.#error) throw this.#error;
    this.#asked += 1;
    this.#port.postMessage({ id: this.#asked, ...question });
    this.#timer = setTimeout(() => this.close(new PlayerError(late)), limit);
    return new Promise((resolve, reject) => (this.#pending = { resolve, reject }));
  }

  #receive(data) {
    if (typeof data?.error === "string") return this.close(playerError(data));
    const { id, cell, returned } = data ?? {};
    if (id !== this.#asked || !Number.isInteger(cell) || typeof returned !== "string") return;
    clearTimeout(this.#timer);
    this.#pending?.resolve({ cell, returned });
  }
}

function playerError({ error, line }) {
  const words = error.replace(/^Uncaught (?=\w*Error\b)/, "")
    .replace(/^uncaught( exception:)? /i, "The code threw ");
  const made = new PlayerError(`${words}.`.replace(/\.\.$/, "."));
  if (Number.isInteger(line) && line > 0) made.line = line;
  return made;
}
