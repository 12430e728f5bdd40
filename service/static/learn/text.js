// The text of a lesson: introduced terms, and links to the glossary, to steps and to pages.

import { html } from "../shared/dom.js";
import { LESSONS } from "./lessons.js";

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

// The terms of the lessons: what each means, and the lesson that introduces it.

export const TERMS = {
  alpha: ["The value that the side to move at the root is already sure of by another choice higher up. Written α.", "window"],
  "alpha-beta": ["Minimax or negamax with cutoffs.", "cut"],
  "base case": ["The case in which a recursive function returns without calling itself: here, a terminal position.", "recursion"],
  beta: ["The value that the opponent of the side to move at the root is already sure of by another choice higher up. Written β.", "window"],
  bound: ["A limit on a value: “≤ 0” means 0 or less, “≥ 0” means 0 or more.", "cut"],
  cache: ["A table of results, so that a position that comes up again is looked up instead of searched.", "cache"],
  cutoff: ["The decision to skip the remaining moves of a node because they cannot change the result. Also called a cut.", "cut"],
  evaluation: ["An estimate of a value without a search, for example from the open lines.", "limit"],
  fork: ["A move that makes two threats at once.", "rules"],
  horizon: ["The depth limit of a search: the search sees nothing beyond it.", "horizon"],
  key: ["What a cache finds a result by: here, the position with alpha and beta.", "key"],
  leaf: ["A node without moves below it: the end of a game, or a position at the depth limit.", "build"],
  minimax: ["A search in which one side takes the highest value and the other the lowest.", "opponent"],
  negamax: ["Minimax with one rule for both sides: the highest of the values below, each with its sign changed.", "negamax"],
  node: ["One position in a tree. The same position can appear at several nodes.", "tree"],
  "open line": ["A line on which the other side has no mark.", "limit"],
  ply: ["One move by one side. The plies of a tree are counted from the root, which is ply 0.", "depth"],
  position: ["The marks on the board and the side to move.", "build"],
  recursion: ["Solving a problem with a function that calls itself on smaller parts of it.", "recursion"],
  root: ["The node at the top of a tree: the position that is searched.", "value"],
  score: ["A value that also counts plies: 100 minus the plies to a win, the negative of that for a loss, and 0 for a draw.", "depth"],
  "side to move": ["The side whose turn it is.", "build"],
  terminal: ["Finished: a side has completed a line, or the board is full.", "build"],
  tree: ["A position, the positions that its moves lead to, the positions after those, and so on.", "tree"],
  value: ["The result of best play by both sides: 1 for a win for the side to move at the root, 0 for a draw, −1 for a loss.", "value"],
  window: ["The values between alpha and beta: only these can change the result.", "window"],
};

const numberOf = (id) => LESSONS.findIndex((lesson) => lesson.id === id) + 1;
const source = (id) => html("a", { href: `learn?lesson=${id}` }, `Lesson ${numberOf(id)}`);

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

// A link to a term, which works without the card, too.
export function termLink(words, term) {
  return html("a", { href: `#${idOf(term)}`, className: "term", "data-term": term }, words);
}

const idOf = (term) => `term-${term.replaceAll(" ", "-")}`;
