// The questions that lessons ask about a search. Each answer comes from the search itself.
//
// A kind makes, from a search, a node and a step: the `question`, its `choices` (words, whether they are
// right, and why they are wrong, if that can be said of one), a `hint` for those who were wrong, the `why` of
// the answer, the nodes that show it (`shown`, by default the node), and the step at which they can be seen
// (`at`, by default when the node has been left). It makes null if the search cannot tell.

import { linesOf, nameOf, OTHER } from "../client/pages.js";
import { cutoffOf, formatValue, pathTo, sourceOf } from "../tree/values.js";
import { boundOf, reasonOf } from "./sentences.js";

const MOST = 5; // choices
const KINDS = {
  alpha: (search, node) => limit(search, node, "alpha", "best value so far at a ▲ max position above"),
  beta: (search, node) => limit(search, node, "beta", "lowest value so far at a ▼ min position above"),
  best, bound, cut, end, equals, games, line, lookup, matter, negated, next, open, threats, value, why,
};

// The question asked at a step of a search, with the node that it is `about`, or null.
export function questionOf(search, { kind, path, step }) {
  const node = nodeOf(search, path, step);
  const question = node && KINDS[kind](search, node, step);
  return question && { about: node, shown: [node], at: node.left + 1, ...question };
}

// The node that a path such as "b3 c1" leads to; without a path, the step's.
function nodeOf(search, path, step) {
  if (path === null) return search.nodeAt(step);
  const follow = (node, move) => node?.children.find((child) => moveTo(child) === move);
  return path.split(" ").filter(Boolean).reduce(follow, search.root) ?? null;
}

// The words that questions share.

const moveTo = (node) => nameOf(node, node.cell);
const movesOf = (nodes) => nodes.map(moveTo).join(", ");
const cellsOf = (node, cells) => cells.map((cell) => nameOf(node, cell)).join(", ");

const way = (node) => pathTo(node).map((each) => `${each.side} ${moveTo(each)}`).join(", ");
const place = (node) => (node.parent ? `after ${way(node)}` : "at the top");
const the = (node) => `the position ${place(node)}`;

// Choices of which one is right, by their words.
const choicesOf = (words, right) => words.map((each) => [String(each), each === right]);

// Questions about values and games.

const RESULTS = { "1": "1, a win", "0": "0, a draw", "-1": "−1, a loss" };

function value(search, node) {
  return {
    question: `What will ${the(node)} be worth for ${search.side}?`,
    choices: valuesIn(search, node),
    hint: node.isLeaf ? "Look for a complete line on this board." : `${node.toMove} is to move there.`,
    why: whyValue(search, node),
    shown: lineFrom(search, node),
  };
}

function valuesIn({ values, nodes, maxDepth }, node) {
  const choice = (value, words) => [words, value === node.value, against(node, value)];
  if (values === "outcome" && maxDepth === null) return [-1, 0, 1].map((each) => choice(each, RESULTS[each]));
  const found = new Set([node.value, -node.value, ...nodes.map(({ value }) => value)]);
  return [...found].slice(0, MOST).sort((a, b) => a - b).map((value) => choice(value, formatValue(value)));
}

// Why a node is not worth a value.
function against({ isLeaf, isMax, toMove, value: right }, value) {
  if (isLeaf) return "";
  return `${toMove} ${(isMax ? value > right : value < right) ? "cannot force that" : "has a better move"}.`;
}

