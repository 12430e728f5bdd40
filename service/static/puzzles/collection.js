// Puzzles with a button each, and which of them are solved, as the browser keeps it.

import { messages } from "../shared/messages.js";
import { load, update, watch } from "../shared/storage.js";

export class Collection {
  puzzles; // {position, key, plies, difficulty, number}
  buttons; // of the puzzles

  #kept; // the name of what is kept
  #describe; // names a puzzle at an index
  #day; // on which puzzles have to be solved; null for any
  #solved; // keys
  #current = null; // the puzzle on the board; null for one that is not in the collection

  constructor(kept, puzzles, { buttons, describe, day = null }) {
    Object.assign(this, { puzzles, buttons });
    this.#kept = kept;
    this.#describe = describe;
    this.#day = day;
    this.#solved = this.#solvedIn(load(kept));
    watch(kept, (value) => this.#show(value));
  }

  isSolved({ key }) {
    return this.#solved.has(key);
  }

  has(puzzle) {
    return this.puzzles.includes(puzzle);
  }

  // The puzzles in turn, from the one after that on the board on.
  get following() {
    const at = this.puzzles.indexOf(this.#current) + 1;
    return [...this.puzzles.slice(at), ...this.puzzles.slice(0, at)];
  }

  // The next unsolved puzzle, or null.
  get next() {
    return this.following.find((puzzle) => !this.isSolved(puzzle)) ?? null;
  }

  // Keeps that the puzzle on the board is solved, beside those that other tabs have solved.
  keep() {
    const { key } = this.#current ?? {};
    if (key) this.#change((solved) => solved.add(key));
  }

  clear() {
    this.#change(() => []);
  }

  // Marks the solved puzzles, and the one on the board.
  draw(current) {
    this.#current = this.has(current) ? current : null;
    this.puzzles.forEach((puzzle, index) => {
      const button = this.buttons[index];
      const isSolved = this.isSolved(puzzle);
      const name = this.#describe(puzzle, index);
      button.classList.toggle("solved", isSolved);
      button.setAttribute("aria-label", isSolved ? `${name}, ${messages.puzzles.solvedName}` : name);
      button.setAttribute("aria-current", String(puzzle === current));
    });
  }

  #change(change) {
    this.#show(update(this.#kept, (kept) => {
      const keys = [...change(this.#solvedIn(kept))];
      return this.#day === null ? keys : { day: this.#day, keys };
    }));
  }

  #show(kept) {
    this.#solved = this.#solvedIn(kept);
    this.draw(this.#current);
  }

  #solvedIn(kept) {
    const keys = this.#day === null ? kept : kept?.day === this.#day && kept.keys;
    return new Set(Array.isArray(keys) ? keys : []);
  }
}
