// Asks a lesson's questions, one at a time, and keeps the tally. Whoever goes on without an answer is not held up.

import { html } from "../shared/dom.js";
import { load, save } from "../shared/storage.js";
import { questionOf } from "./questions.js";

const KEPT = "lessons"; // in the browser: the first answer to each question

export class Quiz {
  #element;
  #page;
  #lesson = null;
  #searches = [];
  #seen = new Set(); // the steps at which this lesson has asked
  #explainedAt = null; // the step that explains the answer just given
  of = null; // the index of the search that the question shown is about
  askedAt = null; // the step at which it is asked

  /**
   * @param {HTMLElement} element
   * @param {object} page
   * @param {(question: { of: number, shown: object[], at: number }) => void} page.answered shows the answer in the tree
   * @param {() => void} page.cleared
   * @param {(isAsking: boolean) => void} page.goneOn
   */
  constructor(element, page) {
    this.#element = element;
    this.#page = page;
    const on = this.#one("[name=asks]");
    on.checked = load("asks") ?? true;
    on.addEventListener("change", () => {
      save("asks", on.checked);
      if (!on.checked) this.#clear();
    });
    this.#one(".go-on").addEventListener("click", () => this.#goOn());
    this.#one(".reset").addEventListener("click", () => {
      save(KEPT, {});
      this.#count();
    });
    this.#count();
  }

  // Reserves the space of a question until the searches are there.
  open(lesson, step) {
    this.#lesson = lesson;
    this.#searches = [];
    this.#seen.clear();
    this.#clear();
    this.#show(Boolean(this.#askAt(step)));
  }

  show(searches, step) {
    this.#searches = searches;
    this.#ask(step);
  }

  // Asks what the lesson asks at this step, unless it still explains an answer.
  go(step) {
    if (step === this.#explainedAt) return;
    if (this.#explainedAt !== null) this.#clear();
    this.#ask(step);
  }

  // Shows the question at a step, if there is one.
  #ask(step) {
    const asked = this.#askedAt(step);
    this.of = asked?.of ?? null;
    this.askedAt = asked && step;
    this.#show(Boolean(asked));
    if (!asked) {
      this.#say("");
      return;
    }
    this.#seen.add(step);
    this.#draw(asked);
  }

  // The first step after `from`, up to `to`, at which there is a question not asked yet, or null.
  stop(from, to) {
    const asks = this.#lesson?.asks ?? [];
    return asks.find(({ step }) => step > from && step <= to && !this.#seen.has(step) && this.#askedAt(step))?.step ?? null;
  }

  #askAt(at) {
    return this.#one("[name=asks]").checked ? this.#lesson?.asks.find(({ step }) => step === at) : undefined;
  }

  #askedAt(step) {
    const ask = this.#askAt(step);
    const search = ask && this.#searches[ask.of];
    const question = search && questionOf(search, ask);
    return question ? { ...question, of: ask.of, key: `${this.#lesson.id}:${step}` } : null;
  }

  #draw(asked) {
    this.#one("legend").textContent = asked.question;
    this.#one(".go-on").hidden = true;
    this.#one(".verdict").textContent = "";
    this.#one(".choices").replaceChildren(...asked.choices.map(([words]) =>
      html("button", { type: "button", onclick: ({ currentTarget }) => this.#answer(asked, currentTarget) }, words)));
    this.#say(`Question: ${asked.question}`);
  }

  #answer(asked, button) {
    if (button.ariaDisabled) return;
    const buttons = [...this.#one(".choices").children];
    const [, isRight, against = ""] = asked.choices[buttons.indexOf(button)];
    const answers = load(KEPT) ?? {};
    save(KEPT, { [asked.key]: isRight, ...answers });
    this.#count();
    buttons.forEach((each, index) => {
      each.ariaDisabled = "true";
      if (asked.choices[index][1]) each.className = "right";
      else if (each === button) each.className = "wrong";
      else each.hidden = true; // the verdict takes its place
    });
    const right = asked.choices.filter(([, each]) => each).map(([words]) => words).join(" or ");
    const words = isRight ? ["Right."] : ["No.", against, `The answer is: ${right.replace(/\.$/, "")}.`];
    const verdict = [...words, asked.why].filter(Boolean).join(" ");
    this.#one(".verdict").textContent = verdict;
    this.#one(".go-on").hidden = false;
    this.#say(verdict);
    this.#explainedAt = asked.at;
    this.#page.answered(asked);
  }

  #goOn() {
    const at = this.#explainedAt;
    this.#clear();
    const isAsking = !this.#seen.has(at) && Boolean(this.#askedAt(at));
    if (isAsking) this.go(at);
    this.#page.goneOn(isAsking);
  }

  #clear() {
    this.#explainedAt = null;
    this.of = null;
    this.askedAt = null;
    this.#show(false);
    this.#say("");
    this.#page.cleared();
  }

  #count() {
    const answers = Object.values(load(KEPT) ?? {});
    const right = answers.filter(Boolean).length;
    this.#one(".tally").textContent = answers.length ? `${right} right, ${answers.length - right} wrong` : "";
    this.#one(".reset").hidden = !answers.length;
  }

  #show(isAsking) {
    this.#one(".question").hidden = !isAsking;
    this.#element.parentElement.classList.toggle("asks", isAsking);
  }

  #say(words) {
    this.#one("[role=status]").textContent = words;
  }

  #one(selector) {
    return this.#element.querySelector(selector);
  }
}
