// The questions that lessons ask about a search. Each answer comes from the search itself.
//
// A kind makes, from a search, a node and a step: the `question`, its `choices` (words, whether they are right,
// and what speaks against them, if that is not clear from the `why`), the `why` of the answer, the nodes that show it (`shown`), and the step at which they can be seen
// (`at`). It makes null if the search cannot tell.

import * as cuts from "./cuts.js";
import * as steps from "./steps.js";
import * as values from "./values.js";
import { moveTo } from "./words.js";

const KINDS = {
  alpha: cuts.alpha,
  best: values.best,
  beta: cuts.beta,
  bound: cuts.bound,
  cut: cuts.cut,
  end: values.end,
  equals: values.equals,
  games: values.games,
  line: steps.line,
  lookup: cuts.lookup,
  matter: cuts.matter,
  negated: values.negated,
  next: steps.next,
  open: values.open,
  value: values.value,
  why: cuts.why,
};

// The question asked at a step of a search, or null.
export function questionOf(search, { kind, path, step }) {
  const node = nodeOf(search, path, step);
  return node && KINDS[kind](search, node, step);
}

// The node that a path such as "b3 c1" leads to; without a path, the step's.
function nodeOf(search, path, step) {
  if (path === null) return search.nodeAt(step);
  const moves = path.split(" ").filter(Boolean);
  return moves.reduce((node, move) => node?.children.find((child) => moveTo(child) === move), search.root) ?? null;
}
