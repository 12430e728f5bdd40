// Describes a search in words.

import { nameOf } from "../client/pages.js";
import { FIRST, ORDERS } from "./search.js";
import { formatValue } from "./format.js";

export { formatValue };

export const ALGORITHMS = {
  minimax: "Minimax",
  alpha_beta: "Alpha-beta",
  alpha_beta_cached: "Alpha-beta with a cache",
};

// The name of a search, with what sets it apart from others.
export function titleOf({ algorithm, values, maxDepth, order }) {
  const scores = values === "score" ? ", scores" : "";
  const depth = maxDepth === null ? "" : `, ${maxDepth} ${maxDepth === 1 ? "ply" : "plies"} deep`;
  return `${ALGORITHMS[algorithm]}${scores}${depth}${order === FIRST ? "" : `, cells ${ORDERS[order]}`}`;
}

// "≤" or "≥" if a search, because of its window, has returned a bound instead of the value.
export function boundOf(search, node) {
  const { isLeaf, value, alpha, beta, sameAs } = node;
  if (sameAs !== null) return boundOf(search, search.nodes[sameAs]);
  if (isLeaf) return "";
  if (value <= alpha) return "≤ ";
  return value >= beta ? "≥ " : "";
}

const BOUNDS = { "≤ ": "at most ", "≥ ": "at least ", "": "" };
const valueInWords = (search, node) => BOUNDS[boundOf(search, node)] + formatValue(node.value);

const placesOf = (node, cells) => cells.map((cell) => nameOf(node, cell)).join(", ");
const movesOf = (node, cells) => `${cells.length === 1 ? "1 move" : `${cells.length} moves`} (${placesOf(node, cells)})`;

// Describes the last step.
export function sentenceAt(search, step) {
  const event = search.eventAt(step);
  if (!event) return "The search has not started. Step forward, or press Play.";
  const { node, isEntered } = event;
  return isEntered ? entering(search, node) : `${leaving(search, node)}${rising(search, node)}`;
}

function entering(search, node) {
  const { toMove, parent } = node;
  if (!parent) return `The search starts at the top. ${toMove} is to move, and all values are for ${toMove}.`;
  const parts = [`${node.side} plays ${nameOf(node, node.cell)}.`, search.showsWindow ? windowInWords(node) : ""];
  const isRepeated = search.algorithm === "alpha_beta_cached" && node.before && node.end !== "cached" && !node.isLeaf;
  if (isRepeated) parts.push(`This board was searched at step ${node.before.entered + 1}, but in another window, so the cache has no value.`);
  return parts.filter(Boolean).join(" ");
}

function windowInWords({ alpha, beta }) {
  if (alpha === -Infinity && beta === Infinity) return "";
  const limits = [];
  if (alpha > -Infinity) limits.push(`above ${formatValue(alpha)}`);
  if (beta < Infinity) limits.push(`below ${formatValue(beta)}`);
  return `Only a value ${limits.join(" and ")} would change anything.`;
}

function leaving(search, node) {
  return LEAVING[node.end](search, node);
}

const LEAVING = {
  win: ended,
  loss: ended,
  draw: () => "The board is full: a draw, worth 0.",
  depth: (search, node) => `Ply ${node.ply} is the limit: the position is not searched, but estimated at ${formatValue(node.value)}.`,
  cached: (search, node) => `This board was searched in the same window at step ${search.nodes[node.sameAs].entered + 1}: its value, ${valueInWords(search, node)}, is looked up.`,
  searched: (search, node) => `All of ${node.toMove}'s moves have been examined: ${node.toMove} takes the ${node.isMax ? "highest" : "lowest"}, ${valueInWords(search, node)}.`,
  cutoff: cutReason,
};

function ended({ side, position }, node) {
  const mover = node.side ?? (node.toMove === "X" ? "O" : "X");
  const verb = position.misere ? "completes a line and loses" : "completes a line and wins";
  return `${mover} ${verb}: worth ${formatValue(node.value)} for ${side}.`;
}

