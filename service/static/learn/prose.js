// The text of a lesson: introduced terms, and links to the glossary, to steps and to pages.

import { html } from "../playground/html.js";
import { termLink } from "./glossary.js";

const MARKS = /_(.+?)_|\{(.+?)\}|\[(.+?)\]\((.+?)\)/g;

// The paragraphs; `hrefOf(step)` is the URL of a step.
export function paragraphs(texts, hrefOf) {
  return texts.map((words) => html("p", {}, partsOf(words, hrefOf)));
}

function partsOf(words, hrefOf) {
  const parts = [];
  let from = 0;
  for (const { 0: { length }, index, 1: introduced, 2: term, 3: linked, 4: target } of words.matchAll(MARKS)) {
    parts.push(words.slice(from, index));
    if (introduced) parts.push(html("dfn", {}, introduced));
    else if (term) parts.push(termLink(...named(term)));
    else parts.push(linkTo(linked, target, hrefOf));
    from = index + length;
  }
  return [...parts, words.slice(from)];
}

// The words and the term of "words" or "words|term".
function named(written) {
  const [words, term = words] = written.split("|");
  return /** @type {[string, string]} */ ([words, term]);
}

function linkTo(words, target, hrefOf) {
  if (!/^\d+$/.test(target)) return html("a", { href: target }, words);
  return html("a", { href: hrefOf(Number(target)), "data-step": target, className: "step" }, words);
}
