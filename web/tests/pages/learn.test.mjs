// The searches of /learn: replayed from the traces in the contract, in every order, with the same windows.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { STATIC } from "./modules.mjs";

const load = (path) => import(new URL(path, STATIC));
const { Search } = await load("learn/search.js");
const { cellsIn, ORDERS, turned } = await load("learn/search.js");
const { questionOf } = await load("learn/questions.js");
const { linesOf } = await load("client/board.js");

const CONTRACT = JSON.parse(readFileSync(new URL("../../../openapi/openapi.json", import.meta.url), "utf8"));
const { content } = CONTRACT.paths["/v1/trace"].get.responses["200"];

// The examples of the contract, and the tree of many articles by minimax and by alpha-beta.
const TRACES = [
  ...Object.values(content["application/json"].examples).map(({ value }) => value),
  trace("minimax", [
    [null, null, null, 1, "searched"], [0, 2, "X", 1, "win"], [0, 7, "X", -1, "searched"], [2, 2, "O", -1, "loss"],
  ]),
  trace("alpha_beta_cached", [
    [null, null, null, 0, "searched"], [0, 7, "X", 0, "draw"], [0, 8, "X", 0, "cached", [], 0, null, 1],
  ]),
  trace("alpha_beta", [
    [null, null, null, 1, "searched"], [0, 2, "X", 1, "win"], [0, 7, "X", -1, "cutoff", [8], 1, null], [2, 2, "O", -1, "loss", [], 1, null],
  ]),
];

function trace(algorithm, rows) {
  const position = { cells: ["X", "X", null, "X", "O", "O", "O", null, null], columns: 3, rows: 3, side_to_move: "X" };
  const nodes = rows.map(([parent, cell, side, value, end, left_out = [], alpha = null, beta = null, same_as = null], id) =>
    ({ id, parent, cell, side, value, end, left_out, alpha, beta, same_as, ply: parent === null ? 0 : parent === 0 ? 1 : 2 }));
  let clock = 0;
  const visit = (node) => {
    node.entered = clock++;
    for (const child of nodes) if (child.parent === node.id) visit(child);
    node.left = clock++;
  };
  visit(nodes[0]);
  return { position, algorithm, values: "outcome", max_depth: null, best_moves: [2], nodes, counts: {} };
}

for (const answer of TRACES) {
  test(`a step of ${answer.algorithm} with ${answer.nodes.length} nodes counts what is entered, and a cutoff only where it happens`, () => {
    const search = new Search(answer, answer.position);
    const sum = { entered: 0, cutOff: 0, leftOut: 0, lookedUp: 0 };
    assert.deepEqual(search.countsAt(0), sum);
    for (const [index, { node, isEntered }] of search.events.entries()) {
      if (isEntered) sum[node.end === "cached" ? "lookedUp" : "entered"] += 1;
      else if (node.end === "cutoff") {
        sum.cutOff += 1;
        sum.leftOut += answer.nodes[node.id].left_out.length;
      }
      assert.deepEqual(search.countsAt(index + 1), sum);
    }
    assert.deepEqual([search.stateAt(search.root, 0).isEntered, search.stateAt(search.root, 0).best], [false, null]);
    assert.equal(search.stateAt(search.root, search.steps).best, answer.nodes[0].value);
  });
}

test("a board that comes up again has the first node with it", () => {
  const first = new Search(TRACES.at(-1), TRACES.at(-1).position);
  assert.ok(first.nodes.every((node) => first.firstWith(node.marks) === node));
  const [root, child] = TRACES.at(-1).nodes;
  const again = [1, 2, 3].map((id) => ({ ...child, id, entered: 2 * id - 1, left: 2 * id }));
  const search = new Search({ ...TRACES.at(-1), nodes: [{ ...root, left: 7 }, ...again] }, TRACES.at(-1).position);
  assert.deepEqual(search.nodes.map(({ marks }) => search.firstWith(marks).id), [0, 1, 1, 1]);
});

test("an order is a permutation, and the turned board has its cells in that order", () => {
  const board = "abcd/efgh/ijkl";
  const cells = board.replaceAll("/", "");
  for (const order of Object.keys(ORDERS)) {
    const found = cellsIn(order, 4, 3);
    assert.deepEqual(found.toSorted((a, b) => a - b), [...Array(12).keys()]);
    assert.equal(turned(board, order).replaceAll("/", ""), found.map((cell) => cells[cell]).join(""), order);
  }
  assert.deepEqual(cellsIn("right-up", 3, 2), [3, 4, 5, 0, 1, 2]);
});

test("the next line is asked only where there is code", () => {
  const node = { cell: null, parent: null };
  const search = { steps: 9, nodeAt: () => node, eventAt: () => ({ node, isEntered: true }) };
  const ask = { kind: "line", path: null, step: 4 };
  assert.equal(questionOf(search, ask), null);
  const coded = { ...search, line: (step) => ["if", "for", "return"][step % 3] };
  const { choices, why } = questionOf(coded, ask);
  assert.deepEqual(choices, [["for", false], ["if", false], ["return", true]]);
  assert.equal(why, "The function is called for the position at the top, and starts at its first line.");
});

test("a player gets every line of a board once, and no other cells", () => {
  assert.deepEqual(
    linesOf({ columns: 3, rows: 3, in_a_row: 3 }).map((line) => line.toSorted().join("")).toSorted(),
    ["012", "036", "048", "147", "246", "258", "345", "678"],
  );
  for (const [columns, rows, length, count] of [[4, 4, 3, 24], [5, 4, 4, 17], [3, 5, 5, 3], [9, 9, 5, 140]]) {
    const lines = linesOf({ columns, rows, in_a_row: length });
    assert.equal(lines.length, count);
    assert.equal(new Set(lines.map((line) => line.toSorted().join())).size, count);
    for (const line of lines) {
      assert.equal(line.length, length);
      const steps = line.slice(1).map((cell, i) => Math.abs((cell % columns) - (line[i] % columns)));
      assert.ok(steps.every((step) => step <= 1), "no line wraps around the edge");
    }
  }
});
