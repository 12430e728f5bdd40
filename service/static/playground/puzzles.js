// Puzzles on the board: opened from their tab or by a link, and closed. What else they need is loaded
// with the first one.

import { html } from "./html.js";
import { read, readPuzzle, writePuzzle } from "./link.js";
import { put } from "./settings.js";

const DURING = { level: "perfect", traps: null, "show-scores": null, controlled: null }; // attributes of the board

export class Puzzles {
  isOpen = false; // whether the board shows a puzzle instead of the person's game

  #parts; // {box, panel, board, client}: the box has the task, the panel the list
  #actions; // `opened`, called when a puzzle is shown, and `left`, when the URL has none any more
  #loading = null;
  #collection = null;

  constructor(parts, actions) {
    this.#parts = parts;
    this.#actions = actions;
    parts.board.addEventListener("beforemove", (event) => {
      if (this.isOpen && !this.#collection?.accepts) event.preventDefault();
    });
  }

  // Shows the list of puzzles.
  show() {
    return this.#try(this.#parts.panel, () => this.#load());
  }

  // Opens the puzzle in the fragment of a URL; returns whether there is one.
  openLink(fragment) {
    const position = readPuzzle(fragment);
    if (position) this.#open(position);
    return position !== null;
  }

  // Closes the puzzle, and restores the settings of the game, which are in the URL as well.
  close() {
    if (!this.isOpen) return;
    const { board, box } = this.#parts;
    put(board, read(location.search).attributes);
    this.isOpen = false;
    box.hidden = true;
    this.#collection?.close();
  }

  // The URL keeps the game, so that leaving the puzzle, or a reload, does not lose it.
  #choose(position) {
    history.pushState(history.state, "", writePuzzle(position));
    this.#open(position);
  }

  #leave() {
    history.pushState(history.state, "", location.pathname + location.search);
    this.#actions.left();
  }

  async #open(position) {
    const { board, box } = this.#parts;
    this.isOpen = true;
    box.hidden = false;
    this.#collection?.close();
    put(board, { ...DURING, side: position.side_to_move });
    board.newGame({ position });
    this.#actions.opened();
    await this.#try(box, async () => {
      const collection = await this.#load();
      await collection.open(position);
    });
  }

  // Loads the collection once, again after a failure.
  async #load() {
    this.#loading ??= this.#request();
    try {
      return (this.#collection = await this.#loading);
    } catch (error) {
      this.#loading = null;
      throw error;
    }
  }

  async #request() {
    const { Collection } = await import("./puzzles/collection.js");
    return Collection.load(this.#parts, {
      choose: (position) => this.#choose(position),
      leave: () => this.#leave(),
    });
  }

  // Tries an action; a failure is reported in an element, with a button that tries again.
  async #try(element, action) {
    try {
      await action();
    } catch (error) {
      console.error(error); // it may also be a bug
      const { messages } = this.#parts.board;
      const again = html("button", { type: "button", onclick: () => this.#try(element, action) }, messages.tryAgain);
      element.replaceChildren(html("p", { role: "alert" }, messages.noAnswer), again);
    }
  }
}
