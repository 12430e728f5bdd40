// A program, the line that runs, and its variables.

import { nameOf } from "../../client/words.js";
import { html } from "../playground/html.js";
import { load, save } from "../playground/storage.js";
import { diff } from "./code-diff.js";
import { linesAt } from "./code-lines.js";
import { additionsOf, LANGUAGES, linesOf, namesFor, previousOf, programOf, runnable, titleOf } from "./code-programs.js";
import { variablesAt } from "./code-variables.js";
import { written } from "./sentences.js";

const SIGNS = { added: ["ins", "+"], removed: ["del", "−"], same: ["span", ""] };

export class Panel {
  #panes = [];
  #choices = []; // each a pane and one of its programs
  #choice;
  #language = load("code-language") in LANGUAGES ? load("code-language") : "python";
  #lines = [];
  #items = []; // by the number of the line
  #parts = partsOf();
  #element;
  #drawn;

  // Calls `drawn` when the lines of a search are known.
  constructor(element, drawn) {
    this.#element = element;
    this.#drawn = drawn;
    const { programs, languages, changes, copy, ...rest } = this.#parts;
    programs.addEventListener("change", () => {
      this.#choice = this.#choices[programs.value];
      this.#draw();
    });
    for (const button of languages.children) button.addEventListener("click", () => this.#speak(button.value));
    changes.addEventListener("change", () => {
      save("code-changes", changes.checked);
      this.#draw();
    });
    copy.addEventListener("click", () => this.#copy());
    changes.checked = load("code-changes") ?? true;
    element.replaceChildren(
      html("div", { className: "bar" }, programs, languages, copy, rest.status),
      rest.list, rest.frame, rest.variables, rest.difference,
      html("p", { className: "key" }, "A bar marks the lines that ran since the previous step."));
  }

  show(panes, named) {
    this.#panes = panes;
    this.#choices = panes.flatMap((pane) => namesFor(pane.search).map((name) => ({ pane, program: programOf(pane.search, name) })));
    this.#choice = this.#choices.find(({ program }) => program.name === named) ?? this.#largest();
    this.#parts.programs.replaceChildren(...this.#choices.map(({ pane, program }, index) =>
      html("option", { value: String(index), selected: this.#choices[index] === this.#choice }, titleOf(program) + this.#whichOf(pane))));
    this.#draw();
  }

  go() {
    if (!this.#items.length) return;
    const { pane, program } = this.#choice;
    const ran = linesAt(this.#lines, pane.search, pane.step);
    this.#items.forEach((item, number) => {
      item.classList.toggle("ran", ran.includes(number));
      item.removeAttribute("aria-current");
    });
    this.#items[ran.at(-1)]?.setAttribute("aria-current", "step");
    this.#drawVariables(variablesAt(pane.search, pane.step, program));
  }

  // The choice with the most to explain: of two searches, the one with the larger program.
  #largest() {
    const firsts = this.#choices.filter(({ program }) => program.name !== "negamax");
    return firsts.reduce((best, each) => (additionsOf(each.program) > additionsOf(best.program) ? each : best));
  }

  #whichOf(pane) {
    if (this.#panes.length === 1) return "";
    return pane === this.#panes[0] ? " (first search)" : " (second search)";
  }

  #speak(language) {
    this.#language = language;
    save("code-language", language);
    this.#draw();
  }

  async #draw() {
    const [choice, language] = [this.#choice, this.#language];
    const previous = previousOf(choice.program);
    this.#items = []; // no line is marked in the previous program
    try {
      const [lines, before] = await Promise.all([linesOf(choice.program, language), previous && linesOf(previous, language)]);
      if (choice === this.#choice && language === this.#language) this.#drawLines(lines, before);
    } catch {
      this.#parts.status.textContent = "The program could not be loaded. Try again.";
    }
    this.#element.classList.add("drawn");
  }

  // Draws the lines, with the changes from those before, if there are any.
  #drawLines(lines, before) {
    const { languages, changes, difference, list, status } = this.#parts;
    const { program, pane: { search } } = this.#choice;
    for (const button of languages.children) button.setAttribute("aria-pressed", String(button.value === this.#language));
    difference.hidden = !before;
    if (before) changes.nextSibling.textContent = ` Mark the changes from: ${titleOf(previousOf(program))}`;
    status.textContent = "";
    const rows = before && changes.checked ? diff(before, lines) : lines.map((line) => ({ kind: "same", line }));
    const items = rows.map(({ kind, line }) => [kind, itemOf(kind, line)]);
    list.replaceChildren(...items.map(([, item]) => item));
    this.#lines = lines;
    this.#items = items.filter(([kind]) => kind !== "removed").map(([, item]) => item);
    // For questions: the text of the line that runs in a step (as in `search.eventAt`), if there is one.
    search.line = (step) => lines[linesAt(lines, search, step).at(-1)]?.trim();
    this.go();
    this.#drawn();
  }

  #drawVariables(found) {
    const { frame, variables } = this.#parts;
    const { node, view, values } = found ?? { values: [] };
    const { side } = this.#choice.pane.search;
    const sign = view === side ? "as in the tree" : "the tree's with the opposite sign";
    frame.textContent = found ? `The call at ply ${node.ply}. Its values are for ${view}: ${sign}.` : "The program has not started.";
    variables.replaceChildren(...values.map(([name, value]) =>
      html("div", {}, html("dt", {}, html("code", {}, name)), html("dd", {}, wordsOf(node, name, value)))));
  }

  async #copy() {
    const { pane, program } = this.#choice;
    const { status } = this.#parts;
    try {
      await navigator.clipboard.writeText(await runnable(program, pane.search, this.#language));
      status.textContent = "Copied, with the position and the rules: ready to run.";
    } catch {
      status.textContent = "The browser does not allow copying here.";
    }
  }
}

function wordsOf(node, name, value) {
  if (name === "cell") return `${value} (${nameOf(node, value)})`;
  return typeof value === "number" ? written(value) : value;
}

function partsOf() {
  return {
    programs: html("select", { ariaLabel: "Program" }),
    languages: html("div", { role: "group", ariaLabel: "Language" }, Object.entries(LANGUAGES).map(([value, { title }]) =>
      html("button", { type: "button", value }, title))),
    copy: html("button", { type: "button" }, "Copy"),
    status: html("p", { role: "status" }),
    ...changing(),
    list: html("ol", {}),
    frame: html("p", { className: "frame" }),
    variables: html("dl", {}),
  };
}

function changing() {
  const changes = html("input", { type: "checkbox" });
  return { changes, difference: html("label", { className: "difference" }, changes, html("span", {})) };
}

function itemOf(kind, line) {
  const indent = line.search(/\S/);
  const words = line.trim().split(" ").map((word) => html("span", {}, word)); // lines break between words only
  const code = html("code", {}, words.flatMap((word, index) => (index ? [" ", word] : [word])));
  code.style.setProperty("--indent", `${indent}ch`);
  const [tag, sign] = SIGNS[kind];
  return html("li", { className: kind }, html("span", { className: "sign" }, sign), html(tag, {}, code));
}
