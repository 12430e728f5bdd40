// The editor of a player's code, which is kept in the browser. It never comes from a link.

import { html } from "../playground/html.js";
import { load, save } from "../playground/storage.js";
import { STARTER } from "./starter.js";

const NAME = "player";

export class Editor {
  #area;
  #numbers; // the list of line numbers
  #again; // the button that starts again
  #replaced = null; // the code before it was pressed

  constructor(area, again) {
    this.#area = area;
    this.#numbers = area.parentElement.querySelector("ol");
    this.#again = again;
    const kept = load(NAME);
    area.value = typeof kept === "string" ? kept : STARTER;
    area.addEventListener("input", () => {
      this.#replaced = null;
      this.#keep();
    });
    area.addEventListener("scroll", () => {
      this.#numbers.style.insetBlockStart = `${-area.scrollTop}px`;
    });
    again.addEventListener("click", () => this.#startAgain());
    this.#keep();
  }

  get code() {
    return this.#area.value;
  }

  // Marks a line with an error, until the code changes; null marks none.
  mark(line) {
    for (const [index, number] of [...this.#numbers.children].entries()) number.classList.toggle("wrong", index + 1 === line);
    this.#area.classList.toggle("wrong", line !== null);
    this.#area.style.setProperty("--marked", String((line ?? 1) - 1));
  }

  // Selects a line and moves the focus there.
  goTo(line) {
    const lines = this.code.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.#area.focus();
    this.#area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
    this.#area.scrollTop = ((line - 3) / lines.length) * this.#area.scrollHeight;
  }

  // A second press brings the code back.
  #startAgain() {
    const before = this.code;
    this.#area.value = this.#replaced ?? STARTER;
    this.#replaced = this.#replaced === null ? before : null;
    this.#keep();
  }

  #keep() {
    save(NAME, this.code);
    const count = this.code.split("\n").length;
    this.#numbers.replaceChildren(...Array.from({ length: count }, (_, index) => html("li", {}, index + 1)));
    this.mark(null);
    this.#again.textContent = this.#replaced === null ? "Start again from the rule-based player" : "Restore my code";
  }
}
