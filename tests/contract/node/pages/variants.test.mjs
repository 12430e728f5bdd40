// The variants of a puzzle, and its buttons.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, STATIC } from "./dom.mjs";

openPage();
const load = (path) => import(new URL(path, STATIC));
const { keyOf, variantOf } = await load("puzzles/list.js");
const { positionOf } = await load("client/board.js");
const { Box } = await load("puzzles/solving.js");

const position = (board, sideToMove, inARow = 3) => positionOf({ board, side_to_move: sideToMove, in_a_row: inARow });

for (const [how, board, side] of [
  ["reflected", ".OX/..X/...", "O"],
  ["turned over the diagonal", "XX./O../...", "O"],
  ["turned by half", ".../..X/.OX", "O"],
  ["with the sides swapped", "OX./O../...", "X"],
]) {
  test(`a position ${how} has the same key`, () => assert.equal(keyOf(position(board, side)), keyOf(position("XO./X../...", "O"))));
}

for (const [rule, a, b] of [
  ["the side to move", ["XO./X../...", "O", 3], ["XO./X../...", "X", 3]],
  ["the length of a line", ["XO../X.../..../....", "O", 3], ["XO../X.../..../....", "O", 4]],
  ["the columns and rows", ["XO../X.../....", "O", 3], ["XO./X../.../...", "O", 3]],
  ["a mark", ["XO./X../...", "O", 3], ["X.O/X../...", "O", 3]],
]) {
  test(`positions that differ in ${rule} have different keys`, () => assert.notEqual(keyOf(position(...a)), keyOf(position(...b))));
}

test("an oblong board is not turned by a quarter", () => {
  assert.equal(keyOf(position("XO../X.../....", "O")), keyOf(position("..OX/...X/....", "O")));
  assert.equal(keyOf(position("XO../X.../....", "O")), keyOf(position("..../...X/..OX", "O")));
});

for (const [board, count] of [["XO./.../..X", 16], ["XO../...X/....", 8]]) {
  test(`${board} has ${count} variants, all with its key`, (t) => {
    const original = position(board, "O");
    const drawn = [];
    t.mock.method(Math, "random", () => drawn.shift());
    const variants = new Set();
    for (let symmetry = 0; symmetry < count / 2; symmetry += 1) {
      for (const swaps of [0.49, 0.5]) {
        drawn.push((symmetry + 0.5) / (count / 2), swaps);
        const variant = variantOf(original);
        assert.equal(keyOf(variant), keyOf(original));
        assert.equal(variant.side_to_move, swaps < 0.5 ? "O" : "X");
        variants.add(`${variant.notation ?? variant.cells.map((mark) => mark ?? ".").join("")} ${variant.side_to_move}`);
      }
    }
    assert.equal(variants.size, count);
  });
}

test("the buttons of a puzzle are those that can do something, and the main one is to be pressed now", () => {
  const element = document.createElement("div");
  const title = document.createElement("h1");
  const pressed = [];
  const actions = Object.fromEntries(["again", "hint", "next"].map((name) => [name, () => pressed.push(name)]));
  const messages = { again: "Again", hint: "Hint", next: "Next", difficulties: { easy: "Easy" }, inARow: (count) => `${count} in a row` };
  const box = new Box(element, title, messages, actions);
  box.open(position("XO./X../...", "O"), { number: 3, difficulty: "easy" });
  assert.equal(title.textContent, "Easy 3: 3x3, 3 in a row");
  box.open(position("XO./X../...", "O"), null);
  assert.equal(title.textContent, "3x3, 3 in a row");
  const buttons = [...element.querySelectorAll("button")];
  for (const [state, expected] of [
    [{ canTakeBack: false, hint: "Hint", isDone: false }, [["Again", true, false], ["Hint", false, false], ["Next", false, false]]],
    [{ canTakeBack: true, hint: null, isDone: false }, [["Again", false, true], ["Hint", true, false], ["Next", false, false]]],
    [{ canTakeBack: false, hint: "Show the move", isDone: true }, [["Again", true, false], ["Show the move", false, false], ["Next", false, true]]],
  ]) {
    box.draw({ text: "Win.", ...state });
    assert.deepEqual(buttons.map((each) => [each.textContent, each.hidden, each.className === "main"]), expected);
    assert.equal(element.querySelector("[role=status]").textContent, "Win.");
  }
  for (const button of buttons) button.click();
  assert.deepEqual(pressed, ["again", "hint", "next"]);
});
