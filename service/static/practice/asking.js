// Asks the questions about a tree, one at a time, and explains each answer.

import { formatValue } from "../tree/values.js";
import { html } from "../shared/dom.js";
import { judge, namesOf, whyLooked } from "./questions.js";

export class Asking {
  #element;
  #tree;
  #page;
  #questions = [];
  #at = 0;
  #right = 0; // at the first try
  #tries = 0;
  #numbers = [];

  /**
   * @param {HTMLElement} element
   * @param {any} tree
   * @param {object} page
   * @param {(right: number, questions: number) => string} page.ended with the result, returns the way on
   * @param {() => void} page.goOn
   */
  constructor(element, tree, page) {
    this.#element = element;
    this.#tree = tree;
    this.#page = page;
    this.#one("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#answer();
    });
    this.#one(".on").addEventListener("click", () => this.#goOn());
  }

  // Starts with the first of some questions; `numbers` are those at the leaves.
  start(questions, numbers) {
    this.#questions = questions;
    this.#numbers = [...new Set(numbers)].sort((a, b) => a - b);
    this.#at = 0;
    this.#right = 0;
    this.#ask();
  }

  // Says which leaves are picked.
  count() {
    const picked = this.#picked;
    this.#one(".picked").textContent = `Selected: ${picked.length ? namesOf(picked) : "none"}`;
  }

  get #picked() {
    return [...this.#tree.picked].sort((a, b) => a.id - b.id);
  }
  get #selects() {
    return [...this.#one(".fields").querySelectorAll("select")];
  }
  get #isLast() {
    return this.#at === this.#questions.length - 1;
  }

  #ask() {
    const question = this.#questions[this.#at];
    const { text, fields, pick } = question;
    this.#tree.ask(question);
    this.#tries = 0;
    this.#one(".count").textContent = `Question ${this.#at + 1} of ${this.#questions.length}`;
    this.#one("legend").textContent = text;
    this.#one(".fields").replaceChildren(...fields.map((field) => this.#field(field)));
    this.#one(".picked").hidden = !pick;
    this.count();
    this.#show({ isAsking: true });
  }

  #field({ label, isBound }) {
    const values = isBound ? [-Infinity, ...this.#numbers, Infinity] : this.#numbers;
    const options = values.map((value) => html("option", { value: String(value) }, formatValue(value)));
    const select = html("select", { required: true }, html("option", { value: "" }, "?"), options);
    return html("label", {}, `${label} `, select);
  }

  // A wrong answer can be given once more; the first one counts.
  #answer() {
    const values = this.#selects.map(({ value }) => Number(value));
    const question = this.#questions[this.#at];
    const { isRight, looked } = judge(question, { values, picked: this.#picked });
    const reasons = looked.length ? [whyLooked(looked)] : [];
    this.#tries += 1;
    if (isRight && this.#tries === 1) this.#right += 1;
    if (isRight || this.#tries === 2) this.#explain(isRight, [...reasons, ...question.why]);
    else this.#say(isRight, `${reasons[0] ?? question.hint} Try again.`);
  }

  #explain(isRight, reasons) {
    for (const select of this.#selects) select.disabled = true;
    this.#tree.answer(isRight);
    const { length } = this.#questions;
    const result = `Your result: ${this.#right} of ${length} right.`;
    this.#say(isRight, this.#questions[this.#at].answer, reasons.map((words) => html("p", {}, words)));
    if (this.#isLast) this.#one(".verdict").prepend(html("p", { className: "result" }, result));
    this.#show({ isAsking: false });
    this.#one(".on").textContent = this.#isLast ? this.#page.ended(this.#right, length) : "Next question";
    this.#one(".count").textContent += `, ${this.#right} right`;
    this.#one(".on").focus({ preventScroll: true });
  }

  #say(isRight, words, more = []) {
    const mark = html("b", { className: isRight ? "right" : "wrong" }, isRight ? "Right." : "No.");
    this.#one(".verdict").replaceChildren(html("p", {}, mark, ` ${words}`), ...more);
  }

  #goOn() {
    if (this.#isLast) this.#page.goOn();
    else {
      this.#at += 1;
      this.#ask();
    }
    this.#one("legend").focus({ preventScroll: true });
  }

  #show({ isAsking }) {
    this.#element.classList.toggle("answered", !isAsking);
    this.#one(".check").hidden = !isAsking;
    this.#one(".explained").tabIndex = isAsking ? -1 : 0; // It may scroll.
    this.#one(".on").hidden = isAsking;
    if (isAsking) this.#one(".verdict").replaceChildren();
  }

  #one(selector) {
    return this.#element.querySelector(selector);
  }
}
