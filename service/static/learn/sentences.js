// Describes a search in words, without values until the lessons introduce them (`showsValues` of a search).

import { nameOf, OTHER } from "../client/pages.js";
import { cutoffOf, formatValue, pathTo } from "../tree/values.js";
import { DEFAULTS, ORDERS } from "./search.js";

export const ALGORITHMS = {
  minimax: "Minimax",
  alpha_beta: "Alpha-beta",
  alpha_beta_cached: "Alpha-beta with a cache",
};
// The settings of a search in words.
const SETTINGS = {
  algorithm: (name) => ALGORITHMS[name],
  values: (name) => (name === "score" ? "scores" : "win, draw or loss"),
  max_depth: (plies) => (plies === null ? "to the end" : `${plies} ${plies === 1 ? "ply" : "plies"} deep`),
  order: (name) => ORDERS[name],
};
const settingsInWords = (search, isTold) =>
  Object.keys(SETTINGS).filter(isTold).map((name) => SETTINGS[name](search[name])).join(", ");

// The name of a search, with what sets it apart from others.
export const titleOf = (search) => settingsInWords(search, (name) => search[name] !== DEFAULTS[name]);

// The names of two searches by that in which they differ.
export function labelsOf(searches) {
  const differs = (name) => searches.some((search) => search[name] !== searches[0][name]);
  return searches.map((search, index) =>
    sentenceCase(settingsInWords(search, differs) || `Search ${index + 1}`));
}

export const sentenceCase = (words) => words[0].toUpperCase() + words.slice(1);

// Moves and nodes in words.
export const cellsOf = (node, cells) => cells.map((cell) => nameOf(node, cell)).join(", ");
export const moveTo = (node) => nameOf(node, node.cell);
export const way = (node) => pathTo(node).map((each) => `${each.side} ${moveTo(each)}`).join(", ");
export const place = (node) => (node.parent ? `after ${way(node)}` : "at the top");
export const the = (node) => `the position ${place(node)}`;

// "≤" or "≥" if a search, because of its window, has returned a bound instead of the value.
export function boundOf({ isLeaf, value, alpha, beta, sameAs }) {
  if (sameAs) return boundOf(sameAs);
  if (isLeaf) return "";
  if (value <= alpha) return "≤ ";
  return value >= beta ? "≥ " : "";
}

// Whether a bound excludes no value: no value is above 1, or below −1.
export function isVoid(search, node) {
  const extreme = { "≤ ": 1, "≥ ": -1 }[boundOf(node)];
  return search.values === "outcome" && node.value === extreme;
}

// A value that a search returned, with its bound; "?" if the bound excludes nothing.
export function shortValue(search, node) {
  return isVoid(search, node) ? "?" : boundOf(node).trim() + formatValue(node.value);
}

const BOUNDS = { "≤ ": "at most ", "≥ ": "at least ", "": "" };
function valueInWords(search, node) {
  if (isVoid(search, node)) return "which can be any value";
  return BOUNDS[boundOf(node)] + formatValue(node.value);
}

const countedMoves = (node, cells) =>
  `${cells.length} move${cells.length > 1 ? "s" : ""} (${cellsOf(node, cells)})`;

const takesWhich = ({ toMove, isMax }) => `${toMove} takes the ${isMax ? "highest" : "lowest"}`;

// Describes the last step.
export function sentenceAt(search, step) {
  const event = search.eventAt(step);
  if (!event) return "The search has not started. Step forward, or press Play.";
  const { node, isEntered } = event;
  return isEntered ? entering(search, node) : `${LEAVING[node.end](search, node)}${rising(search, node)}`;
}

function entering(search, node) {
  const { toMove, parent } = node;
  if (!parent) {
    const values = search.showsValues ? `, and all values are for ${toMove}` : "";
    return `The search starts at the top. ${toMove} is to move${values}.`;
  }
  const parts = [`${node.side} plays ${moveTo(node)}.`];
  if (search.showsWindow) parts.push(windowInWords(node));
  const first = search.firstWith(node.marks);
  if (search.algorithm === "alpha_beta_cached" && first !== node && node.end !== "cached" && !node.isLeaf) {
    const searched = `This board was searched at step ${first.entered + 1}, but in another window`;
    parts.push(`${searched}, so the cache has no value.`);
  }
  return parts.filter(Boolean).join(" ");
}

function windowInWords({ alpha, beta }) {
  const limits = [];
  if (alpha > -Infinity) limits.push(`above ${formatValue(alpha)}`);
  if (beta < Infinity) limits.push(`below ${formatValue(beta)}`);
  return limits.length ? `Only a value ${limits.join(" and ")} would change anything.` : "";
}

