// The questions that lessons ask about a search. Each answer comes from the search itself.
//
// A kind makes, from a search, a node and a step: the `question`, its `choices` (words, whether they are
// right, and why they are wrong, if that can be said of one), a `hint` for those who were wrong, the `why` of
// the answer, the nodes that show it (`shown`, by default the node), and the step at which they can be seen
// (`at`, by default when the node has been left). It makes null if the search cannot tell. In the tree, its
// choices are `picks` or `writes`, as answer.js has it: by default their words, or letters for long ones.

import { bound, cut, limit, lookup, matter, why } from "./questions/cutoffs.js";
import { end, games, open, threats } from "./questions/games.js";
import { line, next } from "./questions/next.js";
import { best, equals, negated, value } from "./questions/values.js";
import { moveTo } from "./sentences.js";

const LONGEST = 10; // characters to write into a node
const KINDS = {
  alpha: (search, node) => limit(search, node, "alpha", "best value so far at a ▲ max position above"),
  beta: (search, node) => limit(search, node, "beta", "lowest value so far at a ▼ min position above"),
  best, bound, cut, end, equals, games, line, lookup, matter, negated, next, open, threats, value, why,
};

// The question asked at a step of a search, with the node that it is `about`, or null.
export function questionOf(search, { kind, path, step }) {
  const node = nodeOf(search, path, step);
  const question = node && KINDS[kind](search, node, step);
  return question && { about: node, shown: [node], at: node.left + 1, ...inTree(question), ...question };
}

// What stands for each choice in the tree. Long choices get letters, also where they are read.
function inTree({ choices, picks, writes }) {
  if (picks || writes) return {};
  const short = choices.map(([words]) => words.split(",")[0]);
  if (short.every(({ length }) => length <= LONGEST)) return { writes: short };
  return { isLettered: true, writes: [...short.keys()].map((index) => String.fromCharCode(65 + index)) };
}

// The node that a path such as "b3 c1" leads to; without a path, the step's.
function nodeOf(search, path, step) {
  if (path === null) return search.nodeAt(step);
  const follow = (node, move) => node?.children.find((child) => moveTo(child) === move);
  return path.split(" ").filter(Boolean).reduce(follow, search.root) ?? null;
}
