// Questions about cutoffs, windows and the cache.

import { OTHER } from "../../client/pages.js";
import { cutoffOf, formatValue, pathTo, sourceOf } from "../../tree/values.js";
import { boundOf, cellsOf, moveTo, place, reasonOf, sentenceCase, the } from "../sentences.js";
import { movesOf, whyValue } from "./values.js";

// Whether moves not yet searched at a node can change the value at the top.
export function matter(search, node, step) {
  const { best: found } = search.stateAt(node, step);
  const choosers = pathTo(node).map(({ parent }) => parent).filter(({ isMax }) => isMax !== node.isMax);
  const known = choosers.flatMap(({ children }) => children.filter(({ left }) => left < node.entered));
  const kept = known.find((each) => (node.isMax ? found >= each.value : found <= each.value));
  const left = node.children.filter(({ entered }) => entered >= step);
  const searched = node.children.filter((each) => each.left < step);
  const giving = movesOf(searched.filter(({ value: each }) => each === found));
  const { toMove } = node;
  const had = `${toMove} has ${formatValue(found)} here, with ${giving}`;
  const other = OTHER[toMove];
  return {
    question: `Can ${toMove}'s other moves ${place(node)} (${movesOf(left)}) change the value at the top?`,
    choices: [["Yes", !kept], ["No", Boolean(kept)]],
    hint: `Compare with what ${other} already has elsewhere.`,
    why: kept
      ? `${had}, so this is no better for ${other} than ${moveTo(kept)}, worth ${formatValue(kept.value)}.`
      : `${had}, but ${other} has nothing as good elsewhere, so a better reply still counts.`,
    shown: [node, ...searched, ...(kept ? [kept] : known)],
    at: step,
  };
}

export function cut(search, node) {
  const order = [...node.children.map(({ cell }) => cell), ...node.leftOut];
  const choices = order.slice(1).map((_, index) => order.slice(index + 1));
  return {
    question: `${sentenceCase(place(node))}, ${node.toMove} can play ${cellsOf(node, order)}, ` +
      "in this order. Which moves will be cut?",
    choices: [["none", !node.leftOut.length],
      ...choices.map((cells) => [cellsOf(node, cells), cells.length === node.leftOut.length]).reverse()],
    picks: [null, ...order.slice(1).reverse()],
    isCut: true,
    hint: "Moves are cut as soon as a reply here is no better than a choice already found above.",
    why: node.leftOut.length ? reasonOf(search, node) : "No value reaches a bound: every move is searched.",
    shown: [node, ...reasons(node)],
  };
}

// The reply that caused a cutoff, and the move that had set the bound.
function reasons(node) {
  const { reply, source } = cutoffOf(node);
  return [reply, source].filter(Boolean);
}

export function why(search, node) {
  if (!node.leftOut.length) return null;
  const skipped = node.leftOut.map((cell) => cellsOf(node, [cell])).join(" or ");
  return {
    question: `Why is it right to skip ${skipped} ${place(node)}?`,
    choices: [
      [`It would be bad for ${node.toMove} to play ${skipped}.`, false, "That was never searched."],
      [`Whatever follows ${skipped}, the value at the top stays the same.`, true],
      ["The same positions were searched before.", false, "They were not, and there is no cache."],
    ],
    hint: "Compare with the value that the other side already has elsewhere.",
    why: reasonOf(search, node),
    shown: [node, ...reasons(node)],
  };
}

export function bound(search, node) {
  const words = { "≤ ": "at most ", "≥ ": "at least ", "": "exactly " };
  return {
    question: `What will the search know about ${the(node)} when it leaves that position?`,
    choices: Object.entries(words).map(([sign, word]) =>
      [`It is worth ${word}${formatValue(node.value)}.`, sign === boundOf(node)]),
    writes: Object.keys(words).map((sign) => `${sign}${formatValue(node.value)}`),
    hint: "Moves that are skipped could only make the value more extreme.",
    why: node.leftOut.length
      ? `The search skips ${cellsOf(node, node.leftOut)}. ${reasonOf(search, node)}`
      : whyValue(search, node),
    shown: [node, ...reasons(node)],
  };
}

export function limit(search, node, name, meaning) {
  const source = sourceOf(node, name === "alpha", node[name]);
  return {
    question: `What will ${name} be when the search enters ${the(node)}?`,
    choices: [-Infinity, -1, 0, 1, Infinity].map((each) => [formatValue(each), each === node[name]]),
    hint: "Look at the levels above: only values that are already known count.",
    why: source
      ? `It is the ${meaning}: ${formatValue(source.value)}, with ${moveTo(source)}.`
      : "No such value is known yet: the window is open.",
    shown: source ? [node, source] : [node],
    at: node.entered + 1,
  };
}

export function lookup(search, _, step) {
  const { node } = search.eventAt(step + 1);
  const isKnown = node.end === "cached";
  const first = search.firstWith(node.marks);
  const { sameAs } = node;
  const found = sameAs && `The same board was searched in the same window ${place(sameAs)}.`;
  const again = first !== node && `This board was searched ${place(first)}, but in another window.`;
  return {
    question: `Next comes ${the(node)}. Will it be looked up or searched?`,
    choices: [["looked up", isKnown], ["searched", !isKnown]],
    hint: "Has the same board come up before, with the same alpha and beta?",
    why: found || again || "This board has not come up before.",
    shown: [...new Set([node, sameAs ?? first])],
    about: node,
    at: step + 1,
  };
}
