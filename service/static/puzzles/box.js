// The puzzle at the board: its title, the task or a verdict, and the buttons.

import { html } from "../shared/dom.js";
import { sizeOf } from "./list.js";

export class Box {
  #messages;
  #title;
  #said = html("p", { role: "status" });
  #buttons;
  #parts;
  #element;

  // `actions` has a function for each button.
  constructor(element, title, messages, actions) {
    this.#messages = messages;
    this.#title = title;
    this.#element = element;
    const buttonOf = (name) => [name, html("button", { type: "button", onclick: actions[name] }, messages[name])];
    this.#buttons = Object.fromEntries(["again", "hint", "next"].map(buttonOf));
    this.#parts = [this.#said, html("div", { className: "controls" }, Object.values(this.#buttons))];
  }

  // Shows a puzzle; one from a link has no number.
  open(position, puzzle) {
    const { difficulties, inARow } = this.#messages;
    const name = puzzle?.number ? `${difficulties[puzzle.difficulty]} ${puzzle.number}: ` : "";
    this.#title.textContent = `${name}${sizeOf(position)}, ${inARow(position.in_a_row)}`;
    if (!this.#said.isConnected) this.#element.replaceChildren(...this.#parts);
  }

  // Shows a text, and the buttons that can do something; the main one is the one to press now.
  draw({ text, canTakeBack, hint, isDone }) {
    const { again, hint: hintButton, next } = this.#buttons;
    if (this.#said.textContent !== text) this.#said.textContent = text;
    again.hidden = !canTakeBack;
    hintButton.hidden = !hint;
    if (hint) hintButton.textContent = hint;
    again.classList.toggle("main", canTakeBack);
    next.classList.toggle("main", isDone);
  }
}