// Why the remaining moves cannot matter: the side that could come here has a move elsewhere that is as good.
export function cutReason(search, node) {
  const are = node.leftOut.length === 1 ? "is" : "are";
  return `Cut: ${reasonOf(search, node)} ${movesOf(node, node.leftOut)} ${are} skipped.`;
}

export function reasonOf({ side, values }, node) {
  const reply = node.children.find(({ value }) => value === node.value);
  const bound = node.isMax ? node.beta : node.alpha;
  const chooser = node.isMax ? (side === "X" ? "O" : "X") : side;
  const choice = `${chooser} already has ${formatValue(bound)}${choiceInWords(node, bound)}`;
  // Nothing is better than this, whatever is found here.
  if (values === "outcome" && bound === (node.isMax ? -1 : 1)) return `${choice}, and no value is better for ${chooser}.`;
  const limit = `${formatValue(node.value)} or ${node.isMax ? "more" : "less"}`;
  const here = `${node.toMove}'s ${node.ply ? "reply" : "move"} ${nameOf(reply, reply.cell)} makes this worth ${limit} for ${side}.`;
  return `${here} ${choice}, so ${chooser} ${node.value === bound ? "gains nothing by coming here" : "will not come here"}.`;
}

// The move that set a bound, and the one on the way here that it replaces.
function choiceInWords(node, bound) {
  const source = sourceOf(node, bound);
  if (!source) return "";
  const instead = pathTo(node).find(({ parent }) => parent === source.parent);
  return ` with ${nameOf(source, source.cell)} instead of ${nameOf(instead, instead.cell)}`;
}

// The nodes from below the root to a node.
export function pathTo(node) {
  return node.parent ? [...pathTo(node.parent), node] : [];
}

// The move higher up that set a bound.
export function sourceOf(node, bound) {
  for (let above = node.parent; above; above = above.parent) {
    if (above.isMax === node.isMax) continue;
    const source = above.children.find(({ value, left }) => left < node.entered && value === bound);
    if (source) return source;
  }
  return null;
}

function rising(search, { parent, left, value }) {
  if (!parent) return ` The search ends with ${formatValue(value)} for ${search.side}.`;
  const { best } = search.stateAt(parent, left);
  const isBetter = best === null || (parent.isMax ? value > best : value < best);
  return isBetter
    ? ` It is ${parent.toMove}'s best so far, one level up.`
    : ` One level up, ${parent.toMove} keeps ${formatValue(best)}.`;
}

// A node in one line, as known after this many steps.
export function lineOf(search, node, step) {
  const { isEntered, isLeft, best, alpha, beta } = search.stateAt(node, step);
  const move = node.side ? `Ply ${node.ply}, ${node.side} ${nameOf(node, node.cell)}` : "The root";
  if (!isEntered) return `${move}: not reached yet`;
  const parts = [isLeft ? `value ${valueInWords(search, node)}` : best === null ? "entered" : `best so far ${formatValue(best)}`];
  if (node.isLeaf && isLeft) parts.push(node.end === "depth" ? "an estimate" : node.end === "draw" ? "a draw" : `a ${node.end} for ${search.side}`);
  else parts.push(`${node.toMove} takes the ${node.isMax ? "highest" : "lowest"}`);
  if (search.showsWindow && !node.isLeaf && Number.isFinite(alpha)) parts.push(`alpha ${formatValue(alpha)}`);
  if (search.showsWindow && !node.isLeaf && Number.isFinite(beta)) parts.push(`beta ${formatValue(beta)}`);
  if (isLeft && node.end === "cached") parts.push("looked up");
  if (isLeft && node.end === "cutoff") parts.push(`cut: ${movesOf(node, node.leftOut)} skipped`);
  return `${move}: ${parts.join(", ")}`;
}
