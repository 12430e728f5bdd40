// The list of puzzles by difficulty, with the progress.

import { button, html } from "../shared/dom.js";
import { messages } from "../shared/messages.js";
import { load, update, watch } from "../shared/storage.js";
import { thumbnailOf } from "./thumbnail.js";
import { keyOf } from "./variants.js";

const { askToClear, clear, difficulties, solvedName, solvedOf, winIn } = messages.puzzles;
const KEPT = "puzzles";
const solvedIn = (kept) => new Set(Array.isArray(kept) ? kept : []);
const sizeOf = ({ columns, rows }) => `${columns}x${rows}`;

export class List {
  #all; // as puzzlesOf returns them
  #current = null; // the puzzle on the board; null for one that is not in the list
  #solved = solvedIn(load(KEPT)); // keys
  #buttons; // by puzzle
  #count = html("p", { className: "summary", role: "status" });
  #clear = button(clear, () => confirm(askToClear) && this.#keep(() => []));

  // `choose` is called with a puzzle whose button is pressed.
  constructor(panel, all, choose) {
    this.#all = all;
    this.#buttons = new Map(all.map((puzzle) => {
      return [puzzle, button([thumbnailOf(puzzle.position), `${puzzle.number}`], () => choose(puzzle))];
    }));
    const progress = html("div", { className: "progress" }, this.#count, this.#clear);
    panel.replaceChildren(panel.firstElementChild, ...this.#groups(), progress);
    this.draw(null);
    watch(KEPT, (kept) => this.#show(kept));
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
    const { key } = this.#current ?? {};
    if (key) this.#keep((kept) => [...solvedIn(kept).add(key)]);
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

  #keep(change) {
    this.#show(update(KEPT, change));
  }

  #show(kept) {
    this.#solved = solvedIn(kept);
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
    const parts = [sizeOf(position), messages.inARow(position.in_a_row), winIn(Math.ceil(plies / 2))];
    if (this.isSolved(puzzle)) parts.push(solvedName);
    return [`${number}`, ...parts].join(", ");
  }
}
