// Asks a lesson's questions, one at a time, and counts the first tries. Questions can be skipped.

import { button } from "../shared/dom.js";
import { load, save } from "../shared/storage.js";
import { Answer } from "./answer.js";
import { questionOf } from "./questions.js";

const KEPT = "lessons"; // in the browser: whether the first try at each question was right

export class Quiz {
  asked = null; // the question shown, with its step and the index of its search (`of`)
  answer = null; // to it, as given in the tree, until it is explained
  #element;
  #page;
  #lesson = null;
  #seen = new Set(); // the questions that this lesson has asked

  /**
   * @param {HTMLElement} element
   * @param {object} page
   * @param {(of: number) => any} page.search the search with an index, or null until there is one
   * @param {(question: any) => void} page.answered shows the answer in the tree
   * @param {() => void} page.changed draws the answer that is given in the tree
   * @param {() => void} page.cleared
   * @param {(question: any, isAsking: boolean) => void} page.goneOn after a question, and whether one follows
   * @param {(words: string) => void} page.say
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
    this.#one(".hand-in").addEventListener("click", () => this.#answer(this.answer.chosen));
    this.#one(".give-up").addEventListener("click", () => this.#explain(false));
    this.#one(".reset").addEventListener("click", () => this.#reset());
    this.#one("#turn-to-question").addEventListener("click", () => {
      this.#element.classList.add("answering");
      this.#buttons[0]?.focus();
    });
  }

  // Reserves the space of a question until the searches are there.
  open(lesson, step, of) {
    this.#lesson = lesson;
    this.#seen.clear();
    this.#clear();
    this.#show(Boolean(this.#askAt(step, of)));
    this.#count();
  }

  // Asks what the lesson asks at this step of a search, unless it still explains an answer.
  go(step, of) {
    const isExplained = this.asked && !this.answer;
    if (isExplained && step === this.asked.at && of === this.asked.of) return;
    if (isExplained) this.#clear();
    const before = this.asked;
    const asked = this.#askedAt(step, of);
    // A question about a line of code can get other lines.
    const isSame = asked?.key === before?.key && String(asked?.choices) === String(before?.choices);
    if (asked && this.answer && isSame) return;
    this.answer = null;
    this.asked = asked;
    const isTurnedTo = !before && this.#element.matches(".answering"); // before the searches arrived
    const isOther = !isTurnedTo && asked?.key !== before?.key;
    if (isOther) this.#element.classList.remove("answering"); // Its paragraph comes first.
    this.#show(Boolean(asked));
    if (!asked) return;
    this.#seen.add(this.asked.key);
    this.#draw();
    if (isTurnedTo) this.#buttons[0].focus();
  }

  // The first step after `from`, up to `to`, at which there is a question not asked yet, or null.
  stop(from, to, of) {
    const isNew = ({ step }) => step > from && step <= to && this.#isNew(step, of);
    return this.#lesson?.asks.find(isNew)?.step ?? null; // They are in order.
  }

  // Takes what is done in the tree, as a tree's page does. Returns whether it belongs to the answer.
  act(node, { key, part }) {
    if (!this.answer) return false;
    if (key === "Enter" && this.answer.isGiven) {
      this.#answer(this.answer.chosen);
      return true;
    }
    return this.#take(key !== "Enter" && this.answer.act(node, part));
  }
  type(key) {
    return this.#take(Boolean(this.answer?.type(key)));
  }

  #take(isTaken) {
    if (!isTaken) return false;
    this.#drawChosen();
    this.#page.changed();
    const chosen = this.asked.choices[this.answer.chosen];
    this.#page.say(chosen ? `Your answer: ${chosen[0]} Press Enter to check it.` : "No answer.");
    return true;
  }

  #drawChosen() {
    const { chosen, isGiven } = this.answer;
    this.#buttons.forEach((each, index) => each.classList.toggle("chosen", isGiven && index === chosen));
    this.#one(".hand-in").hidden = !isGiven;
  }

  #isNew(step, of) {
    const asked = this.#askedAt(step, of);
    return Boolean(asked) && !this.#seen.has(asked.key);
  }

  #askAt(at, of) {
    if (!this.#one("[name=asks]").checked) return undefined;
    return this.#lesson?.asks.find((ask) => ask.step === at && ask.of === of);
  }

  #askedAt(step, of) {
    const ask = this.#askAt(step, of);
    const search = ask && this.#page.search(of);
    const question = search && questionOf(search, ask);
    return question ? { ...question, of, step, key: `${this.#lesson.id}:${step}` } : null;
  }

  #draw() {
    const { question, choices, writes, isLettered } = this.asked;
    this.answer = new Answer(this.asked);
    this.#one(".question legend").textContent = question;
    this.#one(".verdict").textContent = "";
    this.#one(".go-on").hidden = this.#one(".give-up").hidden = true;
    this.#one(".choices").replaceChildren(...choices.map(([words], index) =>
      button(isLettered ? `${writes[index]}: ${words}` : words, () => this.#answer(index))));
    this.#drawChosen();
  }

  // A wrong answer says why, and can be followed by another one.
  #answer(index) {
    const button = this.#buttons[index];
    if (button.getAttribute("aria-disabled") || !this.answer) return;
    const [, isRight, against] = this.asked.choices[index];
    save(KEPT, { [this.asked.key]: isRight, ...(load(KEPT) ?? {}) });
    this.#count();
    if (isRight) return this.#explain(true);
    button.setAttribute("aria-disabled", "true");
    button.className = "wrong";
    this.#one(".give-up").hidden = false;
    this.answer.reject(index);
    this.#drawChosen();
    this.#page.changed();
    this.#tell(`No. ${against || this.asked.hint} Try again.`);
  }

  // Shows the answer, with its reason, in words and in the tree.
  #explain(isRight) {
    const { choices, why } = this.asked;
    this.#buttons.forEach((each, index) => {
      each.setAttribute("aria-disabled", "true");
      if (choices[index][1]) each.className = "right";
      else each.hidden = true; // the verdict takes its place
    });
    this.#one(".give-up").hidden = this.#one(".hand-in").hidden = true;
    this.#one(".go-on").hidden = false;
    this.answer = null;
    const right = choices.filter(([, isOne]) => isOne).map(([each]) => each).join(" or ");
    this.#page.answered(this.asked);
    this.#tell(`${isRight ? "Right." : `The answer is: ${right.replace(/\.$/, "")}.`} ${why}`);
    this.#one(".go-on").focus({ preventScroll: true });
  }

  get #buttons() {
    return [...this.#one(".choices").children];
  }

  #tell(verdict) {
    this.#one(".verdict").textContent = verdict;
    for (const part of [".answers", ".verdict"]) this.#one(part).scrollIntoView({ block: "nearest" });
    this.#page.say(verdict);
  }

  #goOn() {
    const { asked } = this;
    this.#clear();
    const isAsking = this.#isNew(asked.at, asked.of);
    if (isAsking) this.go(asked.at, asked.of);
    this.#page.goneOn(asked, isAsking);
  }

  #clear() {
    this.asked = this.answer = null;
    this.#show(false);
    this.#page.cleared();
  }

  // Counts the first tries in this lesson.
  #count() {
    const kept = Object.entries(load(KEPT) ?? {}).filter(([key]) => key.startsWith(`${this.#lesson?.id}:`));
    const right = kept.filter(([, isRight]) => isRight).length;
    this.#one(".tally").textContent = kept.length ? `${right} of ${kept.length} right at the first try` : "";
    this.#one(".reset").hidden = !kept.length;
  }

  #reset() {
    if (!confirm("Forget your answers in this lesson?")) return;
    const others = Object.entries(load(KEPT) ?? {}).filter(([key]) => !key.startsWith(`${this.#lesson.id}:`));
    save(KEPT, Object.fromEntries(others));
    this.#seen.clear();
    this.#count();
  }

  #show(isAsking) {
    this.#one(".question").hidden = !isAsking;
    this.#one("#turn-to-question").hidden = !isAsking;
    this.#element.classList.toggle("asks", isAsking);
    if (!isAsking) this.#element.classList.remove("answering");
  }

  #one(selector) {
    return this.#element.querySelector(selector);
  }
}
