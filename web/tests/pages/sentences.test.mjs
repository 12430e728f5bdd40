// What the page "See the search" says of the steps and the nodes of searches.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LEARN } from "./modules.mjs";
import { searchOf } from "./searches.mjs";

const { boundOf, lineOf, sentenceAt, titleOf } = await import(new URL("sentences.js", LEARN));

const searched = (position, search) => searchOf(fieldsOf(position), fieldsOf(search));
const fieldsOf = (query) => Object.fromEntries(new URLSearchParams(query));

const BETTER = "It is X's best so far, one level up.";

for (const [rule, position, query, sentences] of [
  ["the first steps, wins and losses", "board=XX./XOO/O..", "algorithm=alpha_beta", {
    0: "The search has not started. Step forward, or press Play.",
    1: "The search starts at the top. X is to move, and all values are for X.",
    2: "X plays c1.",
    3: `X completes a line and wins: worth 1 for X. ${BETTER}`,
    4: "X plays b3. Only a value above 1 would change anything.",
    6: "O completes a line and wins: worth −1 for X. It is O's best so far, one level up.",
    7: "Cut: X already has 1 with c1 instead of b3, and no value is better for X. 1 move (c3) is skipped. One level up, X keeps 1.",
    12: "All of X's moves have been examined: X takes the highest, 1. The search ends with 1 for X.",
    99: "All of X's moves have been examined: X takes the highest, 1. The search ends with 1 for X.",
  }],
  ["O at the top, and a full board", "board=XOX/XOO/.X.", "algorithm=minimax", {
    1: "The search starts at the top. O is to move, and all values are for O.",
    4: "The board is full: a draw, worth 0. It is X's best so far, one level up.",
    5: "All of X's moves have been examined: X takes the lowest, 0. It is O's best so far, one level up.",
    8: "X completes a line and wins: worth −1 for O. It is X's best so far, one level up.",
    9: "All of X's moves have been examined: X takes the lowest, −1. One level up, O keeps 0.",
    10: "All of O's moves have been examined: O takes the highest, 0. The search ends with 0 for O.",
  }],
  ["bounds, scores, cutoffs below and lookups", "board=XO./OXX/..O", "algorithm=alpha_beta_cached&values=score", {
    8: "X plays a3. Only a value below 0 would change anything.",
    9: `X completes a line and wins: worth 97 for X. ${BETTER}`,
    10: "All of X's moves have been examined: X takes the highest, at least 97. One level up, O keeps 0.",
    16: "All of X's moves have been examined: X takes the highest, at most 0. It is O's best so far, one level up.",
    17: "Cut: O's reply c1 makes this worth 0 or less for X. X already has 0 with c1 instead of a3, so X gains nothing by coming here. 1 move (b3) is skipped. One level up, X keeps 0.",
    21: `This board was searched in the same window at step 14: its value, 0, is looked up. ${BETTER}`,
  }],
  ["misère and windows with two ends", "board=XX./OO./XO.&misere=true", "algorithm=alpha_beta&values=score", {
    3: `X completes a line and loses: worth −99 for X. ${BETTER}`,
    9: "O plays c3. Only a value above −99 and below 0 would change anything.",
    20: "O completes a line and loses: worth 98 for X. One level up, O keeps 0.",
  }],
  ["estimates", "board=XOX/OX./...", "algorithm=alpha_beta&max_depth=1", {
    3: "Ply 1 is the limit: the position is not searched, but estimated at −0.79. It is O's best so far, one level up.",
    7: "Ply 1 is the limit: the position is not searched, but estimated at −0.66. One level up, O keeps −0.49.",
  }],
  ["a board searched again in another window", "board=X../.O./O.X", "algorithm=alpha_beta_cached", {
    52: "X plays c1. Only a value above 1 would change anything. This board was searched at step 20, but in another window, so the cache has no value.",
  }],
  ["a finished game", "board=XXX/OO./...", "algorithm=minimax", {
    2: "X completes a line and wins: worth −1 for O. The search ends with −1 for O.",
  }],
]) {
  test(`the sentences have ${rule}`, async () => {
    const search = await searched(position, query);
    const said = Object.keys(sentences).map((step) => [step, sentenceAt(search, Number(step))]);
    assert.deepEqual(Object.fromEntries(said), sentences);
  });
}

