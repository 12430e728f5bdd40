// The list of puzzles by difficulty, with the progress.

import { button, html } from "../shared/dom.js";
import { messages } from "../shared/messages.js";
import { Collection } from "./collection.js";
import { thumbnailOf } from "./thumbnail.js";
import { symmetryKeyOf } from "./variants.js";

const { askToClear, clear, difficulties, solvedOf, winIn } = messages.puzzles;
const rulesOf = ({ columns, rows, in_a_row }) => `${columns}x${rows}, ${messages.inARow(in_a_row)}`;

// Begins with the text of the button (WCAG 2.5.3).
const describe = ({ position, number, plies }) =>
  `${number}, ${rulesOf(position)}, ${winIn(Math.ceil(plies / 2))}`;

export class List extends Collection {
  #count = html("p", { className: "summary", role: "status" });
  #clear = button(clear, () => confirm(askToClear) && this.clear());

  // `choose` is called with a puzzle whose button is pressed.
  constructor(panel, all, choose) {
    const buttonOf = (puzzle) =>
      button([thumbnailOf(puzzle.position), `${puzzle.number}`], () => choose(puzzle));
    super("puzzles", all, { buttons: all.map(buttonOf), describe });
    const progress = html("div", { className: "progress" }, this.#count, this.#clear);
    panel.replaceChildren(panel.firstElementChild, ...this.#groups(), progress);
    this.draw(null);
  }

  // The puzzle in a position or one of its variants, or null.
  find(position) {
    const key = symmetryKeyOf(position);
    return this.puzzles.find((puzzle) => puzzle.key === key) ?? null;
  }

  titleOf({ position, difficulty, number }) {
    const name = number ? `${difficulties[difficulty]} ${number}: ` : "";
    return name + rulesOf(position);
  }

  draw(current) {
    super.draw(current);
    const count = this.puzzles.filter((puzzle) => this.isSolved(puzzle)).length;
    const words = solvedOf(count, this.puzzles.length);
    if (this.#count.textContent !== words) this.#count.textContent = words;
    if (document.activeElement === this.#clear && !count) this.buttons[0].focus();
    this.#clear.hidden = !count;
  }

  #groups() {
    return [...new Set(this.puzzles.map(({ difficulty }) => difficulty))].flatMap((difficulty) => {
      const buttons = this.buttons.filter((_, index) => this.puzzles[index].difficulty === difficulty);
      const ariaLabel = difficulties[difficulty];
      const group = html("div", { className: "puzzles", role: "group", ariaLabel }, buttons);
      return [html("h2", {}, ariaLabel), group];
    });
  }
}
