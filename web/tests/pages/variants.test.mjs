// The variants of a puzzle.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, STATIC } from "./dom.mjs";

openPage();
const load = (path) => import(new URL(path, STATIC));
const { symmetryKeyOf, variantOf } = await load("puzzles/variants.js");
const { positionOf } = await load("client/board.js");

const position = (board, sideToMove, inARow = 3) => positionOf({ board, side_to_move: sideToMove, in_a_row: inARow });

for (const [how, board, side] of [
  ["reflected", ".OX/..X/...", "O"],
  ["turned over the diagonal", "XX./O../...", "O"],
  ["turned by half", ".../..X/.OX", "O"],
  ["with the sides swapped", "OX./O../...", "X"],
]) {
  test(`a position ${how} has the same key`, () => assert.equal(symmetryKeyOf(position(board, side)), symmetryKeyOf(position("XO./X../...", "O"))));
}

for (const [rule, a, b] of [
  ["the side to move", ["XO./X../...", "O", 3], ["XO./X../...", "X", 3]],
  ["the length of a line", ["XO../X.../..../....", "O", 3], ["XO../X.../..../....", "O", 4]],
  ["the columns and rows", ["XO../X.../....", "O", 3], ["XO./X../.../...", "O", 3]],
  ["a mark", ["XO./X../...", "O", 3], ["X.O/X../...", "O", 3]],
]) {
  test(`positions that differ in ${rule} have different keys`, () => assert.notEqual(symmetryKeyOf(position(...a)), symmetryKeyOf(position(...b))));
}

test("an oblong board is not turned by a quarter", () => {
  assert.equal(symmetryKeyOf(position("XO../X.../....", "O")), symmetryKeyOf(position("..OX/...X/....", "O")));
  assert.equal(symmetryKeyOf(position("XO../X.../....", "O")), symmetryKeyOf(position("..../...X/..OX", "O")));
});

for (const [board, count] of [["XO./.../..X", 16], ["XO../...X/....", 8]]) {
  test(`${board} has ${count} variants, all with its key`, () => {
    const original = position(board, "O");
    const variants = new Set();
    for (let index = 0; index < count; index += 1) {
      const variant = variantOf(original, (index + 0.5) / count);
      assert.equal(symmetryKeyOf(variant), symmetryKeyOf(original));
      assert.equal(variant.side_to_move, "OX"[index % 2]);
      variants.add(`${variant.notation ?? variant.cells.map((mark) => mark ?? ".").join("")} ${variant.side_to_move}`);
    }
    assert.equal(variants.size, count);
  });
}
