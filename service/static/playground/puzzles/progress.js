// The puzzles solved, kept in this browser; only for this visit if it keeps nothing.

const NAME = "noughts.puzzles";

export class Progress {
  #solved = new Set(stored());

  has(key) {
    return this.#solved.has(key);
  }

  add(key) {
    this.#solved.add(key);
    this.#store();
  }

  clear() {
    this.#solved.clear();
    this.#store();
  }

  #store() {
    try {
      localStorage.setItem(NAME, JSON.stringify([...this.#solved]));
    } catch {} // private or full
  }
}

function stored() {
  try {
    const keys = JSON.parse(localStorage.getItem(NAME));
    return Array.isArray(keys) ? keys : [];
  } catch {
    return [];
  }
}
