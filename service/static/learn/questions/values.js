// Questions about values and games.

import { nameOf } from "../../../client/labels.js";
import { boundOf, formatValue } from "../sentences.js";
import { choicesOf, movesOf, moveTo, OTHER, place, the } from "./words.js";

const MOST = 5; // choices
const RESULTS = { "1": "1, a win", "0": "0, a draw", "-1": "−1, a loss" };

export function value(search, node) {
  return {
    question: `What will ${the(node)} be worth for ${search.side}?`,
    choices: valuesIn(search, node),
    why: whyValue(search, node),
    shown: lineFrom(search, node),
    at: node.left + 1,
  };
}

function valuesIn({ values, nodes, maxDepth }, node) {
  const choice = (value, words) => [words, value === node.value, against(node, value)];
  if (values === "outcome" && maxDepth === null) return [-1, 0, 1].map((value) => choice(value, RESULTS[value]));
  const found = new Set([node.value, -node.value, ...nodes.map(({ value }) => value)]);
  return [...found].slice(0, MOST).sort((a, b) => a - b).map((value) => choice(value, formatValue(value)));
}

// Why a node is not worth a value.
function against({ isLeaf, isMax, toMove, value: right }, value) {
  if (isLeaf) return "";
  return (isMax ? value > right : value < right) ? `${toMove} cannot force that.` : `${toMove} has a better move.`;
}

export function whyValue(search, node) {
  const { side } = search;
  if (node.isLeaf) return `The game ends here: ${ending(node, side)}`;
  const { toMove, isMax, children } = node;
  const equal = children.filter((child) => child.value === node.value);
  const known = equal.filter((child) => boundOf(search, child) === "");
  const giving = known.length ? known : equal;
  const extreme = isMax ? "highest" : "lowest";
  return `${toMove} is to move and takes the ${extreme} value, ${formatValue(node.value)} for ${side}, with ${giving.map(moveTo).join(" or ")}.`;
}

function ending({ end }, side) {
  if (end === "draw") return "the board is full, a draw.";
  return end === "depth" ? "at the limit, the position is estimated." : `${end === "win" ? side : OTHER[side]} has completed a line.`;
}

// The node and those below it that give its value, down to a leaf.
function lineFrom(search, node) {
  const same = node.sameAs === null ? node : search.nodes[node.sameAs];
  const giving = same.children.find((child) => child.value === same.value);
  return [...new Set([node, same]), ...(giving ? lineFrom(search, giving) : [])];
}

export function negated(search, node) {
  const own = node.ply % 2 ? -node.value : node.value;
  return {
    question: `Negamax sees ${the(node)} from its side to move, ${node.toMove}. What does it return there?`,
    choices: [-1, 0, 1].map((each) => [formatValue(each), each === (own === 0 ? 0 : own)]),
    why: `${node.toMove} is to move. The tree shows ${formatValue(node.value)} for ${search.side}` +
      (node.ply % 2 ? ", the other side, so the sign changes." : ", the same side, so the sign stays."),
    shown: [node],
    at: node.left + 1,
  };
}

export function end(search, node) {
  const { side } = search;
  const found = { win: `${side} has won`, loss: `${OTHER[side]} has won`, draw: "a draw" }[node.end] ?? "it goes on";
  return {
    question: `How does the game stand ${place(node)}?`,
    choices: choicesOf([`${side} has won`, `${OTHER[side]} has won`, "a draw", "it goes on"], found),
    why: node.isLeaf ? `The game ends here: ${ending(node, side)}` : `No line is complete, and ${node.toMove} can still move.`,
    shown: [node],
    at: node.left + 1,
  };
}

export function games({ nodes, root, maxDepth, steps }) {
  const leaves = nodes.filter(({ isLeaf }) => isLeaf);
  const empty = root.marks.filter((mark) => mark === null).length;
  const plies = maxDepth ?? empty;
  const orders = Array.from({ length: plies }, (_, ply) => empty - ply).reduce((product, each) => product * each, 1);
  const choices = [...new Set([leaves.length, nodes.length, orders, empty * plies])].sort((a, b) => a - b);
  return {
    question: maxDepth === null ? "How many games are there from the position at the top?" : `How many positions are at ply ${maxDepth}?`,
    choices: choicesOf(choices, leaves.length),
    why: maxDepth === null
      ? `Each leaf ends one game: ${leaves.length} of the ${nodes.length} nodes are leaves. The ${empty} cells can be filled in ${orders} orders, but some games end early.`
      : `Each of the ${empty} moves has ${empty - 1} replies.`,
    shown: leaves.length < 20 ? leaves : [root],
    at: steps,
  };
}

export function best(search) {
  const { children, value: most, toMove } = search.root;
  // Of a move worth “≤” the highest value, the search does not know whether it is as good.
  const known = children.filter((child) => child.value !== most || boundOf(search, child) === "");
  const right = known.filter((child) => child.value === most);
  return {
    question: `Which move is best${right.length > 1 ? ", or equal best," : ""} for ${toMove} at the top?`,
    choices: known.map((child) => [moveTo(child), right.includes(child)]),
    why: `Worth ${formatValue(most)}: ${movesOf(right)}. ${whyNot(search, known.filter((child) => !right.includes(child)))}`,
    shown: right,
    at: search.steps,
  };
}

// What the opponent does against the moves that are not best.
function whyNot(search, children) {
  const replies = children.filter(({ isLeaf }) => !isLeaf).map((child) => {
    const reply = child.children.find(({ value: each }) => each === child.value);
    return `${moveTo(child)} (${boundOf(search, child)}${formatValue(child.value)}, after ${moveTo(reply)})`;
  });
  return replies.length ? `Not as good: ${replies.join(", ")}.` : "";
}

export function equals(search) {
  const { children, value: most, toMove } = search.root;
  const right = children.filter((child) => child.value === most);
  return {
    question: `Among how many moves can a program choose at random for ${toMove}, without giving anything away?`,
    choices: choicesOf(children.map((_, index) => index + 1), right.length),
    why: `${movesOf(right)} have the highest value, ${formatValue(most)}.`,
    shown: right,
    at: search.steps,
  };
}

export function open(search, node) {
  const { side, position } = search;
  const lines = linesOf(position).filter((line) => line.every((cell) => node.marks[cell] !== OTHER[side]));
  const most = Math.max(lines.length, 2);
  return {
    question: `How many lines are still open to ${side} in ${the(node)}?`,
    choices: choicesOf(Array.from({ length: MOST }, (_, index) => most - 2 + index), lines.length),
    why: `Without a mark of ${OTHER[side]}: ${lines.map((line) => line.map((cell) => nameOf(node, cell)).join("-")).join(", ") || "none"}.`,
    shown: [node],
    at: node.left + 1,
  };
}

// All lines of a board, each as its cells.
function linesOf({ columns, rows, in_a_row: length }) {
  const lines = [];
  for (const [right, down] of [[1, 0], [0, 1], [1, 1], [-1, 1]]) {
    for (let cell = 0; cell < columns * rows; cell += 1) {
      const [column, row] = [cell % columns + right * (length - 1), Math.floor(cell / columns) + down * (length - 1)];
      if (column < 0 || column >= columns || row >= rows) continue;
      lines.push(Array.from({ length }, (_, index) => cell + index * (right + down * columns)));
    }
  }
  return lines;
}
