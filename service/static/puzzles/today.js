// Today's five puzzles, the same for everybody on a UTC date, as dots; and how many of them are solved today.

import { button } from "../shared/dom.js";
import { messages } from "../shared/messages.js";
import { load, update, watch } from "../shared/storage.js";

const { solvedName, todaysPuzzle } = messages.puzzles;
const KEPT = "puzzles-today";
const DIFFICULTIES = ["easy", "easy", "medium", "medium", "hard"];

export const dateOf = (time) => time.toISOString().slice(0, 10);

// Mulberry32, a generator by Tommy Ettinger, with a text as its seed.
export function randomFrom(text) {
  let state = 0x811c9dc5; // FNV-1a
  for (const letter of text) state = Math.imul(state ^ letter.codePointAt(0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function puzzlesOn(date, all) {
  const random = randomFrom(date);
  const found = [];
  for (const difficulty of DIFFICULTIES) {
    const left = all.filter((puzzle) => puzzle.difficulty === difficulty && !found.includes(puzzle));
    found.push(left[Math.floor(random() * left.length)]);
  }
  return found;
}

export class Today {
  #date;
  #puzzles;
  #solved; // keys
  #dots; // by puzzle
  #current = null;

  // `choose` is called with a puzzle whose dot is pressed.
  constructor(row, all, date, choose) {
    this.#date = date;
    this.#puzzles = puzzlesOn(date, all);
    this.#solved = this.#solvedIn(load(KEPT));
    this.#dots = new Map(this.#puzzles.map((puzzle) => [puzzle, button("", () => choose(puzzle), "dot")]));
    row.replaceChildren(...this.#dots.values());
    watch(KEPT, (kept) => {
      this.#solved = this.#solvedIn(kept);
      this.draw(this.#current);
    });
  }

  has(puzzle) {
    return this.#puzzles.includes(puzzle);
  }

  // Keeps that a puzzle is solved, beside those that other tabs have solved.
  keep({ key }) {
    const add = (kept) => ({ date: this.#date, keys: [...this.#solvedIn(kept).add(key)] });
    this.#solved = this.#solvedIn(update(KEPT, add));
  }

  // The next puzzle that is not solved today, or null.
  get next() {
    const at = this.#puzzles.indexOf(this.#current) + 1;
    const following = [...this.#puzzles.slice(at), ...this.#puzzles.slice(0, at)];
    return following.find(({ key }) => !this.#solved.has(key)) ?? null;
  }

  draw(current) {
    this.#current = current;
    [...this.#dots].forEach(([puzzle, dot], index) => {
      const isSolved = this.#solved.has(puzzle.key);
      const name = todaysPuzzle(index + 1, this.#puzzles.length);
      dot.classList.toggle("solved", isSolved);
      dot.setAttribute("aria-label", isSolved ? `${name}, ${solvedName}` : name);
      dot.setAttribute("aria-current", String(puzzle === current));
    });
  }

  #solvedIn(kept) {
    return new Set(kept?.date === this.#date && Array.isArray(kept.keys) ? kept.keys : []);
  }
}
