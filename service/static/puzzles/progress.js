// The puzzles solved, kept in this browser; only for this visit if it keeps nothing.

import { load, save } from "../shared/storage.js";

export class Progress {
  #solved = new Set(load("puzzles") ?? []);

  has(key) {
    return this.#solved.has(key);
  }

  add(key) {
    this.#solved.add(key);
    save("puzzles", [...this.#solved]);
  }

  clear() {
    this.#solved.clear();
    save("puzzles", []);
  }
}
