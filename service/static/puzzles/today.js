// Today's five puzzles, the same for everybody on a UTC date, as dots; and how many of them are solved today.

import { button } from "../shared/dom.js";
import { messages } from "../shared/messages.js";
import { load, update, watch } from "../shared/storage.js";

const { solvedName, todaysPuzzle } = messages.puzzles;
const KEPT = "puzzles-today";
const DAILY = { easy: 2, medium: 2, hard: 1 }; // puzzles
const DAY = 86_400_000; // milliseconds

// The number of a day in UTC, from which its puzzles follow.
export const dayOf = (time) => Math.floor(time / DAY);

// The next ones of each difficulty on each day, until all have been shown.
export function puzzlesOn(day, all) {
  return Object.entries(DAILY).flatMap(([difficulty, count]) => {
    const those = all.filter((puzzle) => puzzle.difficulty === difficulty);
    return Array.from({ length: count }, (_, index) => those[(day * count + index) % those.length]);
  });
}

export class Today {
  #day;
  #puzzles;
  #solved; // keys
  #dots; // by puzzle
  #current = null;

  // `choose` is called with a puzzle whose dot is pressed.
  constructor(row, all, day, choose) {
    this.#day = day;
    this.#puzzles = puzzlesOn(day, all);
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
    const add = (kept) => ({ day: this.#day, keys: [...this.#solvedIn(kept).add(key)] });
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
    return new Set(kept?.day === this.#day && Array.isArray(kept.keys) ? kept.keys : []);
  }
}
