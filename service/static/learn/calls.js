// What a program is at after a step of a search: its line, its open calls and the variables of the innermost.

import { notationOf } from "../client/pages.js";

/** @import { Program } from "./programs.js" */

// Lines are found by their text, which is similar in all programs and both languages. A node is left at the
// line that its end names.
const DEFINITION = /^(def|function) /;
const LOOKUP = /if .*key/;
const OUTCOME = /outcome/; // of a finished game
const RETURNS = {
  depth: /evaluation/,
  cached: /value = cache/,
  cutoff: /break/,
  searched: /return best/,
};

// The number of the line that a step (as in `search.eventAt`) ends at, from 0; -1 before the first step.
export function lineAt(lines, search, step) {
  const event = search.eventAt(step);
  if (!event) return -1;
  const { node: { end }, isEntered } = event;
  const entry = end === "cached" ? LOOKUP : DEFINITION;
  const pattern = isEntered ? entry : RETURNS[end] ?? OUTCOME;
  return lines.findIndex((line) => pattern.test(line));
}

// Minimax takes the view of the side to move at the root, the other programs that of each call's side.
const isTurned = ({ name }, { isMax }) => name !== "minimax" && !isMax;

// A window of the search as alpha and beta of a call.
const windowIn = (program, call, { alpha, beta }) =>
  (isTurned(program, call) ? [-beta, -alpha] : [alpha, beta]);

/**
 * The variables of the call that the step's line belongs to, with values from the `view` of a side; null
 * before the first step.
 * @param {Program} program
 * @returns {{ node: object, view: string, values: [string, string | number][] } | null}
 */
export function variablesAt(search, step, program) {
  const event = search.eventAt(step);
  if (!event) return null;
  const { node, isEntered } = event;
  const isLookup = node.end === "cached"; // by the parent's call
  const call = isLookup ? node.parent : node;
  const seen = (value) => (isTurned(program, call) ? -value : value);
  const move = isLookup ? node : !isEntered && node.children.at(-1);
  // A lookup has not yet changed the parent's other variables, and a leaf's value changes none.
  const state = call.isLeaf ? call : search.stateAt(call, isLookup ? node.entered : step);
  const { best } = state;
  const [alpha, beta] = windowIn(program, call, state);
  /** @type {[string, string | number][]} */
  const values = [["side", call.toMove]];
  if (search.hasWindow) values.push(["alpha", alpha], ["beta", beta]);
  if (program.hasScores || program.hasLimit) values.push(["ply(board)", call.ply + (isLookup ? 1 : 0)]);
  if (program.hasLimit) values.push(["LIMIT", search.max_depth]);
  if (move) values.push(["cell", move.cell]);
  if (move && !isEntered) values.push(["value", seen(move.value)]);
  if (move) values.push(["best", best === null ? -Infinity : seen(best)]);
  if (!isEntered && !isLookup && node.end !== "cutoff") values.push(["returns", seen(node.value)]);
  return { node: call, view: program.name === "minimax" ? search.side : call.toMove, values };
}

// The calls, the innermost first, each with the arguments it was called with.
export function callsAt(search, step, program, language) {
  const found = variablesAt(search, step, program);
  if (!found) return [];
  const name = language.named(program.name.split("_cached")[0]);
  const written = (value) => String(value).replace("Infinity", language.infinity);
  const calls = [];
  for (let { node } = found; node; node = node.parent) {
    const bounds = search.hasWindow ? windowIn(program, node, node).map(written) : [];
    calls.push(`${name}(${[notationOf(node.marks, node.columns), node.toMove, ...bounds].join(", ")})`);
  }
  return calls;
}
