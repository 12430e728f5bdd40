// The programs beside the trees: their order, their changes, and which one a step belongs to.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { LEARN } from "./modules.mjs";
import { searchOf } from "./searches.mjs";

const load = (path) => import(new URL(path, LEARN));
const { diff } = await load("code.js");
const { callsAt, lineAt, variablesAt } = await load("calls.js");
const { LANGUAGES, namesFor, previousOf, programLines, programOf, programTitle, runnable } = await load("programs.js");
globalThis.fetch = async (file) => new Response(await readFile(file)); // the programs are beside their modules

for (const [name, hasScores, hasLimit, titles] of [
  ["minimax", false, false, ["Minimax"]],
  ["negamax", true, false, ["Negamax, depth in score", "Negamax", "Minimax"]],
  ["alpha_beta", false, true, ["Alpha-beta, depth limit", "Alpha-beta", "Negamax", "Minimax"]],
  ["alpha_beta_cached", true, true, [
    "Alpha-beta with a cache, depth in score, depth limit", "Alpha-beta with a cache, depth in score", "Alpha-beta with a cache", "Alpha-beta", "Negamax", "Minimax",
  ]],
]) {
  test(`the way to ${titles[0]} has ${titles.length} programs`, () => {
    const found = [];
    for (let program = { name, hasScores, hasLimit }; program; program = previousOf(program)) found.push(programTitle(program));
    assert.deepEqual(found, titles);
  });
}

test("a search has the programs with its steps and its options", () => {
  assert.deepEqual([namesFor({ algorithm: "minimax" }), namesFor({ algorithm: "alpha_beta" })], [["minimax", "negamax"], ["alpha_beta"]]);
  assert.deepEqual(programOf({ algorithm: "minimax", values: "outcome", max_depth: null }), { name: "minimax", hasScores: false, hasLimit: false });
  assert.deepEqual(programOf({ algorithm: "minimax", values: "score", max_depth: 1 }, "negamax"), { name: "negamax", hasScores: true, hasLimit: true });
});

for (const [before, after, changes] of [
  ["", "", ""],
  ["abc", "abc", " a b c"],
  ["", "ab", "+a+b"],
  ["ab", "", "-a-b"],
  ["abc", "adc", " a-b+d c"],
  ["abcd", "bcde", "-a b c d+e"],
  ["aab", "ab", " a-a b"],
  ["abab", "ba", "-a b a-b"],
  ["b", "ab", "+a b"],
]) {
  test(`from “${before}” to “${after}”, the longest common part stays`, () => {
    const signs = { same: " ", added: "+", removed: "-" };
    const rows = diff([...before], [...after]);
    assert.equal(rows.filter(({ kind }) => kind !== "added").map(({ line }) => line).join(""), before);
    assert.equal(rows.filter(({ kind }) => kind !== "removed").map(({ line }) => line).join(""), after);
    assert.equal(rows.filter(({ kind }) => kind === "same").length, changes.split(" ").length - 1);
    assert.equal(rows.map(({ kind, line }) => signs[kind] + line).join(""), changes);
  });
}

test("a call has its board, its side, and the bounds of its own view", async () => {
  const python = LANGUAGES.python;
  const search = await searchOf({ board: "XX./XOO/O.." }, { algorithm: "alpha_beta" });
  const program = programOf(search);
  assert.deepEqual(callsAt(search, 0, program, python), []);
  assert.deepEqual(callsAt(search, 5, program, LANGUAGES.javascript), [
    "alphaBeta(XXO/XOO/OX., X, 1, Infinity)", "alphaBeta(XX./XOO/OX., O, -Infinity, -1)", "alphaBeta(XX./XOO/O.., X, -Infinity, Infinity)",
  ]);
  const minimax = await searchOf({ board: "XX./XOO/O.." }, { algorithm: "minimax" });
  assert.deepEqual(callsAt(minimax, 2, programOf(minimax, "negamax"), python), ["negamax(XXX/XOO/O.., O)", "negamax(XX./XOO/O.., X)"]);
  const cached = await searchOf({ board: "XO./OXX/..O" }, { algorithm: "alpha_beta_cached", values: "score" });
  assert.deepEqual(callsAt(cached, 13, programOf(cached), python), ["alpha_beta(XOO/OXX/X.O, X, 0, inf)", "alpha_beta(XO./OXX/X.O, O, -inf, 0)", "alpha_beta(XO./OXX/..O, X, -inf, inf)"]);
});

