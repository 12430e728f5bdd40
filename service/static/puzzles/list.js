// The list of puzzles by difficulty, with the progress, and the variants of each.

import { OTHER, positionOf, withCells } from "../client/pages.js";
import { html } from "../shared/dom.js";
import { load, save } from "../shared/storage.js";

export class List {
  #all;
  #progress;
  #messages;
  #buttons; // by puzzle
  #solved = html("p", { className: "summary", role: "status" });
  #clear;

  constructor(panel, all, progress, messages, choose) {
    this.#all = all;
    this.#progress = progress;
    this.#messages = messages;
    this.#buttons = new Map(all.map((puzzle) => [puzzle, this.#buttonOf(puzzle, choose)]));
    this.#clear = html("button", { type: "button", onclick: () => this.#askToClear() }, messages.clear);
    panel.replaceChildren(html("p", {}, messages.intro), ...this.#groups(),
      html("div", { className: "progress" }, this.#solved, this.#clear));
    this.draw(null);
  }

  // Marks the solved puzzles, and the one on the board.
  draw(current) {
    const isSolved = ({ key }) => this.#progress.has(key);
    for (const [puzzle, button] of this.#buttons) {
      button.classList.toggle("solved", isSolved(puzzle));
      button.setAttribute("aria-label", this.#nameOf(puzzle, isSolved(puzzle)));
      button.setAttribute("aria-current", String(puzzle === current));
    }
    const count = this.#all.filter(isSolved).length;
    const words = this.#messages.solvedOf(count, this.#all.length);
    if (this.#solved.textContent !== words) this.#solved.textContent = words;
    if (document.activeElement === this.#clear && !count) this.#buttons.values().next().value.focus();
    this.#clear.hidden = !count;
  }

  #groups() {
    const difficulties = new Set(this.#all.map(({ difficulty }) => difficulty));
    return [...difficulties].flatMap((difficulty) => {
      const buttons = this.#all.filter((each) => each.difficulty === difficulty).map((each) => this.#buttons.get(each));
      const name = this.#messages.difficulties[difficulty];
      return [html("h2", {}, name), html("div", { className: "puzzles", role: "group", ariaLabel: name }, buttons)];
    });
  }

  #buttonOf(puzzle, choose) {
    const size = html("small", {}, sizeOf(puzzle.position));
    return html("button", { type: "button", onclick: () => choose(puzzle) }, `${puzzle.number}`, size);
  }

  // Begins with the text of the button (WCAG 2.5.3).
  #nameOf({ position, number, plies }, isSolved) {
    const { inARow, winIn, solvedName } = this.#messages;
    const parts = [`${number} ${sizeOf(position)}`, inARow(position.in_a_row), winIn(Math.ceil(plies / 2)), isSolved && solvedName];
    return parts.filter(Boolean).join(", ");
  }

  #askToClear() {
    if (!confirm(this.#messages.askToClear)) return;
    this.#progress.clear();
    this.draw([...this.#buttons.keys()].find((puzzle) => this.#buttons.get(puzzle).getAttribute("aria-current") === "true"));
  }
}

export function sizeOf({ columns, rows }) {
  return `${columns}x${rows}`;
}

// The puzzles solved, kept in this browser; only for this visit if it keeps nothing.
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

// The puzzles in the file.
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
