// A program, the line that runs, the open calls, and the variables of the innermost one.

import { nameOf } from "../client/pages.js";
import { html } from "../shared/dom.js";
import { load, save } from "../shared/storage.js";
import { additionsOf, callsAt, LANGUAGES, linesAt, linesOf, namesFor, previousOf, programOf, runnable, titleOf, variablesAt } from "./programs.js";
import { formatValue } from "./sentences.js";

const SIGNS = { added: ["ins", "+"], removed: ["del", "−"], same: ["span", ""] };

export class Panel {
  #choices = []; // each a pane and one of its programs, with its lines and those of the program before it
  #firsts = []; // the choice of each pane
  #preferred = 0; // the pane with the most to explain
  #asked = null; // the index of the pane that a question is about
  #chosen = null; // by the reader, instead of the choice of the step
  #shown = null; // the choice whose lines are drawn
  #language = load("code-language") in LANGUAGES ? load("code-language") : "python";
  #items = []; // by the number of the line
  #parts = partsOf();
  #element;
  #drawn;

  // Calls `drawn` when the lines of the searches are known.
  constructor(element, drawn) {
    this.#element = element;
    this.#drawn = drawn;
    const { programs, languages, changes, difference, copy, status, list, calls } = this.#parts;
    programs.addEventListener("change", () => {
      this.#chosen = this.#choices[programs.value];
      this.go();
    });
    for (const button of languages.children) button.addEventListener("click", () => this.#speak(button.value));
    changes.addEventListener("change", () => {
      save("code-changes", changes.checked);
      this.#shown = null;
      this.go();
    });
    copy.addEventListener("click", () => this.#copy());
    changes.checked = load("code-changes") ?? true;
    element.replaceChildren(html("div", { className: "bar" }, programs, copy, languages, status), list, calls, difference);
  }

  // Loads the programs of the panes' searches; `named` is the one that a lesson is about, if any.
  show(panes, named) {
    this.#chosen = null;
    this.#choices = panes.flatMap((pane) => namesFor(pane.search).map((name) => ({ pane, program: programOf(pane.search, name) })));
    const isNamed = ({ program }) => program.name === named;
    this.#firsts = panes.map((pane) => {
      const own = this.#choices.filter((choice) => choice.pane === pane);
      return own.find(isNamed) ?? own[0];
    });
    const ranks = this.#firsts.map(({ program }) => (program.name === named ? Infinity : additionsOf(program)));
    this.#preferred = ranks.indexOf(Math.max(...ranks));
    this.#parts.programs.replaceChildren(...this.#choices.map(({ pane, program }, index) =>
      html("option", { value: String(index) }, (panes.length > 1 ? `${panes.indexOf(pane) + 1}. ` : "") + titleOf(program))));
    return this.#load();
  }

  // Shows the step of the search that it belongs to; a question may be about one of them (`asked`).
  go(asked = this.#asked) {
    this.#asked = asked;
    if (!this.#choices.every(({ lines }) => lines)) return;
    const searches = this.#firsts.map(({ pane }) => pane.search);
    const step = Math.max(...this.#firsts.map(({ pane }) => pane.step));
    const choice = this.#chosen ?? this.#firsts[focusAt(searches, step, this.#preferred, asked)];
    if (choice !== this.#shown) this.#drawLines(choice);
    const { pane, lines } = choice;
    const ran = linesAt(lines, pane.search, pane.step);
    this.#items.forEach((item, number) => {
      item.classList.toggle("ran", ran.includes(number));
      item.removeAttribute("aria-current");
    });
    this.#drawCalls(choice);
    this.#mark(this.#items[ran.at(-1)]);
  }

  // Marks the line of a step, and scrolls it into view, above the calls.
  #mark(item) {
    if (!item) return;
    item.setAttribute("aria-current", "step");
    const scroller = this.#element.parentElement;
    const [line, box, calls] = [item, scroller, this.#parts.calls].map((part) => part.getBoundingClientRect());
    const below = line.bottom - Math.min(box.bottom, calls.top);
    scroller.scrollTop += below > 0 ? below : Math.min(line.top - box.top, 0);
  }

  #speak(language) {
    this.#language = language;
    save("code-language", language);
    this.#load();
  }

  async #load() {
    const [choices, language] = [this.#choices, this.#language];
    try {
      const found = await Promise.all(choices.map(({ program }) => this.#linesOf(program, language)));
      if (choices !== this.#choices || language !== this.#language) return;
      choices.forEach((choice, index) => Object.assign(choice, found[index]));
      this.#firsts.forEach(connectLines);
      this.#shown = null;
      this.#parts.status.textContent = "";
      this.go();
      this.#drawn();
    } catch {
      this.#parts.status.textContent = "The program could not be loaded. Try again.";
    }
    this.#element.classList.add("drawn");
  }

  async #linesOf(program, language) {
    const previous = previousOf(program);
    const [lines, before] = await Promise.all([linesOf(program, language), previous && linesOf(previous, language)]);
    return { lines, before };
  }

  // Draws the lines, with the changes from those before, if there are any.
  #drawLines(choice) {
    const { programs, languages, changes, difference, list } = this.#parts;
    const { program, lines, before } = choice;
    this.#shown = choice;
    programs.value = String(this.#choices.indexOf(choice));
    for (const button of languages.children) button.setAttribute("aria-pressed", String(button.value === this.#language));
    difference.hidden = !before;
    if (before) changes.nextSibling.textContent = ` Mark the changes from: ${titleOf(previousOf(program))}`;
    const rows = before && changes.checked ? diff(before, lines) : lines.map((line) => ({ kind: "same", line }));
    const items = rows.map(({ kind, line }) => [kind, itemOf(kind, line)]);
    list.replaceChildren(...items.map(([, item]) => item));
    this.#items = items.filter(([kind]) => kind !== "removed").map(([, item]) => item);
  }

  // Draws the open calls, and the variables of the innermost one.
  #drawCalls({ pane: { search, step }, program }) {
    const { frame, stack, variables } = this.#parts;
    const { node, view, values } = variablesAt(search, step, program) ?? { values: [] };
    const sign = view === search.side ? "as in the tree" : "the opposite sign";
    frame.textContent = node ? `Open calls. Values for ${view}: ${sign}.` : "The program has not started.";
    stack.replaceChildren(...callsAt(search, step, program, LANGUAGES[this.#language]).map((call) =>
      html("li", {}, html("code", {}, call))));
    variables.replaceChildren(...values.map(([name, value]) =>
      html("div", {}, html("dt", {}, html("code", {}, name)), html("dd", {}, wordsOf(node, name, value)))));
  }

  async #copy() {
    const { status } = this.#parts;
    try {
      const { pane, program } = this.#shown;
      await navigator.clipboard.writeText(await runnable(program, pane.search, this.#language));
      status.textContent = "Copied, with the position and the rules: ready to run.";
    } catch {
      status.textContent = "The browser does not allow copying here.";
    }
  }
}

// For questions: the text of the line that runs in a step (as in `search.eventAt`), if there is one.
function connectLines({ pane: { search }, lines }) {
  search.line = (step) => lines[linesAt(lines, search, step).at(-1)]?.trim();
}

function wordsOf(node, name, value) {
  if (name === "cell") return `${value} (${nameOf(node, value)})`;
  return typeof value === "number" ? formatValue(value) : value;
}

function partsOf() {
  return {
    programs: html("select", { ariaLabel: "Program" }),
    languages: html("div", { role: "group", ariaLabel: "Language" }, Object.entries(LANGUAGES).map(([value, { title }]) =>
      html("button", { type: "button", value }, title))),
    copy: html("button", { type: "button" }, "Copy"),
    status: html("p", { role: "status" }),
    ...changing(),
    list: html("ol", { className: "lines" }),
    ...calling(),
  };
}

function calling() {
  const [frame, stack, variables] = [html("p", { className: "frame" }), html("ol", { ariaLabel: "Open calls" }), html("dl", {})];
  return { frame, stack, variables, calls: html("div", { className: "calls" }, frame, stack, variables) };
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

// Of two searches, the one that a step belongs to: its program is shown.

/**
 * The index of the search that a question is about (`asked`), that makes a cutoff, or that is still running.
 * The preferred one comes first.
 * @param {number | null} asked
 */
export function focusAt(searches, step, preferred = 0, asked = null) {
  if (asked !== null) return asked;
  const indexes = [preferred, ...searches.keys()];
  const isCutting = (index) => step <= searches[index].steps && isCutAt(searches[index], step);
  const isRunning = (index) => step <= searches[index].steps;
  return indexes.find(isCutting) ?? indexes.find(isRunning) ?? preferred;
}

function isCutAt(search, step) {
  const event = search.eventAt(step);
  return Boolean(event) && !event.isEntered && event.node.end === "cutoff";
}

// The difference between two lists of lines: the longest common subsequence stays.

/**
 * @param {string[]} before
 * @param {string[]} after
 * @returns {{ kind: string, line: string }[]} the kind is "same", "added" or "removed"
 */
export function diff(before, after) {
  const lengths = lengthsOf(before, after);
  const rows = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const isSame = i < before.length && j < after.length && before[i] === after[j];
    if (isSame) rows.push({ kind: "same", line: after[j] });
    else if (j === after.length || (i < before.length && lengths[i + 1][j] >= lengths[i][j + 1])) rows.push({ kind: "removed", line: before[i] });
    else rows.push({ kind: "added", line: after[j] });
    if (rows.at(-1).kind !== "added") i += 1;
    if (rows.at(-1).kind !== "removed") j += 1;
  }
  return rows;
}

// The length of the longest common subsequence after line i of one and line j of the other.
function lengthsOf(before, after) {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array(after.length + 1).fill(0));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      lengths[i][j] = before[i] === after[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  return lengths;
}
