// The editor of a player's code, which is kept in the browser. It never comes from a link. The HTML has the
// player to start from, which lacks a rule on purpose: the exam finds the game that it loses.

import { html } from "../shared/dom.js";
import { load, save, watch } from "../shared/storage.js";
import {
  createEditor, defaultKeymap, editorCommands,
} from "../vendor/prism-code-editor/prism-code-editor.js";

const NAME = "player";
const ELSEWHERE = "player-other"; // the code that another tab had kept, before this one kept its own
const LARGEST = 100_000; // bytes of a file

export class Editor {
  #editor;
  #again; // the button that starts again
  #other; // the button that shows the code of another tab
  #kept; // the code as this tab has read or kept it last
  #replaced = null; // the code before it was replaced
  #written; // called after each change

  // `failed` is called with what is wrong with a file.
  constructor({ elements: { code, again, other, open, file, keep, examine } }, { failed, written }) {
    this.#again = again;
    this.#other = other;
    this.#written = written;
    this.#kept = load(NAME);
    const { defaultValue, parentElement: frame } = code;
    const value = typeof this.#kept === "string" ? this.#kept : defaultValue;
    code.remove();
    this.#editor = createEditor(frame, { language: "javascript", value }, editorCommands(defaultKeymap));
    const { keyCommandMap, textarea } = this.#editor;
    for (const { name, value: text } of code.attributes) textarea.setAttribute(name, text);
    keyCommandMap.Escape = () => !examine.focus(); // so that Tab is no trap
    textarea.addEventListener("input", () => this.#keep(null));
    again.addEventListener("click", () => this.#replaced === null
      ? this.#replace(defaultValue, this.code) : this.#replace(this.#replaced, null));
    other.addEventListener("click", () => this.#replace(this.#elsewhere, this.code));
    for (const name of [NAME, ELSEWHERE]) watch(name, () => this.#draw());
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
    return this.#editor.value;
  }

  // Marks a line with an error, until the code changes; null marks none.
  mark(line) {
    [...this.#editor.lines].forEach((each, at) => each.classList.toggle("wrong", at === line));
  }

  // Selects a line and moves the focus there.
  goTo(line) {
    const { lines, textarea } = this.#editor;
    const texts = this.code.split("\n");
    const start = texts.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    textarea.focus();
    textarea.setSelectionRange(start, start + (texts[line - 1] ?? "").length);
    lines[line]?.scrollIntoView({ block: "center" });
  }

  // Replaces the code, which a press on the button brings back.
  #replace(code, before) {
    this.#editor.setOptions({ value: code });
    this.#keep(before);
  }

  // Keeps the code, and that of another tab in its own place.
  #keep(replaced) {
    this.#replaced = replaced;
    const other = this.#elsewhere;
    if (other !== null) save(ELSEWHERE, other);
    save(NAME, this.code);
    this.#kept = this.code;
    this.#draw();
    this.#written();
  }

  // The code that another tab has kept, or null.
  get #elsewhere() {
    const isOther = (text) => typeof text === "string" && text !== this.#kept && text !== this.code;
    return [load(NAME), load(ELSEWHERE)].find(isOther) ?? null;
  }

  #draw() {
    this.#other.hidden = this.#elsewhere === null;
    this.mark(null);
    const again = this.#replaced === null ? "Start again from the rule-based player" : "Restore my code";
    this.#again.textContent = again;
  }
}