function whyValue(search, node) {
  const { side } = search;
  if (node.isLeaf) return `The game ends here: ${ending(node, side)}`;
  const { toMove, isMax, children } = node;
  const equal = children.filter((child) => child.value === node.value);
  const known = equal.filter((child) => boundOf(search, child) === "");
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
function lineFrom(search, node) {
  const same = node.sameAs === null ? node : search.nodes[node.sameAs];
  const giving = same.children.find((child) => child.value === same.value);
  return [...new Set([node, same]), ...(giving ? lineFrom(search, giving) : [])];
}

function negated(search, node) {
  const own = node.ply % 2 ? -node.value : node.value;
  return {
    question: `Negamax sees ${the(node)} from its side to move, ${node.toMove}. What does it return there?`,
    choices: [-1, 0, 1].map((each) => [formatValue(each), each === (own === 0 ? 0 : own)]),
    hint: `The tree shows the value for ${search.side}, and ${node.toMove} is to move there.`,
    why: `${node.toMove} is to move. The tree shows ${formatValue(node.value)} for ${search.side}` +
      (node.ply % 2 ? ", the other side, so the sign changes." : ", the same side, so the sign stays."),
  };
}

function end(search, node) {
  const { side } = search;
  const words = { win: `${side} has won`, loss: `${OTHER[side]} has won`, draw: "a draw", on: "it goes on" };
  return {
    question: `How does the game stand ${place(node)}?`,
    choices: choicesOf(Object.values(words), words[node.end] ?? words.on),
    hint: "Look for a complete line, and for an empty cell.",
    why: node.isLeaf ? whyValue(search, node) : `No line is complete, and ${node.toMove} can still move.`,
  };
}

function games({ nodes, root, maxDepth, steps }) {
  const leaves = nodes.filter(({ isLeaf }) => isLeaf);
  const empty = root.marks.filter((mark) => mark === null).length;
  const plies = maxDepth ?? empty;
  const cells = Array.from({ length: plies }, (_, ply) => empty - ply); // to choose from at each ply
  const orders = cells.reduce((product, each) => product * each, 1);
  const choices = [...new Set([leaves.length, nodes.length, orders, empty * plies])].sort((a, b) => a - b);
  const words = maxDepth === null ? {
    question: "How many games are there from the position at the top?",
    hint: "Count the leaves: each ends one game.",
    why: `Each leaf ends one game: ${leaves.length} of the ${nodes.length} nodes are leaves. ` +
      `The ${empty} cells can be filled in ${orders} orders, but some games end early.`,
  } : {
    question: `How many positions are at ply ${maxDepth}?`,
    hint: `After each of the ${empty} moves, one cell fewer is empty.`,
    why: `Each of the ${empty} moves has ${empty - 1} replies.`,
  };
  return {
    ...words,
    choices: choicesOf(choices, leaves.length),
    shown: leaves.length < 20 ? leaves : [root],
    at: steps,
  };
}

function best(search) {
  const { children, value: most, toMove } = search.root;
  // Of a move worth “≤” the highest value, the search does not know whether it is as good.
  const known = children.filter((child) => child.value !== most || boundOf(search, child) === "");
  const right = known.filter((child) => child.value === most);
  const others = known.filter((child) => child.value !== most);
  return {
    question: `Which move is best${right.length > 1 ? ", or equal best," : ""} for ${toMove} at the top?`,
    choices: known.map((child) => [moveTo(child), right.includes(child), whyNot(search, [child])]),
    hint: "Compare the values just below the top.",
    why: `Worth ${formatValue(most)}: ${movesOf(right)}. ${whyNot(search, others)}`,
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

function equals(search) {
  const { children, value: most, toMove } = search.root;
  const right = children.filter((child) => child.value === most);
  return {
    question: `Among how many moves can a program choose at random for ${toMove} and give nothing away?`,
    choices: choicesOf(children.map((_, index) => index + 1), right.length),
    hint: "Count the moves at the top that have the highest value.",
    why: `${movesOf(right)} have the highest value, ${formatValue(most)}.`,
    shown: right,
    at: search.steps,
  };
}

function open(search, node) {
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
function threats(search, node) {
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
    at: node.entered + 1,
  };
}

// Questions about cutoffs, windows and the cache.

// Whether moves not yet searched at a node can change the value at the top.
function matter(search, node, step) {
  const { best: found } = search.stateAt(node, step);
  const choosers = pathTo(node).map(({ parent }) => parent).filter(({ isMax }) => isMax !== node.isMax);
  const since = Math.min(step, node.entered);
  const known = choosers.flatMap(({ children }) => children.filter(({ left }) => left < since));
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

function cut(search, node) {
  const order = [...node.children.map(({ cell }) => cell), ...node.leftOut];
  const choices = order.slice(1).map((_, index) => order.slice(index + 1));
  return {
    question: `${sentenceCase(place(node))}, ${node.toMove} can play ${cellsOf(node, order)}, ` +
      "in this order. Which moves will be cut?",
    choices: [["none", !node.leftOut.length],
      ...choices.map((cells) => [cellsOf(node, cells), cells.length === node.leftOut.length]).reverse()],
    hint: "Moves are cut as soon as a reply here is no better than a choice already found above.",
    why: node.leftOut.length ? reasonOf(search, node) : "No value reaches a bound: every move is searched.",
    shown: [node, ...reasons(node)],
  };
}

const sentenceCase = (words) => words[0].toUpperCase() + words.slice(1);

// The reply that caused a cutoff, and the move that had set the bound.
function reasons(node) {
  const { reply, source } = cutoffOf(node);
  return [reply, source].filter(Boolean);
}

function why(search, node) {
  const [first] = node.leftOut;
  if (first === undefined) return null;
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

function bound(search, node) {
  const words = { "≤ ": "at most ", "≥ ": "at least ", "": "exactly " };
  return {
    question: `What will the search know about ${the(node)} when it leaves that position?`,
    choices: Object.entries(words).map(([sign, word]) =>
      [`It is worth ${word}${formatValue(node.value)}.`, sign === boundOf(search, node)]),
    hint: "Moves that are skipped could only make the value more extreme.",
    why: node.leftOut.length
      ? `The search skips ${cellsOf(node, node.leftOut)}. ${reasonOf(search, node)}`
      : whyValue(search, node),
    shown: [node, ...reasons(node)],
  };
}

function limit(search, node, name, meaning) {
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

function lookup(search, _, step) {
  const { node } = search.eventAt(step + 1);
  const isKnown = node.end === "cached";
  const { before } = node;
  const same = search.nodes[node.sameAs];
  const found = same && `The same board was searched in the same window ${place(same)}.`;
  const again = before && `This board was searched ${place(before)}, but in another window.`;
  return {
    question: `Next comes ${the(node)}. Will it be looked up or searched?`,
    choices: [["looked up", isKnown], ["searched", !isKnown]],
    hint: "Has the same board come up before, with the same alpha and beta?",
    why: found || again || "This board has not come up before.",
    shown: [node, same ?? before].filter(Boolean),
    about: node,
    at: step + 1,
  };
}

// Questions about the next step of a search.

function next(search, node, step) {
  const event = search.eventAt(step + 1);
  const above = [node, node.parent, node.parent?.parent].filter(Boolean);
  const ahead = above.flatMap(({ children }) => children).filter(({ entered }) => entered >= step);
  const open = above.filter(({ left }) => left >= step);
  const entering = (each) => `It goes on to ${way(each)}.`;
  const leaving = (each) => `It returns from ${each.parent ? way(each) : "the top"}.`;
  const right = (event.isEntered ? entering : leaving)(event.node);
  const all = new Set([right, ...open.map(leaving), ...ahead.map(entering)]);
  return {
    question: "What does the search do next?",
    choices: choicesOf([...all].slice(0, MOST - 1).sort(), right),
    hint: "It tries every move of a node before it returns the node's value.",
    why: event.isEntered
      ? `${moveTo(event.node)} is the next move ${place(event.node.parent)}.`
      : `No move is left ${place(event.node)}, so its value is known.`,
    shown: [event.node],
    at: step + 1,
  };
}

// `search.line(step)`, where there is code beside the tree, is the text of the line that runs at a step.
function line(search, node, step) {
  const right = search.line?.(step + 1);
  if (!right) return null;
  const lines = new Set([right]);
  for (let at = 1; at <= search.steps && lines.size < MOST; at += 1) lines.add(search.line(at));
  return {
    question: "Which line of the code will be marked next?",
    choices: choicesOf([...lines].filter(Boolean).sort(), right),
    hint: "Does the search enter a node next, or leave one?",
    why: whyLine(search.eventAt(step + 1)),
    shown: [search.nodeAt(step + 1)],
    at: step + 1,
  };
}

function whyLine({ node, isEntered }) {
  if (node.end === "cached" && isEntered) return "Before a call, the program looks in the cache.";
  if (node.end === "cached") return "The cache has the value.";
  if (isEntered) return `The function is called for ${the(node)}, and starts at its first line.`;
  if (node.isLeaf) return `${moveTo(node)} ends the game or reaches the limit, so the call returns at once.`;
  if (node.end === "cutoff") return "The best value has reached the bound, so the loop ends.";
  return `No move is left ${place(node)}, so the best value is returned.`;
}