test("the variables of a call are of its view, and a lookup has those of the call that makes it", async () => {
  const cached = await searchOf({ board: "XO./OXX/..O" }, { algorithm: "alpha_beta_cached", values: "score", max_depth: 3 });
  const program = programOf(cached);
  const at = (step) => Object.fromEntries(variablesAt(cached, step, program).values);
  assert.equal(variablesAt(cached, 0, program), null);
  assert.deepEqual(at(1), { side: "X", alpha: -Infinity, beta: Infinity, "ply(board)": 0, LIMIT: 3 });
  assert.deepEqual(at(2), { side: "O", alpha: -Infinity, beta: Infinity, "ply(board)": 1, LIMIT: 3 });
  const lookup = cached.events.findIndex(({ node, isEntered }) => node.end === "cached" && isEntered) + 1;
  const { cell, parent } = cached.eventAt(lookup).node;
  const entered = at(lookup);
  assert.deepEqual([entered.side, entered["ply(board)"], entered.cell, entered.value, entered.best], [parent.toMove, parent.ply + 1, cell, undefined, -Infinity]);
  assert.deepEqual([at(lookup + 1).value, at(lookup + 1).best, at(lookup + 1).returns], [0, -Infinity, undefined]);
  assert.equal(variablesAt(cached, 2, program).view, "O");
  const minimax = await searchOf({ board: "XX./XOO/O.." }, { algorithm: "minimax" });
  const found = (name, step) => variablesAt(minimax, step, programOf(minimax, name));
  assert.deepEqual([found("minimax", 7).view, found("negamax", 6).view, found("negamax", 4).view], ["X", "X", "O"]);
  assert.deepEqual(found("minimax", 11).values, [["side", "O"], ["cell", 8], ["value", 1], ["best", -1], ["returns", -1]]);
  assert.deepEqual(found("negamax", 11).values, [["side", "O"], ["cell", 8], ["value", -1], ["best", 1], ["returns", 1]]);
});

test("a step ends at the line that it is about", async () => {
  const cached = await searchOf({ board: "XO./OXX/..O" }, { algorithm: "alpha_beta_cached", values: "score" });
  const lines = await programLines(programOf(cached), "javascript");
  assert.equal(lineAt(lines, cached, 0), -1);
  for (const [step, words] of [
    [1, "function alphaBeta"],
    [2, "function alphaBeta"],
    [5, "if (isOver(board)) return outcome"],
    [6, "return best"],
    [10, "return best"], // at its bound
    [17, "if (alpha >= beta) break"],
    [18, "function alphaBeta"],
    [20, "if (!cache.has(key))"],
    [21, "const value = cache.get(key)"],
  ]) assert.ok(lines[lineAt(lines, cached, step)].trim().startsWith(words), `step ${step}`);
});

for (const [language, first, last] of [
  ["python", ['BOARD = "XO./O.X/.X."', 'MAX = "O"', "IN_A_ROW = 3", "MISERE = True", "ORDER = [6, 7, 8, 3, 4, 5, 0, 1, 2]", "LIMIT = 2"], 'print(f"value {alpha_beta(board, MAX, -inf, inf)}, {nodes} nodes")'],
  ["javascript", ['const BOARD = "XO./O.X/.X.";', 'const MAX = "O";', "const IN_A_ROW = 3;", "const MISERE = true;", "const ORDER = [6, 7, 8, 3, 4, 5, 0, 1, 2];", "const LIMIT = 2;"],
    "console.log(`value ${alphaBeta(board, MAX, -Infinity, Infinity)}, ${nodes} nodes`);"],
]) {
  test(`a program to copy in ${language} starts with its settings and prints its result`, async () => {
    const search = await searchOf({ board: "XO./O.X/.X.", misere: true, side_to_move: "O" }, { algorithm: "alpha_beta", max_depth: 2 });
    const lines = (await runnable(programOf(search), { ...search, order: "right-up", hasWindow: true, position: search.position }, language)).split("\n");
    assert.deepEqual([lines.slice(0, 6), lines.at(-2), lines.at(-1)], [first, last, ""]);
    const unlimited = await runnable({ ...programOf(search), hasLimit: false }, { ...search, max_depth: null, hasWindow: false }, language);
    assert.ok(!unlimited.includes("LIMIT") && unlimited.trimEnd().split("\n").at(-1).includes("(board, MAX)"));
  });
}