const LEAVING = {
  win: ended,
  loss: ended,
  draw: ({ showsValues }) => `The board is full: a draw${showsValues ? ", worth 0" : ""}.`,
  depth: ({ showsValues }, { ply, value }) => {
    const estimate = showsValues ? `, but estimated at ${formatValue(value)}` : "";
    return `Ply ${ply} is the limit: the position is not searched${estimate}.`;
  },
  cached: (search, node) => {
    const step = node.sameAs.entered + 1;
    const found = `its value, ${valueInWords(search, node)}, is looked up`;
    return `This board was searched in the same window at step ${step}: ${found}.`;
  },
  searched: (search, node) => {
    if (!search.showsValues) return `All of ${node.toMove}'s moves have been tried.`;
    const examined = `All of ${node.toMove}'s moves have been examined`;
    return `${examined}: ${takesWhich(node)}, ${valueInWords(search, node)}.`;
  },
  cutoff: cutReason,
};

function ended({ side, position, showsValues }, node) {
  const mover = node.side ?? OTHER[node.toMove];
  const verb = position.misere ? "completes a line and loses" : "completes a line and wins";
  return `${mover} ${verb}${showsValues ? `: worth ${formatValue(node.value)} for ${side}` : ""}.`;
}

// Why the remaining moves cannot matter: the side that could come here has a move elsewhere that is as good.
export function cutReason(search, node) {
  const are = node.leftOut.length === 1 ? "is" : "are";
  return `Cut: ${reasonOf(search, node)} ${countedMoves(node, node.leftOut)} ${are} skipped.`;
}

export function reasonOf({ side, values }, node) {
  const { reply, bound, source } = cutoffOf(node);
  const chooser = node.isMax ? OTHER[side] : side;
  const instead = pathTo(node).find(({ parent }) => parent === source.parent); // the move that leads here
  const moves = `${moveTo(source)} instead of ${moveTo(instead)}`;
  const choice = `${chooser} already has ${formatValue(bound)} with ${moves}`;
  // Nothing is better than this, whatever is found here.
  const best = node.isMax ? -1 : 1;
  if (values === "outcome" && bound === best) return `${choice}, and no value is better for ${chooser}.`;
  const limit = `${formatValue(node.value)} or ${node.isMax ? "more" : "less"}`;
  const here = `${node.toMove}'s reply ${moveTo(reply)} makes this worth ${limit} for ${side}.`;
  const effect = node.value === bound ? "gains nothing by coming here" : "will not come here";
  return `${here} ${choice}, so ${chooser} ${effect}.`;
}

function rising(search, { parent, left, value }) {
  if (!search.showsValues) return parent ? "" : " The whole tree has been visited.";
  if (!parent) return ` The search ends with ${formatValue(value)} for ${search.side}.`;
  const { best } = search.stateAt(parent, left);
  const isBetter = best === null || (parent.isMax ? value > best : value < best);
  return isBetter
    ? ` It is ${parent.toMove}'s best so far, one level up.`
    : ` One level up, ${parent.toMove} keeps ${formatValue(best)}.`;
}

// A node in one line, as known after this many steps.
export function lineOf(search, node, step) {
  const { isEntered, isLeft } = search.stateAt(node, step);
  const move = node.side ? `Ply ${node.ply}, ${node.side} ${moveTo(node)}` : "The root";
  if (!isEntered) return `${move}: not reached yet`;
  if (search.showsValues) return `${move}: ${factsOf(search, node, step).join(", ")}`;
  return `${move}: ${isLeft ? resultOf(search, node) ?? "all moves tried" : "entered"}`;
}

function factsOf(search, node, step) {
  const { isLeft, best, alpha, beta } = search.stateAt(node, step);
  const soFar = best === null ? "entered" : `best so far ${formatValue(best)}`;
  const known = isVoid(search, node) ? "any value is possible" : `value ${valueInWords(search, node)}`;
  const parts = [isLeft ? known : soFar, isLeft && node.isLeaf ? resultOf(search, node) : takesWhich(node)];
  if (search.showsWindow && !node.isLeaf && Number.isFinite(alpha)) parts.push(`alpha ${formatValue(alpha)}`);
  if (search.showsWindow && !node.isLeaf && Number.isFinite(beta)) parts.push(`beta ${formatValue(beta)}`);
  if (isLeft && node.end === "cached") parts.push("looked up");
  if (isLeft && node.end === "cutoff") parts.push(`cut: ${countedMoves(node, node.leftOut)} skipped`);
  return parts;
}

// The result at a leaf; null if there is none.
export function resultOf({ side }, { end }) {
  const all = { win: `a win for ${side}`, loss: `a loss for ${side}`, draw: "a draw", depth: "an estimate" };
  return all[end] ?? null;
}

// How many nodes Noughts' own search of the position enters.
export function ownSearch({ moves, nodes, solved }) {
  if (!moves.length) return "The game is over. There is nothing to search.";
  const found = solved ? " and finds the score of every move" : "";
  return `Noughts' own search enters ${nodes.toLocaleString("en")} nodes here${found}.`;
}

// The service's sentence without the marks of code.
export const withoutCode = (message) => message.replaceAll("`", "").replace(/([a-z])_/g, "$1 ")
  .replace(/^[a-z](?=[a-z])/, (first) => first.toUpperCase());
