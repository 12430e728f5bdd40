// Today's five puzzles, the same for everybody on a UTC date, as dots; and how many of them are solved today.

import { button } from "../shared/dom.js";
import { messages } from "../shared/messages.js";
import { Collection } from "./collection.js";

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

export class Today extends Collection {
  // `choose` is called with a puzzle whose dot is pressed.
  constructor(row, all, day, choose) {
    const puzzles = puzzlesOn(day, all);
    const entries = puzzles.map((puzzle, index) => ({
      puzzle,
      name: messages.puzzles.todaysPuzzle(index + 1, puzzles.length),
      button: button("", () => choose(puzzle), "dot"),
    }));
    super("puzzles-today", entries, day);
    row.replaceChildren(...entries.map((entry) => entry.button));
  }
}
