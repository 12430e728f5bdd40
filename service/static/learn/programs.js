// The programs of the searches: which one fits, the text it shows, and the text to copy.
//
// A file in programs/ is a search with every option. A program leaves out those that its search does not use.

import { notationOf } from "../client/pages.js";
import { cellsIn } from "./search.js";

const literal = (value) => JSON.stringify(value).replaceAll(",", ", ");
const inPython = (value) => ({ true: "True", false: "False" })[String(value)] ?? literal(value);

export const LANGUAGES = {
  python: {
    ending: "py",
    named: (name) => name,
    written: (name, value) => `${name} = ${inPython(value)}`,
    infinity: "inf",
    printed: (call) => `print(f"value {${call}}, {nodes} nodes")`,
  },
  javascript: {
    ending: "js",
    named: (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()),
    written: (name, value) => `const ${name} = ${literal(value)};`,
    infinity: "Infinity",
    printed: (call) => `console.log(\`value \${${call}}, \${nodes} nodes\`);`,
  },
};
const TITLES = {
  minimax: "Minimax", negamax: "Negamax",
  alpha_beta: "Alpha-beta", alpha_beta_cached: "Alpha-beta with a cache",
};
const BEFORE = { negamax: "minimax", alpha_beta: "negamax", alpha_beta_cached: "alpha_beta" };
const DEPTH_IN_SCORE = " * (100 - ply(board))";
const OF_LIMIT = /LIMIT|evaluation/;

/** @typedef {{ name: string, hasScores: boolean, hasLimit: boolean }} Program */

// The names of the programs with the steps of a search: those of negamax are minimax's.
export const namesFor = ({ algorithm }) => (algorithm === "minimax" ? ["minimax", "negamax"] : [algorithm]);

export function programOf(search, name = search.algorithm) {
  return { name, hasScores: search.values === "score", hasLimit: search.max_depth !== null };
}

// The program without its last addition; null for the first program.
export function previousOf(program) {
  if (program.hasLimit) return { ...program, hasLimit: false };
  if (program.hasScores) return { ...program, hasScores: false };
  const name = BEFORE[program.name];
  return name ? { ...program, name } : null;
}

export function titleOf({ name, hasScores, hasLimit }) {
  return TITLES[name] + (hasScores ? ", depth in score" : "") + (hasLimit ? ", depth limit" : "");
}

// The lines of a program.
export async function linesOf({ name, hasScores, hasLimit }, language) {
  const lines = (await fileOf(name, language)).trimEnd().split("\n");
  const kept = hasLimit ? lines : lines.filter((line) => !OF_LIMIT.test(line));
  return hasScores ? kept : kept.map((line) => line.replace(DEPTH_IN_SCORE, ""));
}

// The program of a search with everything it needs: it prints the value and the number of nodes.
export async function runnable(program, search, language) {
  const { written, named, infinity, printed } = LANGUAGES[language];
  const [prelude, lines] = await Promise.all([fileOf("prelude", language), linesOf(program, language)]);
  const settings = Object.entries(settingsOf(search)).map(([name, value]) => written(name, value));
  const [name] = program.name.split("_cached");
  const window = search.hasWindow ? `, -${infinity}, ${infinity}` : "";
  const call = `${named(name)}(board, MAX${window})`;
  return [settings.join("\n"), prelude.trimEnd(), lines.join("\n"), printed(call)].join("\n\n") + "\n";
}

function settingsOf({ position, order, max_depth }) {
  const { columns, rows, in_a_row: inARow, misere, cells, side_to_move: side } = position;
  const settings = {
    BOARD: notationOf(cells, columns),
    MAX: side,
    IN_A_ROW: inARow,
    MISERE: misere,
    ORDER: cellsIn(order, columns, rows),
  };
  return max_depth === null ? settings : { ...settings, LIMIT: max_depth };
}

