// Questions about positions, lines and games.

import { linesOf, nameOf, OTHER } from "../../client/pages.js";
import { place, the } from "../sentences.js";
import { choicesOf, MOST, whyValue } from "./values.js";

export function end(search, node) {
  const { side } = search;
  const words = { win: `${side} has won`, loss: `${OTHER[side]} has won`, draw: "a draw", on: "it goes on" };
  return {
    question: `How does the game stand ${place(node)}?`,
    choices: choicesOf(Object.values(words), words[node.end] ?? words.on),
    hint: "Look for a complete line, and for an empty cell.",
    why: node.isLeaf ? whyValue(search, node) : `No line is complete, and ${node.toMove} can still move.`,
  };
}

export function games({ nodes, root, max_depth, steps }) {
  const leaves = nodes.filter(({ isLeaf }) => isLeaf);
  const empty = root.marks.filter((mark) => mark === null).length;
  const plies = max_depth ?? empty;
  const cells = Array.from({ length: plies }, (_, ply) => empty - ply); // to choose from at each ply
  const orders = cells.reduce((product, each) => product * each, 1);
  const isShorter = leaves.length < orders;
  const choices = [...new Set([leaves.length, nodes.length, orders, empty * plies])].sort((a, b) => a - b);
  const words = max_depth === null ? {
    question: "How many games are there from the position at the top?",
    hint: "Count the leaves: each ends one game.",
    why: `Each leaf ends one game: ${leaves.length} of the ${nodes.length} nodes are leaves. ` +
      `The ${empty} cells can be filled in ${orders} orders${isShorter ? ", but some games end early" : ""}.`,
  } : {
    question: `How many positions are at ply ${max_depth}?`,
    hint: `After each of the ${empty} moves, one cell fewer is empty.`,
    why: `Each of the ${empty} moves has ${empty - 1} replies.`,
  };
  return {
    ...words,
    about: root,
    choices: choicesOf(choices, leaves.length),
    shown: leaves.length < 20 ? leaves : [root],
    at: steps,
  };
}

export function open(search, node) {
  const { side, position } = search;
  const lines = linesOf(position).filter((line) => line.every((cell) => node.marks[cell] !== OTHER[side]));
  const most = Math.max(lines.length, 2);
  return {
    question: `How many lines are still open to ${side} in ${the(node)}?`,
    choices: choicesOf(Array.from({ length: MOST }, (_, index) => most - 2 + index), lines.length),
    hint: `A line is open to ${side} while ${OTHER[side]} has no mark on it.`,
    why: `Without a mark of ${OTHER[side]}: ${linesInWords(node, lines)}.`,
  };
}

const linesInWords = (node, lines) =>
  lines.map((line) => line.map((cell) => nameOf(node, cell)).join("-")).join(", ") || "none";

// How many lines a side can complete at once.
export function threats(search, node, step) {
  const { toMove, marks } = node;
  const side = OTHER[toMove];
  const isThreat = (line) =>
    line.every((cell) => marks[cell] !== toMove) && line.filter((cell) => marks[cell] === null).length === 1;
  const lines = linesOf(search.position).filter(isThreat);
  return {
    question: `How many lines does ${side} threaten to complete ${place(node)}?`,
    choices: choicesOf([0, 1, 2, 3], lines.length),
    hint: `Count the lines with an empty cell and otherwise only marks of ${side}.`,
    why: `${linesInWords(node, lines)}.${lines.length > 1 ? ` ${toMove} can block only one.` : ""}`,
    at: Math.max(node.entered + 1, step),
  };
}
