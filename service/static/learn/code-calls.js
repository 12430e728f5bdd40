// The calls of a program that are open after each step, as a debugger lists them.

import { variablesAt } from "./code-variables.js";

/**
 * The calls, the innermost first, each with the arguments it was called with. The board is written as in the API.
 * @param {import("./code-programs.js").Program} program
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
    calls.push(`${name}(${[boardOf(node), node.toMove, ...bounds].join(", ")})`);
  }
  return calls;
}

function boardOf({ marks, columns }) {
  const rows = Array.from({ length: marks.length / columns }, (_, row) => marks.slice(row * columns, (row + 1) * columns));
  return rows.map((row) => row.map((mark) => mark ?? ".").join("")).join("/");
}
