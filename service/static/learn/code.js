// The program of a search: the line that runs, the open calls, and the variables of the innermost one; and
// what changed from the program before it. Loaded when it is first shown.

import { nameOf } from "../client/pages.js";
import { html, one, put } from "../shared/dom.js";
import { load, save } from "../shared/storage.js";
import { formatValue } from "../tree/values.js";
import { diffArrays } from "../vendor/diff/diff.js";
import { callsAt, lineAt, variablesAt } from "./calls.js";
import {
  LANGUAGES, namesFor, previousOf, programLines, programOf, programTitle, runnable,
} from "./programs.js";

const languages = () => [...one("#code").querySelectorAll("button[value]")];
const CHANGES = { added: ["ins", "+"], removed: ["del", "−"], same: ["span", ""] };

export class Code {
  #pane = null;
  #program = null;
  #lines = null; // those of the program, once they are loaded
  #language = load("code-language") in LANGUAGES ? load("code-language") : "python";
  #drawn;

  // Calls `drawn` when the lines of a search are known.
  constructor(drawn) {
    this.#drawn = drawn;
    one("#code select").addEventListener("change", ({ target }) => this.#load(target.value));
    for (const each of languages()) each.addEventListener("click", () => this.#speak(each.value));
    one("#code [name=copy]").addEventListener("click", () => this.#copy());
  }

  // Loads the program of a pane's search; `named` is the one that a lesson is about, if any.
  show(pane, named) {
    const names = namesFor(pane.search);
    if (pane.search === this.#program?.search) return this.go();
    this.#pane = pane;
    const programs = one("#code select");
    programs.hidden = names.length < 2;
    programs.replaceChildren(...names.map((name) =>
      html("option", { value: name }, programTitle(programOf(pane.search, name)))));
    return this.#load(names.includes(named) ? named : names[0]);
  }

  // Marks the line of the pane's step, and scrolls it into view, above the calls.
  go() {
    if (!this.#lines) return;
    const { search, step } = this.#pane;
    const current = lineAt(this.#lines, search, step);
    const items = [...one("#code .lines").children];
    for (const [number, each] of items.entries()) {
      put(each, { "aria-current": number === current ? "step" : null });
    }
    this.#drawCalls();
    const item = items[current];
    if (!item) return;
    const code = one("#code");
    const scroller = code.scrollHeight > code.clientHeight ? code : code.parentElement;
    const places = [item, scroller, one("#code .calls")].map((part) => part.getBoundingClientRect());
    const [line, box, calls] = places;
    const below = line.bottom - Math.min(box.bottom, calls.top);
    scroller.scrollTop += below > 0 ? below : Math.min(line.top - box.top, 0);
  }

  #speak(language) {
    this.#language = language;
    save("code-language", language);
    this.#load(this.#program.name);
  }

  async #load(name) {
    const { search } = this.#pane;
    const program = { ...programOf(search, name), search };
    const [language, previous] = [this.#language, previousOf(program)];
    this.#program = program;
    this.#lines = null;
    one("#code select").value = name;
    try {
      const load = (each) => each && programLines(each, language);
      const [lines, before] = await Promise.all([program, previous].map(load));
      if (program !== this.#program || language !== this.#language) return;
      this.#lines = lines;
      // For questions: the text of the line that runs in a step (as in `search.eventAt`), if there is one.
      search.line = (step) => lines[lineAt(lines, search, step)]?.trim();
      one("#code [role=status]").textContent = "";
      this.#drawProgram(lines, previous, before);
      this.#drawn();
    } catch {
      one("#code [role=status]").textContent = "The program could not be loaded. Try again.";
    }
  }

  // Draws the lines of the program, and what changed in them.
  #drawProgram(lines, previous, before) {
    for (const each of languages()) each.setAttribute("aria-pressed", String(each.value === this.#language));
    one("#code .lines").replaceChildren(...lines.map((line) => lineItem("same", line)));
    const rows = before ? diff(before, lines) : [];
    const title = previous ? `What changed from: ${programTitle(previous)}` : "This is the first program.";
    one("#changes").replaceChildren(html("h3", {}, title),
      html("ol", { className: "lines" }, rows.map(({ kind, line }) => lineItem(kind, line))));
  }

  // Draws the open calls, and the variables of the innermost one.
  #drawCalls() {
    const { search, step } = this.#pane;
    const { node, view, values } = variablesAt(search, step, this.#program) ?? { values: [] };
    const sign = view === search.side ? "as in the tree" : "the opposite sign";
    const frame = node ? `Open calls. Values for ${view}: ${sign}.` : "The program has not started.";
    const calls = callsAt(search, step, this.#program, LANGUAGES[this.#language]);
    one("#code .frame").textContent = frame;
    one("#code .calls ol").replaceChildren(...calls.map((call) => html("li", {}, html("code", {}, call))));
    one("#code .calls dl").replaceChildren(...values.map(([name, value]) =>
      html("div", {}, html("dt", {}, html("code", {}, name)), html("dd", {}, wordsOf(node, name, value)))));
  }

  async #copy() {
    const status = one("#code [role=status]");
    try {
      await navigator.clipboard.writeText(await runnable(this.#program, this.#pane.search, this.#language));
      status.textContent = "Copied, with the position and the rules: ready to run.";
    } catch {
      status.textContent = "The browser does not allow copying here.";
    }
  }
}

function wordsOf(node, name, value) {
  if (name === "cell") return `${value} (${nameOf(node, value)})`;
  return typeof value === "number" ? formatValue(value) : value;
}

function lineItem(kind, line) {
  const indent = line.search(/\S/);
  const words = line.trim().split(" ").map((word) => html("span", {}, word)); // lines break between words
  const code = html("code", {}, words.flatMap((word, index) => (index ? [" ", word] : [word])));
  code.style.setProperty("--indent", `${indent}ch`);
  const [tag, sign] = CHANGES[kind];
  const signed = sign && html("span", { className: "sign" }, sign);
  return html("li", { className: kind }, signed, html(tag, {}, code));
}

// The lines of both programs in order; the `kind` of each is "same", "added" or "removed".
export function diff(before, after) {
  return diffArrays(before, after).flatMap(({ added, removed, value }) =>
    value.map((line) => ({ kind: added ? "added" : removed ? "removed" : "same", line })));
}
