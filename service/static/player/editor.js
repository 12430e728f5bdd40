// The editor of a player's code, which is kept in the browser. It never comes from a link. The HTML has the
// player to start from, which lacks a rule on purpose: the exam finds the game that it loses.

import { html } from "../shared/dom.js";
import { load, save, watch } from "../shared/storage.js";

const NAME = "player";
const OTHER = "player-other"; // the code that another tab had kept, before this one kept its own
const INDENT = "  ";
const LARGEST = 100_000; // bytes of a file

export class Editor {
  #area;
  #numbers; // the list of line numbers
  #again; // the button that starts again
  #other; // the button that shows the code of another tab
  #kept; // the code as this tab has read or kept it last
  #replaced = null; // the code before it was replaced

  // `failed` is called with what is wrong with a file.
  constructor({ elements: { code, again, other, open, file, keep, side } }, failed) {
    this.#area = code;
    this.#numbers = code.parentElement.querySelector("ol");
    this.#again = again;
    this.#other = other;
    this.#kept = load(NAME);
    code.value = typeof this.#kept === "string" ? this.#kept : code.defaultValue;
    code.addEventListener("input", () => this.#keep(null));
    code.addEventListener("scroll", () => (this.#numbers.style.insetBlockStart = `${-code.scrollTop}px`));
    code.addEventListener("keydown", (event) => {
      if (event.key === "Escape") return side.focus(); // so that Tab is no trap
      if (event.key !== "Tab" || event.altKey || event.ctrlKey || event.metaKey) return undefined;
      event.preventDefault();
      return this.#indent(event.shiftKey);
    });
    again.addEventListener("click", () => this.#replaced === null
      ? this.#replace(code.defaultValue, this.code) : this.#replace(this.#replaced, null));
    other.addEventListener("click", () => this.#replace(this.#elsewhere, this.code));
    for (const name of [NAME, OTHER]) watch(name, () => this.#draw());
    open.addEventListener("click", () => file.click());
    file.addEventListener("change", async () => {
      const [chosen] = file.files;
      if (chosen?.size > LARGEST) failed(`The file is larger than ${LARGEST / 1000} KB.`);
      else if (chosen) this.#replace(await chosen.text(), this.#replaced ?? this.code);
      file.value = ""; // so that the same file can be chosen again
    });
    keep.addEventListener("click", () => {
      const href = `data:text/javascript;charset=utf-8,${encodeURIComponent(this.code)}`;
      html("a", { href, download: "player.js" }).click();
    });
    this.#draw();
  }

  get code() {
    return this.#area.value;
  }

  // Marks a line with an error, until the code changes; null marks none.
  mark(line) {
    [...this.#numbers.children].forEach((number, at) => number.classList.toggle("wrong", at + 1 === line));
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

  // Indents at the cursor, or the selected lines; `isBack` takes an indent from each line.
  #indent(isBack) {
    const { selectionStart: start, selectionEnd: end } = this.#area;
    const isCursor = start === end;
    const from = isCursor && !isBack ? start : this.code.lastIndexOf("\n", start - 1) + 1;
    const lines = this.code.slice(from, end);
    const indented = isBack ? lines.replace(/^ {1,2}/gm, "") : lines.replace(/^/gm, INDENT);
    this.#area.setSelectionRange(from, end);
    // Deprecated, but no other way of inserting text can be undone.
    const isInserted = document.execCommand?.("insertText", false, indented);
    if (!isInserted) this.#area.setRangeText(indented);
    this.#area.setSelectionRange(isCursor ? from + indented.length : from, from + indented.length);
    this.#keep(null);
  }

  // Replaces the code, which a press on the button brings back.
  #replace(code, before) {
    this.#area.value = code;
    this.#keep(before);
  }

  // Keeps the code, and that of another tab in its own place.
  #keep(replaced) {
    this.#replaced = replaced;
    const other = this.#elsewhere;
    if (other !== null) save(OTHER, other);
    save(NAME, this.code);
    this.#kept = this.code;
    this.#draw();
  }

  // The code that another tab has kept, or null.
  get #elsewhere() {
    const isOther = (text) => typeof text === "string" && text !== this.#kept && text !== this.code;
    return [load(NAME), load(OTHER)].find(isOther) ?? null;
  }

  #draw() {
    this.#other.hidden = this.#elsewhere === null;
    const count = this.code.split("\n").length;
    this.#numbers.replaceChildren(...Array.from({ length: count }, (_, index) => html("li", {}, index + 1)));
    this.mark(null);
    const again = this.#replaced === null ? "Start again from the rule-based player" : "Restore my code";
    this.#again.textContent = again;
  }
}