async function fileOf(name, language) {
  const response = await fetch(new URL(`./programs/${name}.${LANGUAGES[language].ending}`, import.meta.url));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response.text();
}

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
  return [...(isReturning ? ["done"] : []), ...(event.isEntered ? entering : leaving)(event.node)];
}

function entering({ parent, end, id }) {
  if (!parent) return ["define"];
  const index = parent.children.findIndex((child) => child.id === id);
  const before = index ? afterCall(parent.children[index - 1]) : ["over", "limit", "init"];
  const lookup = ["loop", "play", "key", "lookup"];
  return [...before, ...lookup, ...(end === "cached" ? [] : ["call", "define"])];
}

// What a call does with the value of a move.
const afterCall = ({ end }) => [...(end === "cached" ? [] : ["value"]), "undo", "best", "alpha", "cut"];

function leaving({ end, children, alpha, beta, isMax, value }) {
  if (end === "cached") return ["value"];
  if (end === "depth") return ["over", "limit", "evaluation"];
  if (!children.length) return ["over", "outcome"];
  if (end === "cutoff") return [...afterCall(children.at(-1)), "break"];
  const isAtBound = isMax ? value >= beta : value <= alpha; // by the last move
  return [...afterCall(children.at(-1)), isAtBound ? "break" : "loop", "done"];
}

// The variables of a program after each step of a search.

/**
 * The variables of the call that the step's line belongs to; null before the first step. Values are the
 * program's: minimax takes the view of the side to move at the root, the others that of `side`.
 * @returns {{ node: object, view: string, values: [string, string | number][] } | null}
 */
export function variablesAt(search, step, { name, hasScores, hasLimit }) {
  const event = search.eventAt(step);
  if (!event) return null;
  const { node, isEntered } = event;
  const isLookup = node.end === "cached"; // by the parent's call
  const call = isLookup ? node.parent : node;
  const isTurned = name !== "minimax" && !call.isMax;
  const seen = (value) => (isTurned ? -value : value);
  const examined = isLookup || isEntered ? null : call.children.at(-1);
  const move = isLookup ? node : examined;
  // A lookup has not yet changed the parent's other variables, and a leaf's value changes none.
  const { best, alpha, beta } = call.isLeaf ? call : search.stateAt(call, isLookup ? node.entered : step);
  /** @type {[string, string | number][]} */
  const values = [["side", call.toMove]];
  const [low, high] = isTurned ? [beta, alpha] : [alpha, beta];
  if (search.hasWindow) values.push(["alpha", seen(low)], ["beta", seen(high)]);
  if (hasScores || hasLimit) values.push(["ply(board)", call.ply + (isLookup ? 1 : 0)]);
  if (hasLimit) values.push(["LIMIT", search.max_depth]);
  if (move) values.push(["cell", move.cell]);
  if (move && !isEntered) values.push(["value", seen(move.value)]);
  if (move) values.push(["best", best === null ? -Infinity : seen(best)]);
  if (!isEntered && !isLookup && node.end !== "cutoff") values.push(["returns", seen(node.value)]);
  return { node: call, view: name === "minimax" ? search.side : call.toMove, values };
}

// The calls of a program that are open after each step, as a debugger lists them.

/**
 * The calls, the innermost first, each with the arguments it was called with.
 * @param {import("./programs.js").Program} program
 * @returns {string[]}
 */
export function callsAt(search, step, program, language) {
  const found = variablesAt(search, step, program);
  if (!found) return [];
  const name = language.named(program.name.split("_cached")[0]);
  const isTurned = ({ isMax }) => program.name !== "minimax" && !isMax;
  const written = (value) => String(value === 0 ? 0 : value).replace("Infinity", language.infinity);
  const calls = [];
  for (let { node } = found; node; node = node.parent) {
    const window = isTurned(node) ? [-node.beta, -node.alpha] : [node.alpha, node.beta];
    const bounds = search.hasWindow ? window.map(written) : [];
    calls.push(`${name}(${[notationOf(node.marks, node.columns), node.toMove, ...bounds].join(", ")})`);
  }
  return calls;
}
