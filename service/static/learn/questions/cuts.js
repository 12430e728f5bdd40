// Questions about cutoffs, windows and the cache.

import { boundOf, reasonOf, pathTo, sourceOf, formatValue } from "../sentences.js";
import { whyValue } from "./values.js";
import { cellsOf, movesOf, moveTo, OTHER, place, the } from "./words.js";

// Whether moves not yet searched at a node can change the value at the top.
export function matter(search, node, step) {
  const { best: found } = search.stateAt(node, step);
  const choosers = pathTo(node).map(({ parent }) => parent).filter(({ isMax }) => isMax !== node.isMax);
  const known = choosers.flatMap(({ children }) => children.filter(({ left }) => left < Math.min(step, node.entered)));
  const kept = known.find((each) => (node.isMax ? found >= each.value : found <= each.value));
  const left = node.children.filter(({ entered }) => entered >= step);
  const { toMove } = node;
  const had = `${toMove} has ${formatValue(found)} here, with ${movesOf(node.children.filter((each) => each.left < step && each.value === found))}`;
  return {
    question: `Can ${toMove}'s other moves ${place(node)} (${movesOf(left)}) still change the value at the top?`,
    choices: [["Yes", !kept], ["No", Boolean(kept)]],
    why: kept
      ? `${had}, so this is no better for ${OTHER[toMove]} than ${moveTo(kept)}, which is worth ${formatValue(kept.value)}.`
      : `${had}, but ${OTHER[toMove]} has nothing as good elsewhere, so a better reply still counts.`,
    shown: [node, ...node.children.filter((each) => each.left < step), ...(kept ? [kept] : known)],
    at: step,
  };
}

export function cut(search, node) {
  const order = [...node.children.map(({ cell }) => cell), ...node.leftOut];
  const choices = order.slice(1).map((_, index) => order.slice(index + 1));
  return {
    question: `${sentenceCase(place(node))}, ${node.toMove} can play ${cellsOf(node, order)}, in this order. Which moves will be cut?`,
    choices: [["none", !node.leftOut.length],
      ...choices.map((cells) => [cellsOf(node, cells), cells.length === node.leftOut.length]).reverse()],
    why: node.leftOut.length ? reasonOf(search, node) : "No value reaches a bound, so every move is searched.",
    shown: [node, ...reasons(node)],
    at: node.left + 1,
  };
}

const sentenceCase = (words) => words[0].toUpperCase() + words.slice(1);

// The reply that caused a cutoff, and the move that had set the bound.
function reasons(node) {
  const reply = node.children.find((child) => child.value === node.value);
  const source = sourceOf(node, node.isMax ? node.beta : node.alpha);
  return [reply, source].filter(Boolean);
}

export function why(search, node) {
  const [first] = node.leftOut;
  if (first === undefined) return null;
  const skipped = node.leftOut.map((cell) => cellsOf(node, [cell])).join(" or ");
  return {
    question: `Why is it right to skip ${skipped} ${place(node)}?`,
    choices: [
      [`It would be bad for ${node.toMove} to play ${skipped}.`, false, "Nobody knows: what follows it was never searched."],
      [`Whatever follows ${skipped}, the value at the top stays the same.`, true],
      ["The same positions were searched before.", false, "They were not, and there is no cache."],
    ],
    why: reasonOf(search, node),
    shown: [node, ...reasons(node)],
    at: node.left + 1,
  };
}

export function bound(search, node) {
  const words = { "≤ ": "at most ", "≥ ": "at least ", "": "exactly " };
  return {
    question: `What will the search know about ${the(node)} when it leaves that position?`,
    choices: Object.entries(words).map(([sign, word]) => [`It is worth ${word}${formatValue(node.value)}.`, sign === boundOf(search, node)]),
    why: node.leftOut.length ? `The search skips ${cellsOf(node, node.leftOut)}. ${reasonOf(search, node)}` : whyValue(search, node),
    shown: [node, ...reasons(node)],
    at: node.left + 1,
  };
}

export function alpha(search, node) {
  return limit(search, node, "alpha", "best value so far at a ▲ max position above");
}

export function beta(search, node) {
  return limit(search, node, "beta", "lowest value so far at a ▼ min position above");
}

function limit(search, node, name, meaning) {
  const source = sourceOf({ ...node, isMax: name === "beta" }, node[name]);
  return {
    question: `What will ${name} be when the search enters ${the(node)}?`,
    choices: [-Infinity, -1, 0, 1, Infinity].map((each) => [formatValue(each), each === node[name]]),
    why: source ? `It is the ${meaning}: ${formatValue(source.value)}, with ${moveTo(source)}.` : "No such value is known yet: the window is open.",
    shown: source ? [node, source] : [node],
    at: node.entered + 1,
  };
}

export function lookup(search, _, step) {
  const { node } = search.eventAt(step + 1);
  const isKnown = node.end === "cached";
  const { before } = node;
  const again = before && `This board was searched ${place(before)}, but in another window.`;
  return {
    question: `Next comes ${the(node)}. Will it be looked up or searched?`,
    choices: [["looked up", isKnown], ["searched", !isKnown]],
    why: isKnown ? `The same board was searched in the same window ${place(search.nodes[node.sameAs])}.` : (again || "This board has not come up before."),
    shown: [node, isKnown ? search.nodes[node.sameAs] : before].filter(Boolean),
    at: step + 1,
  };
}
