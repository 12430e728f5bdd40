// The questions about a tree, in order, each with the reasons of its answer.
//
// A question has a `text`, the nodes that it is about (`marked`), and its `fields` (each with a label, the
// right value, whether it can be infinite, and the values `near` it) or the leaves to `pick`. After the
// answer, the tree `shows` more: the values or windows of nodes, or which are cut or skipped. `hint` helps
// after a wrong first try, and `why` explains the `answer` in sentences.

import { cutoffOf, formatValue, sourceOf } from "../tree/values.js";
import { chosen } from "./trees.js";
import { isEntered, leavesOf } from "./search.js";
import { windowOf } from "./tree.js";

const list = new Intl.ListFormat("en");
const shortName = (node) => (node.isLeaf ? formatValue(node.number) : node.name);
const theNode = (node) => (node.isLeaf ? `the leaf ${shortName(node)}` : node.name);
export const namesOf = (nodes) => list.format(nodes.map(shortName));

export function questionsOf(search, seed) {
  return [...valuesByLevel(search, seed), leaves(search), window(search)];
}

// The minimax value of one node on each level, from the bottom to the root.
function valuesByLevel({ nodes }, seed) {
  const inner = nodes.filter(({ isLeaf }) => !isLeaf);
  const plies = [...new Set(inner.map(({ ply }) => ply))].sort((a, b) => b - a);
  return plies.map((ply) => {
    const level = inner.filter((node) => node.ply === ply);
    return valueOf(chosen(seed, level), level);
  });
}

function valueOf(node, level) {
  const { name, toMove, isMax, children, parent } = node;
  const values = list.format(children.map((child) => formatValue(child.minimax)));
  const best = isMax ? "highest" : "lowest";
  return {
    text: `Which minimax value does ${parent ? name : `the root, ${name},`} get?`,
    marked: [node],
    fields: [{ label: name, right: node.minimax, near: children.map((child) => child.minimax) }],
    shows: { values: level },
    hint: `${name} is a ${toMove} node, and gets the ${best} value just below it.`,
    answer: `${name} gets ${formatValue(node.minimax)}.`,
    why: [`${name} is a ${toMove} node, and ${toMove} takes the ${best} of ${values}.`],
  };
}

function leaves(search) {
  const { nodes, skipped } = search;
  return {
    text: "Alpha-beta searches from left to right. Which leaves are never looked at? Cut their edges.",
    marked: [],
    fields: [],
    pick: skipped,
    shows: {
      cut: nodes.flatMap(({ leftOut }) => leftOut),
      skipped: nodes.filter((node) => !isEntered(node)),
    },
    hint: "It looks at fewer leaves.",
    answer: `Alpha-beta ${skipped.length ? `never looks at ${namesOf(skipped)}` : "looks at every leaf"}.`,
    why: whyCut(search),
  };
}

function whyCut({ nodes }) {
  const cut = nodes.filter(({ leftOut }) => leftOut.length);
  if (!cut.length) return ["α stays below β at every node."];
  return cut.sort((a, b) => a.left - b.left).map((node) => {
    const { isMax, leftOut, name, value } = node;
    const { reply, bound, source } = cutoffOf(node);
    const [own, others, chooser] = isMax ? ["α", "β", "MIN"] : ["β", "α", "MAX"];
    const worth = reply.isLeaf ? "" : `, worth at ${isMax ? "least" : "most"} ${formatValue(value)},`;
    const found = `${name}: ${shortName(reply)}${worth} makes ${own} ${formatValue(value)}`;
    const known = `${others} is ${formatValue(bound)}, which ${chooser} already has with ${theNode(source)}`;
    return `${found}, and ${known}. So α ≥ β, and ${below(leftOut)} cannot matter.`;
  });
}

// Nodes, with the leaves below them.
function below(nodes) {
  const named = (node) => `${node.name} (${leavesOf(node).map(shortName).join(", ")})`;
  return list.format(nodes.map((node) => (node.isLeaf ? shortName(node) : named(node))));
}

// Asks about the node on whose way the search has found the most.
function window({ nodes }) {
  const bounds = ({ alpha, beta }) => [alpha, beta].filter(Number.isFinite).length;
  const inner = nodes.filter((node) => !node.isLeaf && isEntered(node));
  const node = inner.reduce((best, each) => (bounds(each) >= bounds(best) ? each : best));
  const { alpha, beta } = node;
  const seen = nodes.filter(({ isLeaf, entered }) => isLeaf && entered < node.entered);
  const near = [-Infinity, ...seen.map(({ number }) => number), Infinity];
  return {
    text: `What are α and β when alpha-beta enters ${node.name}?`,
    marked: [node],
    fields: [
      { label: "α", right: alpha, isBound: true, near },
      { label: "β", right: beta, isBound: true, near: [...near].reverse() },
    ],
    shows: { windows: [node] },
    hint: `α is the best that MAX already has on the way to ${node.name}, and β the best that MIN has.`,
    answer: `At ${node.name}, α is ${formatValue(alpha)} and β is ${formatValue(beta)}.`,
    why: [whyBound(node, "α", alpha), whyBound(node, "β", beta)],
  };
}

function whyBound(node, sign, bound) {
  const isMax = sign === "α";
  const because = `${sign} is ${formatValue(bound)}, because ${isMax ? "MAX" : "MIN"}`;
  if (!Number.isFinite(bound)) return `${because} has no value above ${node.name} yet.`;
  const source = sourceOf(node, isMax, bound);
  return `${because} already has it at ${source.parent.name} with ${theNode(source)}.`;
}

// Compares an answer with the right one: the values of the fields, or the leaves picked. `looked` are those
// that are not skipped.
export function judge({ fields, pick = [] }, { values, picked }) {
  const looked = picked.filter((leaf) => !pick.includes(leaf));
  const arePicked = !looked.length && picked.length === pick.length;
  return { isRight: arePicked && fields.every(({ right }, index) => right === values[index]), looked };
}

// Why a person is wrong about some leaves.
export function whyLooked(leaves) {
  const windows = list.format(leaves.map((leaf) => `${shortName(leaf)} (${windowOf(leaf)})`));
  return `${windows} ${leaves.length > 1 ? "are" : "is"} looked at, because α is below β.`;
}
