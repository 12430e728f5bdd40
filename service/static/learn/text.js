// The text of a lesson, page by page: introduced terms, and links to the glossary, to steps and to other pages.

import { html } from "../shared/dom.js";
import { LESSONS, TERMS } from "./lessons.js";

const MARKS = /_(.+?)_|\{(.+?)\}|\[(.+?)\]\((.+?)\)/g;
const STEP = /^(?:(\d):)?(\d+)$/; // the number of a search, by default 1, and its step

// The paragraphs; `hrefOf({ of, step })` is the URL of a step.
export function paragraphs(texts, hrefOf) {
  return texts.map((words) => html("p", {}, partsOf(words, hrefOf)));
}

// The steps that a text links to, each with the index of its search.
export function stepsIn(words) {
  return [...words.matchAll(MARKS)].map(([, , , , target]) => stepOf(target ?? "")).filter(Boolean);
}

function stepOf(target) {
  const found = STEP.exec(target);
  return found && { of: Number(found[1] ?? 1) - 1, step: Number(found[2]) };
}

function partsOf(words, hrefOf) {
  const parts = [];
  let from = 0;
  for (const { 0: { length }, index, 1: introduced, 2: term, 3: linked, 4: target } of words.matchAll(MARKS)) {
    parts.push(words.slice(from, index));
    if (introduced) parts.push(html("dfn", {}, introduced));
    else if (term) parts.push(termLink(term));
    else parts.push(linkTo(linked, target, hrefOf));
    from = index + length;
  }
  return [...parts, words.slice(from)];
}

// A link to a term, which works without the card, too; `written` is its words, or "words|term".
function termLink(written) {
  const [words, term = words] = written.split("|");
  return html("a", { href: `#${idOf(term)}`, className: "term", "data-term": term }, words);
}

function linkTo(words, target, hrefOf) {
  const found = stepOf(target);
  if (!found) return html("a", { href: target }, words);
  return html("a", { href: hrefOf(found), "data-step": target, className: "step" }, words);
}

// Calls `act` with the step of a link that is followed in this window.
export function connectLinks(element, act) {
  element.addEventListener("click", (event) => {
    const link = event.target.closest("a.step");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    act(stepOf(link.dataset.step));
  });
}

const numberOf = (id) => LESSONS.findIndex((lesson) => lesson.id === id) + 1;
const source = (id) => html("a", { href: `learn?lesson=${id}` }, `Lesson ${numberOf(id)}`);
const idOf = (term) => `term-${term.replaceAll(" ", "-")}`;

// Fills the list of terms, and shows a term's definition when a link to it is followed.
export function connectGlossary(list, card) {
  for (const [term, [definition, lesson]] of Object.entries(TERMS)) {
    list.append(html("dt", { id: idOf(term) }, term), html("dd", {}, `${definition} `, source(lesson)));
  }
  document.addEventListener("click", (event) => {
    const term = event.target instanceof Element && event.target.closest("a.term")?.getAttribute("data-term");
    if (!term) return;
    event.preventDefault();
    const [definition, lesson] = TERMS[term];
    card.replaceChildren(html("h2", { id: "definition-title" }, term), html("p", {}, `${definition} `, source(lesson)));
    card.showPopover();
  });
}
