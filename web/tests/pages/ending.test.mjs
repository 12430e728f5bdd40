// The end of a game as a table: who won, misère, the side played, the level, and where it came from.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openPage, STATIC } from "./dom.mjs";

openPage();
const { Ending } = await import(new URL("play/ending.js", STATIC));

const TABLE = [
  // winner, misère, side, level, verdict, result, invitation
  ["X", false, "X", "medium", "You beat the computer!", "won", ["Next level: hard"]],
  ["X", false, "X", "perfect", "You beat the computer!", "won", []],
  ["O", false, "X", "medium", "The computer beat you.", "lost", []],
  ["O", false, "O", "easy", "You beat the computer!", "won", ["Next level: medium"]],
  ["X", false, "O", "beginner", "The computer beat you.", "lost", []],
  [null, false, "X", "hard", "You and the computer drew.", "drawn", []],
  [null, false, "O", "perfect", "You and the computer drew.", "drawn", []],
  ["X", true, "X", "medium", "O completed a line, so you win.", "won", ["Next level: hard"]],
  ["O", true, "X", "medium", "You completed a line, so O wins.", "lost", []],
  ["X", true, "O", "medium", "You completed a line, so X wins.", "lost", []],
  ["O", true, "O", "hard", "X completed a line, so you win.", "won", ["Next level: perfect"]],
  ["X", false, "both", "medium", "X wins.", "drawn", []],
  [null, false, "none", "medium", "A draw.", "drawn", []],
  ["X", true, "none", "medium", "O completed a line, so X wins.", "drawn", []],
];

const START = { status: "in_progress", notation: ".../.../...", side_to_move: "X", in_a_row: 3, misere: false };

/** @type {Document} */
let document;
beforeEach(() => {
  document = openPage();
});

function ended({ outcome = "unknown", winner = null, misere = false, side = "X", level = "medium", ...game } = {}) {
  const row = document.createElement("div");
  row.hidden = true;
  document.body.append(row);
  const position = { winner, misere, status: winner ? "won" : "drawn" };
  const board = {
    settings: { side, level },
    client: { analysis: async () => ({ outcome }) },
    game: { set() {}, position, positions: [{ ...START }, position], isOver: true, isPersonsTurn: false, fromEmptyBoard: true, ...game },
    messages: {},
    dataset: {},
  };
  const review = { isOpen: false, open: () => (review.isOpen = true) };
  const begun = [];
  const ending = new Ending(row, board, review, { newGame: (attributes) => begun.push(attributes) });
  const { messages } = board;
  const other = winner === "X" ? "O" : "X";
  const verdict = !winner ? messages.drawn() : misere ? messages.wonInMisere(other, winner) : messages.won(winner);
  const isShown = ending.draw();
  const buttons = () => [...row.querySelectorAll("button")];
  return { begun, board, buttons, ending, isShown, review, row, verdict, words: () => buttons().map((each) => each.textContent) };
}

for (const [winner, misere, side, level, verdict, result, invitation] of TABLE) {
  test(`${winner} wins${misere ? " in misère" : ""} against ${level} as ${side}`, () => {
    const end = ended({ winner, misere, side, level });
    assert.equal(end.verdict, verdict);
    assert.equal(end.board.dataset.result, result);
    const swapped = { X: "Play again as O", O: "Play again as X" };
    assert.deepEqual(end.words(), [swapped[side] ?? "Play again", "Review", ...invitation]);
    assert.equal(end.board.messages.played("X", "c3"), "");
    assert.equal(end.row.querySelectorAll(".stars").length, Number(result === "won"));
  });
}

for (const [outcome, side, level, verdict] of [
  ["draw", "X", "perfect", "A draw: the best possible."],
  ["draw", "O", "hard", "You and the computer drew."],
  ["win", "X", "perfect", "You and the computer drew."],
  ["unknown", "X", "perfect", "You and the computer drew."],
  ["draw", "none", "perfect", "A draw."],
]) {
  test(`a draw against ${level} as ${side}, from a start whose outcome is ${outcome}, is “${verdict}”`, async () => {
    const { board } = ended({ outcome, side, level });
    await new Promise(setImmediate);
    assert.equal(board.messages.drawn(), verdict);
  });
}

test("another game swaps the sides, and the invitation is to the next level", () => {
  const end = ended({ winner: "X", side: "X", level: "easy" });
  const [again, , next] = end.buttons();
  again.click();
  next.click();
  assert.deepEqual(end.begun, [{ side: "O" }, { level: "medium" }]);
  const watched = ended({ side: "none" });
  watched.buttons()[0].click();
  assert.deepEqual(watched.begun, [{}]);
});

test("a game from another board, and one whose review is open, offer no review", () => {
  assert.deepEqual(ended({ fromEmptyBoard: false }).words(), ["Play again as O"]);
  const end = ended();
  end.buttons()[1].click();
  end.ending.draw();
  assert.deepEqual(end.words(), ["Play again as O"]);
  const won = ended({ winner: "X" });
  won.review.open();
  won.ending.draw();
  assert.equal(won.row.querySelectorAll(".stars").length, 0);
});

test("in a review, nobody is told to move", () => {
  const { board: { messages }, review } = ended();
  assert.deepEqual([messages.yourTurn("X"), messages.toMove("O")], ["Your turn: X.", "O to move."]);
  review.open();
  assert.deepEqual([messages.yourTurn("X"), messages.toMove("O")], ["", ""]);
});

test("an earlier position on the person's turn can be played on, unless the review is open", () => {
  const end = ended({ winner: "X", isOver: false, isPersonsTurn: true });
  assert.deepEqual([end.isShown, end.row.hidden, end.board.dataset.result], [false, true, ""]);
  end.review.isOpen = true;
  assert.deepEqual([end.ending.draw(), end.row.hidden], [true, false]);
});
