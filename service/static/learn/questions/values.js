// Questions about values, and about the moves that have the best.

import { OTHER } from "../../client/pages.js";
import { formatValue } from "../../tree/values.js";
import { boundOf, moveTo, the } from "../sentences.js";

export const MOST = 5; // choices
const RESULTS = { "1": "1, a win", "0": "0, a draw", "-1": "−1, a loss" };

// Choices of which one is right, by their words.
export const choicesOf = (words, right) => words.map((each) => [String(each), each === right]);
export const movesOf = (nodes) => nodes.map(moveTo).join(", ");

export function value(search, node) {
  return {
    question: `What will ${the(node)} be worth for ${search.side}?`,
    choices: valuesIn(search, node),
    hint: node.isLeaf ? "Look for a complete line on this board." : `${node.toMove} is to move there.`,
    why: whyValue(search, node),
    shown: lineFrom(node),
  };
}

function valuesIn({ isOutcome, nodes }, node) {
  const choice = (value, words) => [words, value === node.value, against(node, value)];
  if (isOutcome) return [-1, 0, 1].map((each) => choice(each, RESULTS[each]));
  const found = new Set([node.value, -node.value, ...nodes.map(({ value }) => value)]);
  return [...found].slice(0, MOST).sort((a, b) => a - b).map((value) => choice(value, formatValue(value)));
}

// Why a node is not worth a value.
function against({ isLeaf, isMax, toMove, value: right }, value) {
  if (isLeaf) return "";
  return `${toMove} ${(isMax ? value > right : value < right) ? "cannot force that" : "has a better move"}.`;
}

export function whyValue(search, node) {
  const { side } = search;
  if (node.isLeaf) return `The game ends here: ${ending(node, side)}`;
  const { toMove, isMax, children } = node;
  const equal = children.filter((child) => child.value === node.value);
  const known = equal.filter((child) => boundOf(child) === "");
  const giving = known.length ? known : equal;
  const most = `the ${isMax ? "highest" : "lowest"} value, ${formatValue(node.value)} for ${side}`;
  return `${toMove} is to move and takes ${most}, with ${giving.map(moveTo).join(" or ")}.`;
}

function ending({ end }, side) {
  if (end === "draw") return "the board is full, a draw.";
  if (end === "depth") return "at the limit, the position is estimated.";
  return `${end === "win" ? side : OTHER[side]} has completed a line.`;
}

// The node and those below it that give its value, down to a leaf.
function lineFrom(node) {
  const same = node.sameAs ?? node;
  const giving = same.children.find((child) => child.value === same.value);
  return [...new Set([node, same]), ...(giving ? lineFrom(giving) : [])];
}

export function negated(search, node) {
  const own = node.ply % 2 ? -node.value : node.value;
  return {
    question: `Negamax sees ${the(node)} from its side to move, ${node.toMove}. What does it return there?`,
    choices: choicesOf([-1, 0, 1].map(formatValue), formatValue(own)),
    hint: `The tree shows the value for ${search.side}, and ${node.toMove} is to move there.`,
    why: `${node.toMove} is to move. The tree shows ${formatValue(node.value)} for ${search.side}` +
      (node.ply % 2 ? ", the other side, so the sign changes." : ", the same side, so the sign stays."),
  };
}

export function best(search) {
  const { children, value: most, toMove } = search.root;
  // Of a move worth “≤” the highest value, the search does not know whether it is as good.
  const known = children.filter((child) => child.value !== most || boundOf(child) === "");
  const right = known.filter((child) => child.value === most);
  const others = known.filter((child) => child.value !== most);
  return {
    question: `Which move is best${right.length > 1 ? ", or equal best," : ""} for ${toMove} at the top?`,
    choices: known.map((child) => [moveTo(child), right.includes(child), whyNot([child])]),
    picks: known.map(({ cell }) => cell),
    about: search.root,
    hint: "Compare the values just below the top.",
    why: `Worth ${formatValue(most)}: ${movesOf(right)}. ${whyNot(others)}`,
    shown: right,
    at: search.steps,
  };
}

// What the opponent does against the moves that are not best.
function whyNot(children) {
  const replies = children.filter(({ isLeaf }) => !isLeaf).map((child) => {
    const reply = child.children.find(({ value: each }) => each === child.value);
    return `${moveTo(child)} (${boundOf(child)}${formatValue(child.value)}, after ${moveTo(reply)})`;
  });
  return replies.length ? `Not as good: ${replies.join(", ")}.` : "";
}

export function equals(search) {
  const { children, value: most, toMove } = search.root;
  const right = children.filter((child) => child.value === most);
  return {
    question: `Among how many moves can a program choose at random for ${toMove} and give nothing away?`,
    choices: choicesOf(children.map((_, index) => index + 1), right.length),
    about: search.root,
    hint: "Count the moves at the top that have the highest value.",
    why: `${movesOf(right)} have the highest value, ${formatValue(most)}.`,
    shown: right,
    at: search.steps,
  };
}
