// The box of the puzzle on the board: its title, the task or a verdict, and the buttons.

import { html } from "../html.js";
import { sizeOf } from "./list.js";

const NAMES = ["again", "show", "next", "copy", "leave"];

export class Box {
  #element;
  #messages;
  #title = html("h2", { id: "puzzle-title" });
  #said = html("p", { role: "status" });
  #buttons;

  // `actions` has a function for each button.
  constructor(element, messages, actions) {
    this.#messages = messages;
    const buttonOf = (name) => html("button", { type: "button", onclick: actions[name] }, messages[name]);
    this.#buttons = Object.fromEntries(NAMES.map((name) => [name, buttonOf(name)]));
    this.#element = element;
  }

  // Shows a puzzle; one from a link has no number.
  open(position, puzzle) {
    const { difficulties, inARow } = this.#messages;
    const name = puzzle?.number ? `${difficulties[puzzle.difficulty]} ${puzzle.number}: ` : "";
    this.#title.textContent = `${name}${sizeOf(position)}, ${inARow(position.in_a_row)}`;
    this.#buttons.copy.textContent = this.#messages.copy;
    if (this.#title.isConnected) return;
    const buttons = html("div", { className: "choices" }, Object.values(this.#buttons));
    this.#element.replaceChildren(this.#title, this.#said, buttons);
  }

  // Shows a text, and the buttons that can do something; `isDone` emphasizes the next puzzle.
  draw({ text, canTakeBack, canShow, isDone }) {
    const { again, next, show } = this.#buttons;
    if (this.#said.textContent !== text) this.#said.textContent = text;
    again.hidden = !canTakeBack;
    show.hidden = !canShow;
    again.classList.toggle("main", canTakeBack);
    next.classList.toggle("main", isDone);
  }

  copied(isCopied) {
    this.#buttons.copy.textContent = isCopied ? this.#messages.copied : this.#messages.notCopied;
  }
}
