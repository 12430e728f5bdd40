// The words that questions share.

import { nameOf } from "../../client/pages.js";
import { pathTo } from "../../tree/values.js";

export const MOST = 5; // choices
export const moveTo = (node) => nameOf(node, node.cell);
export const movesOf = (nodes) => nodes.map(moveTo).join(", ");
export const cellsOf = (node, cells) => cells.map((cell) => nameOf(node, cell)).join(", ");

export const way = (node) => pathTo(node).map((each) => `${each.side} ${moveTo(each)}`).join(", ");
export const place = (node) => (node.parent ? `after ${way(node)}` : "at the top");
export const the = (node) => `the position ${place(node)}`;

// Choices of which one is right, by their words.
export const choicesOf = (words, right) => words.map((each) => [String(each), each === right]);
export const sentenceCase = (words) => words[0].toUpperCase() + words.slice(1);