// Of each node: its number, and what is known at its entry, after it, before it is left, and after that.
for (const [position, query, lines] of [
  ["board=XX./XOO/O..", "algorithm=alpha_beta", [
    [0, "The root: not reached yet", "The root: entered, X takes the highest", "The root: best so far 1, X takes the highest, alpha 1", "The root: value 1, X takes the highest, alpha 1"],
    [1, "Ply 1, X c1: not reached yet", "Ply 1, X c1: entered, O takes the lowest", "Ply 1, X c1: entered, O takes the lowest", "Ply 1, X c1: value 1, a win for X"],
    [2, "Ply 1, X b3: not reached yet", "Ply 1, X b3: entered, O takes the lowest, alpha 1", "Ply 1, X b3: best so far −1, O takes the lowest, alpha 1, beta −1",
      "Ply 1, X b3: value at most −1, O takes the lowest, alpha 1, beta −1, cut: 1 move (c3) skipped"],
    [3, "Ply 2, O c1: not reached yet", "Ply 2, O c1: entered, X takes the highest", "Ply 2, O c1: entered, X takes the highest", "Ply 2, O c1: value −1, a loss for X"],
  ]],
  ["board=XO./OXX/..O", "algorithm=alpha_beta_cached&values=score", [
    [3, "Ply 3, X b3: not reached yet", "Ply 3, X b3: entered, O takes the lowest", "Ply 3, X b3: entered, O takes the lowest", "Ply 3, X b3: value 0, a draw"],
    [11, "Ply 3, X a3: not reached yet", "Ply 3, X a3: entered, O takes the lowest, alpha 0", "Ply 3, X a3: entered, O takes the lowest, alpha 0", "Ply 3, X a3: value 0, O takes the lowest, alpha 0, beta 0, looked up"],
  ]],
  ["board=XOX/OX./...", "algorithm=minimax&max_depth=1", [
    [1, "Ply 1, O c2: not reached yet", "Ply 1, O c2: entered, X takes the lowest", "Ply 1, O c2: entered, X takes the lowest", "Ply 1, O c2: value −0.79, an estimate"],
  ]],
]) {
  test(`a node of ${query} on ${position} is described as it is known`, async () => {
    const search = await searched(position, query);
    for (const [id, ...expected] of lines) {
      const { [id]: node } = search.nodes;
      assert.deepEqual([node.entered, node.entered + 1, node.left, node.left + 1].map((step) => lineOf(search, node, step)), expected);
    }
  });
}

test("without windows, no sentence and no node has one", async () => {
  const search = await searched("board=XX./XOO/O..", "algorithm=alpha_beta");
  search.showsWindow = false;
  assert.equal(sentenceAt(search, 4), "X plays b3.");
  assert.equal(lineOf(search, search.nodes[2], 6), "Ply 1, X b3: best so far −1, O takes the lowest");
});

for (const [search, title] of [
  [{}, "Minimax"],
  [{ algorithm: "alpha_beta", values: "score" }, "Alpha-beta, scores"],
  [{ algorithm: "alpha_beta_cached", max_depth: 1 }, "Alpha-beta with a cache, 1 ply deep"],
  [{ values: "score", max_depth: 2, order: "right-up" }, "Minimax, scores, 2 plies deep, rows from the bottom"],
]) {
  test(`a search is called “${title}”`, () => {
    assert.equal(titleOf({ algorithm: "minimax", values: "outcome", max_depth: null, order: "right-down", ...search }), title);
  });
}

for (const [value, isLeaf, sign] of [[-2, false, "≤ "], [-1, false, "≤ "], [0, false, ""], [1, false, "≥ "], [2, false, "≥ "], [2, true, ""]]) {
  test(`a ${isLeaf ? "leaf" : "node"} worth ${value} in the window from −1 to 1 is ${sign || "exact"}`, () => {
    const node = { isLeaf, value, alpha: -1, beta: 1, sameAs: null };
    assert.equal(boundOf(node), sign);
    assert.equal(boundOf({ ...node, value: 0, isLeaf: false, sameAs: node }), sign);
  });
}
