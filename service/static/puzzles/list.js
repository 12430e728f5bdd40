// The list of puzzles by difficulty, with the progress.

import { html } from "../shared/dom.js";

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
      button.ariaLabel = this.#nameOf(puzzle, isSolved(puzzle));
      button.ariaCurrent = String(puzzle === current);
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
    this.draw([...this.#buttons.keys()].find((puzzle) => this.#buttons.get(puzzle).ariaCurrent === "true"));
  }
}

export function sizeOf({ columns, rows }) {
  return `${columns}x${rows}`;
}
