// The programs of the searches: which one fits, the text it shows, and the text to copy.
//
// A file in programs/ is a search with every option. A program leaves out those that its search does not use.

import { cellsIn } from "./orders.js";

export const LANGUAGES = {
  python: { title: "Python", ending: "py", named: (name) => name, written: inPython, infinity: "inf", printed: printedByPython },
  javascript: { title: "JavaScript", ending: "js", named: inCamelCase, written: inJavaScript, infinity: "Infinity", printed: printedByJavaScript },
};
const TITLES = { minimax: "Minimax", negamax: "Negamax", alpha_beta: "Alpha-beta", alpha_beta_cached: "Alpha-beta with a cache" };
const BEFORE = { negamax: "minimax", alpha_beta: "negamax", alpha_beta_cached: "alpha_beta" };
const DEPTH_IN_SCORE = " * (100 - ply(board))";
const OF_LIMIT = /LIMIT|evaluation/;

/** @typedef {{ name: string, hasScores: boolean, hasLimit: boolean }} Program */

// The names of the programs with the steps of a search: those of negamax are minimax's.
export const namesFor = ({ algorithm }) => (algorithm === "minimax" ? ["minimax", "negamax"] : [algorithm]);

/** @returns {Program} */
export function programOf(search, name = search.algorithm) {
  return { name, hasScores: search.values === "score", hasLimit: search.maxDepth !== null };
}

// The program without its last addition; null for the first program.
/** @returns {Program | null} */
export function previousOf(program) {
  if (program.hasLimit) return { ...program, hasLimit: false };
  if (program.hasScores) return { ...program, hasScores: false };
  const name = BEFORE[program.name];
  return name ? { ...program, name } : null;
}

export function titleOf({ name, hasScores, hasLimit }) {
  return TITLES[name] + (hasScores ? ", depth in score" : "") + (hasLimit ? ", depth limit" : "");
}

// How many of the additions a program has.
export const additionsOf = (program) => (program ? 1 + additionsOf(previousOf(program)) : 0);

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
  return [settings.join("\n"), prelude.trimEnd(), lines.join("\n"), printed(call), ""].join("\n\n").trimEnd() + "\n";
}

function settingsOf({ position, order, maxDepth }) {
  const { columns, rows, in_a_row: inARow, misere, cells, side_to_move: side } = position;
  const marks = cells.map((mark) => mark ?? ".").join("");
  const settings = {
    BOARD: marks.match(new RegExp(`.{${columns}}`, "g")).join("/"),
    MAX: side,
    IN_A_ROW: inARow,
    MISERE: misere,
    ORDER: cellsIn(order, columns, rows),
  };
  return maxDepth === null ? settings : { ...settings, LIMIT: maxDepth };
}

const files = new Map();

/** @returns {Promise<string>} */
function fileOf(name, language) {
  const file = `${name}.${LANGUAGES[language].ending}`;
  if (!files.has(file)) files.set(file, load(file).catch((error) => {
    files.delete(file); // so that it is tried again
    throw error;
  }));
  return files.get(file);
}

async function load(file) {
  const response = await fetch(new URL(`./programs/${file}`, import.meta.url));
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return response.text();
}

function inCamelCase(name) {
  return name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
}

const literal = (value) => JSON.stringify(value).replaceAll(",", ", ");

function inPython(name, value) {
  return `${name} = ${typeof value === "boolean" ? { true: "True", false: "False" }[`${value}`] : literal(value)}`;
}
function inJavaScript(name, value) {
  return `const ${name} = ${literal(value)};`;
}
function printedByPython(call) {
  return `print(f"value {${call}}, {nodes} nodes")`;
}
function printedByJavaScript(call) {
  return `console.log(\`value \${${call}}, \${nodes} nodes\`);`;
}
