// The list of puzzles by difficulty, with the progress.

import { button, html, svg } from "../shared/dom.js";
import { messages } from "../shared/messages.js";
import { boardParts } from "../tree/nodes.js";
import { Collection } from "./collection.js";
import { symmetryKeyOf } from "./variants.js";

const { askToClear, clear, difficulties, solvedOf, winIn } = messages.puzzles;
const rulesOf = ({ columns, rows, in_a_row }) => `${columns}x${rows}, ${messages.inARow(in_a_row)}`;

// A small picture of a position.
function thumbnailOf({ cells, columns, rows }) {
  const attributes = { class: "thumbnail", viewBox: "-32 -2 64 64", "aria-hidden": "true" };
  const parts = boardParts({ columns, marks: cells, cell: null }).slice(-3); // the grid and the marks
  const drawing = svg("svg", attributes, ...parts);
  drawing.style.setProperty("--cells", String(Math.max(columns, rows)));
  return drawing;
}

export class List extends Collection {
  #count = html("p", { className: "summary", role: "status" });
  #clear = button(clear, () => confirm(askToClear) && this.clear());

  // `choose` is called with a puzzle whose button is pressed.
  constructor(panel, all, choose) {
    super("puzzles", all.map((puzzle) => ({
      puzzle,
      // Begins with the text of the button (WCAG 2.5.3).
      name: `${puzzle.number}, ${rulesOf(puzzle.position)}, ${winIn(Math.ceil(puzzle.plies / 2))}`,
      button: button([thumbnailOf(puzzle.position), `${puzzle.number}`], () => choose(puzzle)),
    })));
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
    if (document.activeElement === this.#clear && !count) this.entries[0].button.focus();
    this.#clear.hidden = !count;
  }

  #groups() {
    return Object.entries(difficulties).flatMap(([difficulty, ariaLabel]) => {
      const those = this.entries.filter(({ puzzle }) => puzzle.difficulty === difficulty);
      const buttons = those.map((entry) => entry.button);
      const group = html("div", { className: "puzzles", role: "group", ariaLabel }, buttons);
      return [html("h2", {}, ariaLabel), group];
    });
  }
}
