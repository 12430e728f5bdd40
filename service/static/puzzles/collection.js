// Puzzles with a button each, and which of them are solved, as the browser keeps it.

import { messages } from "../shared/messages.js";
import { load, save, watch } from "../shared/storage.js";

export class Collection {
  entries; // {puzzle, name, button}; a puzzle is {position, key, plies, difficulty, number}

  #kept; // the name of what is kept
  #day; // on which puzzles have to be solved; null for any
  #current = null; // the puzzle on the board; null for one that is not in the collection

  constructor(kept, entries, day = null) {
    this.entries = entries;
    this.#kept = kept;
    this.#day = day;
    watch(kept, () => this.draw(this.#current));
  }

  get puzzles() {
    return this.entries.map(({ puzzle }) => puzzle);
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

  isSolved({ key }) {
    return this.#solved.includes(key);
  }

  // Keeps that the puzzle on the board is solved, beside those that other tabs have solved.
  keep() {
    if (this.#current) this.#save([...new Set([...this.#solved, this.#current.key])]);
  }

  clear() {
    this.#save([]);
  }

  // Marks the solved puzzles, and the one on the board.
  draw(current) {
    this.#current = this.puzzles.includes(current) ? current : null;
    for (const { puzzle, name, button } of this.entries) {
      const isSolved = this.isSolved(puzzle);
      button.classList.toggle("solved", isSolved);
      button.setAttribute("aria-label", isSolved ? `${name}, ${messages.puzzles.solvedName}` : name);
      button.setAttribute("aria-current", String(puzzle === current));
    }
  }

  // The keys of the solved puzzles.
  get #solved() {
    const kept = load(this.#kept);
    const keys = this.#day === null ? kept : kept?.day === this.#day && kept.keys;
    return Array.isArray(keys) ? keys : [];
  }

  #save(keys) {
    save(this.#kept, this.#day === null ? keys : { day: this.#day, keys });
    this.draw(this.#current);
  }
}
