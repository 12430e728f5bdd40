// The lines of a program that run in each step of a search.
//
// Entering a node runs lines of its parent's call up to its own call; leaving it runs lines of its call up
// to the return. A step ends at the line that it is about: the definition of the function entered, the
// return of a value, the break of a cutoff, or the lookup in the cache.

// Lines are found by their text, which is similar in all programs and both languages.
const LINES = {
  define: /^(def|function) /,
  over: /is_?over/i,
  outcome: /outcome/,
  limit: /LIMIT/,
  evaluation: /evaluation/,
  init: /best = /,
  loop: /for /,
  play: /board\[cell\] = side/,
  key: /key = /,
  lookup: /if .*key/,
  call: /other\(side\)/,
  value: /value = cache/,
  undo: /board\[cell\] = (None|null)/,
  best: /best = .*max\(/,
  alpha: /alpha = /,
  cut: /alpha >= beta/,
  break: /break/,
  done: /return best/,
};

/**
 * The numbers of the lines that run in a step (`step` as in `search.eventAt`), from 0 and in order. The last
 * one is the step's own line. There are none before the first step.
 * @param {string[]} lines the program's
 * @returns {number[]}
 */
export function linesAt(lines, search, step) {
  const numbers = kindsAt(search, step).map((kind) => lines.findIndex((line) => LINES[kind].test(line)));
  return numbers.filter((number, index) => number >= 0 && number !== numbers[index - 1]);
}

function kindsAt(search, step) {
  const event = search.eventAt(step);
  if (!event) return [];
  const before = search.eventAt(step - 1);
  const isReturning = step > 1 && !before.isEntered && before.node.end === "cutoff"; // after its break
  return [...(isReturning ? ["done"] : []), ...(event.isEntered ? onEntry : onReturn)(event.node)];
}

function onEntry({ parent, end, id }) {
  if (!parent) return ["define"];
  const index = parent.children.findIndex((child) => child.id === id);
  const before = index ? afterCall(parent.children[index - 1]) : ["over", "limit", "init"];
  const lookup = ["loop", "play", "key", "lookup"];
  return [...before, ...lookup, ...(end === "cached" ? [] : ["call", "define"])];
}

// What a call does with the value of a move.
const afterCall = ({ end }) => [...(end === "cached" ? [] : ["value"]), "undo", "best", "alpha", "cut"];

function onReturn({ end, children, alpha, beta, isMax, value }) {
  if (end === "cached") return ["value"];
  if (end === "depth") return ["over", "limit", "evaluation"];
  if (!children.length) return ["over", "outcome"];
  if (end === "cutoff") return [...afterCall(children.at(-1)), "break"];
  const isAtBound = isMax ? value >= beta : value <= alpha; // by the last move
  return [...afterCall(children.at(-1)), isAtBound ? "break" : "loop", "done"];
}
