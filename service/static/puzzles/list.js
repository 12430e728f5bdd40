// The list of puzzles by difficulty, with the progress, and the variants of each.

import { OTHER, positionOf, withCells } from "../client/pages.js";
import { button, html } from "../shared/dom.js";
import { messages } from "../shared/messages.js";
import { load, save } from "../shared/storage.js";

const { askToClear, clear, difficulties, intro, solvedName, solvedOf, winIn } = messages.puzzles;
const sizeOf = ({ columns, rows }) => `${columns}x${rows}`;

export class List {
  #all; // as puzzlesOf returns them
  #current = null; // the puzzle on the board; null for one that is not in the list
  #solved = new Set(load("puzzles") ?? []); // keys; the browser keeps them, or they last as long as the page
  #buttons; // by puzzle
  #count = html("p", { className: "summary", role: "status" });
  #clear = button(clear, () => confirm(askToClear) && this.#keep(new Set()));

  // `choose` is called with a puzzle whose button is pressed.
  constructor(panel, all, choose) {
    this.#all = all;
    this.#buttons = new Map(all.map((puzzle) => {
      const size = html("small", {}, sizeOf(puzzle.position));
      return [puzzle, button([`${puzzle.number}`, size], () => choose(puzzle))];
    }));
    const progress = html("div", { className: "progress" }, this.#count, this.#clear);
    panel.replaceChildren(html("p", {}, intro), ...this.#groups(), progress);
    this.draw(null);
  }

  isSolved({ key }) {
    return this.#solved.has(key);
  }

  // The puzzle in a position or one of its variants, or null.
  find(position) {
    const key = keyOf(position);
    return this.#all.find((puzzle) => puzzle.key === key) ?? null;
  }

  // The next unsolved puzzle; if all are solved, the next one.
  get next() {
    const at = this.#all.indexOf(this.#current) + 1;
    const following = [...this.#all.slice(at), ...this.#all.slice(0, at)];
    return following.find((puzzle) => !this.isSolved(puzzle)) ?? following[0];
  }

  // Keeps that the puzzle on the board is solved.
  keep() {
    if (this.#current) this.#keep(new Set([...this.#solved, this.#current.key]));
  }

  titleOf({ position, difficulty, number }) {
    const name = number ? `${difficulties[difficulty]} ${number}: ` : "";
    return `${name}${sizeOf(position)}, ${messages.inARow(position.in_a_row)}`;
  }

  // Marks the solved puzzles, and the one on the board.
  draw(current) {
    this.#current = current;
    for (const [puzzle, button] of this.#buttons) {
      button.classList.toggle("solved", this.isSolved(puzzle));
      button.setAttribute("aria-label", this.#nameOf(puzzle));
      button.setAttribute("aria-current", String(puzzle === current));
    }
    const count = this.#all.filter((puzzle) => this.isSolved(puzzle)).length;
    const words = solvedOf(count, this.#all.length);
    if (this.#count.textContent !== words) this.#count.textContent = words;
    if (document.activeElement === this.#clear && !count) this.#buttons.values().next().value.focus();
    this.#clear.hidden = !count;
  }

  #keep(solved) {
    this.#solved = solved;
    save("puzzles", [...solved]);
    this.draw(this.#current);
  }

  #groups() {
    return [...new Set(this.#all.map(({ difficulty }) => difficulty))].flatMap((difficulty) => {
      const puzzles = this.#all.filter((each) => each.difficulty === difficulty);
      const buttons = puzzles.map((each) => this.#buttons.get(each));
      const ariaLabel = difficulties[difficulty];
      const group = html("div", { className: "puzzles", role: "group", ariaLabel }, buttons);
      return [html("h2", {}, ariaLabel), group];
    });
  }

  // Begins with the text of the button (WCAG 2.5.3).
  #nameOf(puzzle) {
    const { position, number, plies } = puzzle;
    const parts = [messages.inARow(position.in_a_row), winIn(Math.ceil(plies / 2))];
    if (this.isSolved(puzzle)) parts.push(solvedName);
    return [`${number} ${sizeOf(position)}`, ...parts].join(", ");
  }
}

// The puzzles in the file, easiest first. The number counts those of one difficulty.
export function puzzlesOf(entries) {
  const counts = {};
  return entries.map((entry) => {
    const { plies_to_end: plies, difficulty } = entry;
    const position = positionOf(entry);
    const number = (counts[difficulty] = (counts[difficulty] ?? 0) + 1);
    return { position, key: keyOf(position), plies, difficulty, number };
  });
}

// Variants: rotated, reflected, and with the sides swapped. They are the same puzzle.

// A random variant of a position.
export function variantOf(position) {
  const symmetries = symmetriesOf(position);
  const symmetry = symmetries[Math.floor(Math.random() * symmetries.length)];
  const turned = withCells(position, symmetry.map((cell) => position.cells[cell]));
  return Math.random() < 0.5 ? turned : swapped(turned);
}

// A text that all variants of a position share, and no other position has.
export function keyOf(position) {
  const { cells, columns, rows, in_a_row: inARow, side_to_move: side } = position;
  const marks = cells.map((mark) => (mark === null ? "." : mark === side ? "m" : "w")); // moves, waits
  const texts = symmetriesOf(position).map((symmetry) => symmetry.map((cell) => marks[cell]).join(""));
  return `${columns}x${rows} ${inARow} ${texts.sort()[0]}`;
}

function swapped(position) {
  const cells = position.cells.map((mark) => OTHER[mark] ?? null);
  return { ...withCells(position, cells), side_to_move: OTHER[position.side_to_move] };
}

const reversed = (list) => [...list].reverse();

// Every symmetry as the list of cells that it puts in place of 0, 1, 2, …: eight on a square, else four.
function symmetriesOf({ columns, rows }) {
  const indexes = (length) => Array.from({ length }, (_, index) => index);
  const grid = indexes(rows).map((row) => indexes(columns).map((column) => row * columns + column));
  const upended = [grid, reversed(grid)];
  const all = [...upended, ...upended.map((each) => each.map(reversed))];
  if (columns === rows) all.push(...all.map((each) => each.map((_, i) => each.map((row) => row[i]))));
  return all.map((each) => each.flat());
}
