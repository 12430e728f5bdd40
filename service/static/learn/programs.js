// The programs of the searches: which one fits, the lines to show, and the text to copy.
//
// A file in programs/ is a search with every option. A program leaves out those that its search does not use.

import { cellsIn } from "./search.js";
import { ALGORITHMS } from "./sentences.js";

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
const TITLES = { ...ALGORITHMS, negamax: "Negamax" };
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

export function programTitle({ name, hasScores, hasLimit }) {
  return TITLES[name] + (hasScores ? ", depth in score" : "") + (hasLimit ? ", depth limit" : "");
}

export async function programLines({ name, hasScores, hasLimit }, language) {
  const lines = (await fileOf(name, language)).trimEnd().split("\n");
  const kept = hasLimit ? lines : lines.filter((line) => !OF_LIMIT.test(line));
  return hasScores ? kept : kept.map((line) => line.replace(DEPTH_IN_SCORE, ""));
}

// The program of a search with everything it needs: it prints the value and the number of nodes.
export async function runnable(program, search, language) {
  const { written, named, infinity, printed } = LANGUAGES[language];
  const [prelude, lines] = await Promise.all([fileOf("prelude", language), programLines(program, language)]);
  const given = Object.entries(settingsOf(search)).filter(([, value]) => value !== null);
  const settings = given.map(([name, value]) => written(name, value));
  const [name] = program.name.split("_cached");
  const window = search.hasWindow ? `, -${infinity}, ${infinity}` : "";
  const call = `${named(name)}(board, MAX${window})`;
  return [settings.join("\n"), prelude.trimEnd(), lines.join("\n"), printed(call)].join("\n\n") + "\n";
}

const settingsOf = ({ position, order, max_depth }) => ({
  BOARD: position.notation,
  MAX: position.side_to_move,
  IN_A_ROW: position.in_a_row,
  MISERE: position.misere,
  ORDER: cellsIn(order, position.columns, position.rows),
  LIMIT: max_depth, // or null
});

async function fileOf(name, language) {
  const response = await fetch(new URL(`./programs/${name}.${LANGUAGES[language].ending}`, import.meta.url));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response.text();
}
