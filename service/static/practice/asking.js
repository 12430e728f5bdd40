// Asks the questions about a tree, one at a time, and explains each answer. One answers in the tree or in
// the form: what is written or cut in one of them is also in the other.

import { formatValue } from "../tree/values.js";
import { Typing } from "../tree/typing.js";
import { handle, html } from "../shared/dom.js";
import { judge, namesOf, questionsOf, whyLooked } from "./questions.js";
import { leavesOf } from "./search.js";
import { windowOf } from "./tree.js";

export class Asking {
  #element;
  #tree;
  #page;
  #questions = [];
  #leaves = [];
  #boxes = new Map(); // by leaf, if leaves are picked
  #at = 0;
  #results = []; // by question: whether the first try was right
  #isRight = null; // whether the answer is right; null while the question is asked
  #field = 0; // the one that is written at the node
  #typing = new Typing();

  // `page.ended` is called with the numbers of right answers and of questions, and returns the words for the
  // way on, which `page.goOn` takes.
  constructor(element, tree, page) {
    this.#element = element;
    this.#tree = tree;
    this.#page = page;
    handle(this.#one("form"), "submit", () => this.#answer());
    this.#one(".fields").addEventListener("change", () => this.#write());
    this.#one(".on").addEventListener("click", () => this.#goOn());
    this.#one(".keep").addEventListener("click", () => this.#tree.keep(location.href));
  }

  // Shows a tree, and asks the first question about it.
  start(search, seed) {
    this.#questions = questionsOf(search, seed);
    this.#leaves = leavesOf(search.root);
    this.#at = 0;
    this.#results = [];
    this.#tree.show(search, {
      describe: (node) => this.#describe(node),
      act: (node, how) => this.#act(node, how),
      type: (key) => this.#type(key),
      current: () => this.#question.marked[0] ?? search.root,
    });
    this.#ask();
  }

  // Takes what is done in the tree, as a tree's page does. Returns whether it belongs to the answer.
  #act(node, { key, part = this.#field }) {
    const { marked, pick } = this.#question;
    if (!this.#isAsking) return false;
    if (key === "Enter") return this.#enter();
    if (pick) return this.#cut(node);
    if (!marked.includes(node)) return false;
    this.#field = part;
    this.#typing.clear();
    const { near } = this.#question.fields[part];
    const select = this.#selects[part];
    const values = [...new Set(near)].map(String);
    select.value = values[(values.indexOf(select.value) + 1) % values.length];
    return this.#write();
  }

  #type(key) {
    const select = this.#isAsking && this.#selects[this.#field];
    if (!select) return false;
    const index = this.#typing.take(key, [...select.options].slice(1).map(({ text }) => text));
    if (index < 0) return false;
    select.selectedIndex = index + 1;
    return this.#write();
  }

  // Whether a person has picked a leaf: has cut the edge to it, or one above it.
  #isPicked(leaf) {
    return this.#boxes.get(leaf)?.checked ?? false;
  }

  // What is written at a node: a text for each field.
  get #written() {
    const { fields } = this.#question;
    const words = this.#selects.map(({ selectedOptions: [{ text }] }) => text);
    return fields.length > 1 ? words.map((text, index) => `${fields[index].label} ${text}`) : words;
  }

  get #question() {
    return this.#questions[this.#at];
  }
  get #isAsking() {
    return this.#isRight === null;
  }
  get #picked() {
    return this.#leaves.filter((leaf) => this.#isPicked(leaf));
  }
  get #selects() {
    return [...this.#one(".fields").querySelectorAll("select")];
  }
  get #isLast() {
    return this.#at === this.#questions.length - 1;
  }

  #ask() {
    const { text, fields, marked, pick } = this.#question;
    this.#field = 0;
    this.#isRight = null;
    this.#typing.clear();
    this.#one("legend").textContent = text;
    const picks = pick ? this.#leaves : [];
    this.#boxes = new Map(picks.map((leaf) => [leaf, html("input", { type: "checkbox" })]));
    const boxes = [...this.#boxes].map(([{ number }, box]) =>
      html("label", { className: "box" }, box, ` ${formatValue(number)}`));
    this.#one(".fields").replaceChildren(...fields.map((field) => this.#fieldOf(field)), ...boxes);
    this.#tree.ask(marked[0] ?? this.#leaves[0]); // Leaves are searched from left to right.
    this.#one(".picked").textContent = "";
    this.#show();
  }

  #fieldOf({ label, isBound }) {
    const numbers = [...new Set(this.#leaves.map(({ number }) => number))].sort((a, b) => a - b);
    const values = isBound ? [-Infinity, ...numbers, Infinity] : numbers;
    const options = values.map((value) => html("option", { value: String(value) }, formatValue(value)));
    return html("label", {}, `${label} `, html("select", {}, html("option", { value: "" }, "?"), options));
  }

  // Goes on to the next field, or checks the answer.
  #enter() {
    this.#typing.clear();
    if (this.#field + 1 < this.#selects.length) this.#field += 1;
    else this.#answer();
    return true;
  }

  // Cuts the edge to a node, or puts it back.
  #cut(node) {
    if (!node.parent) return false;
    const isCut = this.#isCut(node);
    for (const leaf of leavesOf(node)) this.#boxes.get(leaf).checked = !isCut;
    return this.#write();
  }

  // Draws the answer in the tree, and says it.
  #write() {
    const words = this.#question.pick ? namesOf(this.#picked) || "none" : this.#written.join(", ");
    this.#one(".picked").textContent = `Your answer: ${words}`;
    this.#tree.update();
    return true;
  }

  // A wrong answer can be given once more; the first one counts.
  #answer() {
    if (this.#selects.some(({ value }) => !value)) {
      this.#one(".verdict").replaceChildren(html("p", {}, "First write the answer at the node with “?”."));
      return;
    }
    const values = this.#selects.map(({ value }) => Number(value));
    const question = this.#question;
    const { isRight, looked } = judge(question, { values, picked: this.#picked });
    const reasons = looked.length ? [whyLooked(looked)] : [];
    const isFirst = this.#results.length === this.#at;
    if (isFirst) this.#results.push(isRight);
    this.#field = 0;
    if (isRight || !isFirst) this.#explain(isRight, [...reasons, ...question.why]);
    else this.#say(isRight, `${reasons[0] ?? question.hint} Try again.`);
  }

  #explain(isRight, reasons) {
    this.#isRight = isRight;
    for (const input of [...this.#selects, ...this.#boxes.values()]) input.disabled = true;
    const { length } = this.#questions;
    const right = this.#results.filter(Boolean).length;
    this.#say(isRight, this.#question.answer, reasons.map((words) => html("p", {}, words)));
    const result = `Your result: ${right} of ${length} right.`;
    if (this.#isLast) this.#one(".verdict").prepend(html("p", { className: "result" }, result));
    this.#show();
    this.#tree.answer();
    this.#one(".on").textContent = this.#isLast ? this.#page.ended(right, length) : "Next question";
    this.#one(".on").focus({ preventScroll: true });
  }

  #say(isRight, words, more = []) {
    const mark = html("b", { className: isRight ? "right" : "wrong" }, isRight ? "Right." : "No.");
    this.#one(".verdict").replaceChildren(html("p", {}, mark, ` ${words}`), ...more);
  }

  #goOn() {
    if (this.#isLast) return this.#page.goOn();
    this.#at += 1;
    this.#ask();
    return this.#one("legend").focus({ preventScroll: true });
  }

  #show() {
    const isAsking = this.#isAsking;
    this.#element.classList.toggle("answered", !isAsking);
    this.#one(".check").hidden = !isAsking;
    this.#one(".form").hidden = !isAsking;
    this.#one(".explained").tabIndex = isAsking ? -1 : 0; // It may scroll.
    this.#one(".on").hidden = isAsking;
    this.#one(".keep").hidden = isAsking || !this.#isLast;
    if (isAsking) this.#one(".verdict").replaceChildren();
    this.#drawDots();
  }

  // A dot for each question: right or wrong at the first try, asked now, or still to come.
  #drawDots() {
    const right = this.#results.filter(Boolean).length;
    const result = this.#results.length ? `, ${right} right` : "";
    this.#one(".count").textContent = `Question ${this.#at + 1} of ${this.#questions.length}${result}`;
    const stateOf = (index) => ({ true: "right", false: "wrong" })[String(this.#results[index])] ??
      (index === this.#at ? "now" : "");
    this.#one(".dots").replaceChildren(...this.#questions.map((_, index) =>
      html("span", { className: stateOf(index) })));
  }

  // What the answers so far have made known of a tree, such as the values of some nodes.
  #isKnown(name, node) {
    const answered = this.#questions.slice(0, this.#isAsking ? this.#at : this.#at + 1);
    return answered.some(({ shows }) => shows[name]?.includes(node));
  }

  // Whether a person has cut the edge to a node, or one above it.
  #isCut(node) {
    return Boolean(node?.parent) && leavesOf(node).every((leaf) => this.#isPicked(leaf));
  }

  // Whether the answer is right about a node; null if it says nothing about it, or is still to come.
  #isRightAbout(node) {
    const { marked, pick } = this.#question;
    if (this.#isAsking || !pick) return marked.includes(node) ? this.#isRight : null;
    const isPicked = this.#isPicked(node);
    return isPicked || pick.includes(node) ? isPicked === pick.includes(node) : null;
  }

  // Describes a node as for a TreeView.
  #describe(node) {
    const { isLeaf, parent, minimax } = node;
    const { marked, pick } = this.#question;
    const isMarked = marked.includes(node);
    const isAsked = this.#isAsking && isMarked;
    const isChoice = this.#isAsking && Boolean(pick && parent);
    const written = isAsked ? this.#written : [];
    const isCut = this.#isCut(node);
    const isSkipped = this.#isKnown("skipped", node);
    const isRight = this.#isRightAbout(node);
    const classes = {
      asked: isAsked,
      choice: isChoice,
      cut: this.#isKnown("cut", node) || (this.#isAsking && isCut && !this.#isCut(parent)),
      marked: isMarked,
      picked: isLeaf && isCut,
      skipped: isSkipped,
      wrong: isRight === false,
    };
    const value = this.#isKnown("values", node) ? formatValue(minimax) : "";
    const window = this.#isKnown("windows", node) ? windowOf(node) : "";
    return {
      classes: Object.keys(classes).filter((name) => classes[name]).join(" "),
      value: written.length === 1 ? written[0] : value,
      window,
      slots: written.length > 1 ? written : [],
      verdict: { true: "✓", false: "✗" }[String(isRight)],
      name: accessibleName(node, { value, window, isSkipped, isRight, answer: written.join(", ") }),
      isOpen: isLeaf ? null : true,
      isChecked: isChoice ? isCut : null,
    };
  }

  #one(selector) {
    return this.#element.querySelector(selector);
  }
}

function accessibleName(node, { value, window, isSkipped, isRight, answer }) {
  const { parent, isLeaf, number, name, toMove } = node;
  const parts = [
    isLeaf ? `Leaf ${formatValue(number)}` : `${name}, ${toMove}`,
    parent && `below ${parent.name}`,
    value && `value ${value}`,
    window.replace("α", "alpha").replace("β", "beta"),
    isSkipped && "never looked at",
    answer && `asked about, your answer: ${answer}`,
    isRight !== null && `your answer is ${isRight ? "right" : "wrong"}`,
  ];
  return parts.filter(Boolean).join(", ");
}
