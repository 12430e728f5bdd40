// The end of a game as a table: who won, misère, the side played, the level, and where it came from.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openPage, STATIC } from "./dom.mjs";

openPage();
const { connectEnding } = await import(new URL("play/ending.js", STATIC));

const TABLE = [
  // winner, misère, side, level, verdict, result
  ["X", false, "X", "medium", "You beat the computer!", "won"],
  ["O", false, "X", "medium", "The computer beat you.", "lost"],
  ["O", false, "O", "easy", "You beat the computer!", "won"],
  ["X", false, "O", "beginner", "The computer beat you.", "lost"],
  [null, false, "X", "hard", "You and the computer drew.", "drawn"],
  [null, false, "O", "perfect", "You and the computer drew.", "drawn"],
  ["X", true, "X", "medium", "O completed a line, so you win.", "won"],
  ["O", true, "X", "medium", "You completed a line, so O wins.", "lost"],
  ["X", true, "O", "medium", "You completed a line, so X wins.", "lost"],
  ["O", true, "O", "hard", "X completed a line, so you win.", "won"],
  ["X", false, "both", "medium", "X wins.", "drawn"],
  [null, false, "none", "medium", "A draw.", "drawn"],
  ["X", true, "none", "medium", "O completed a line, so X wins.", "drawn"],
];

const START = { status: "in_progress", notation: ".../.../...", side_to_move: "X", in_a_row: 3, misere: false };

/** @type {Document} */
let document;
beforeEach(() => {
  document = openPage();
  document.body.innerHTML = '<select name="level"><option value="hard">hard</option><option value="easy">easy</option></select>';
});

function ended({ winner = null, misere = false, side = "X", level = "medium", suggested = null, plies = [], ...game } = {}) {
  const row = document.createElement("div");
  row.hidden = true;
  document.body.append(row);
  const cells = [..."XXO.XO..O"].map((mark) => (mark === "." ? null : mark));
  const position = { winner, misere, cells, columns: 3, rows: 3, status: winner ? "won" : "drawn" };
  const board = {
    settings: { side, level },
    game: {
      set: () => ending.draw(), goTo: (ply) => went.push(ply), plyBefore: () => 4, position, positions: [{ ...START }, position],
      review: async () => ({ plies }), isOver: true, isPersonsTurn: false, fromEmptyBoard: true, canUndo: true, ...game,
    },
    messages: {},
    dataset: {},
    after: (stars) => document.body.append(stars),
    focus() {},
  };
  const [begun, counted, went] = [[], [], []];
  const review = { isOpen: false, open: () => (review.isOpen = true) };
  const tally = { suggested, count: (result) => counted.push(result) };
  const ending = connectEnding(row, board, { review, tally, newGame: (attributes) => begun.push(attributes), reviewed() {} });
  const { messages } = board;
  const other = winner === "X" ? "O" : "X";
  const verdict = !winner ? messages.drawn() : misere ? messages.wonInMisere(other, winner) : messages.won(winner);
  const isShown = ending.draw();
  const buttons = () => [...row.querySelectorAll("button")];
  return { begun, board, buttons, counted, ending, isShown, review, row, verdict, went, words: () => buttons().map((each) => each.textContent) };
}

for (const [winner, misere, side, level, verdict, result] of TABLE) {
  test(`${winner} wins${misere ? " in misère" : ""} against ${level} as ${side}`, () => {
    const end = ended({ winner, misere, side, level });
    assert.equal(end.verdict, verdict);
    assert.equal(end.board.dataset.result, result);
    const takeBack = result === "lost" ? ["Take it back"] : [];
    assert.deepEqual(end.words(), [...takeBack, "Play again", "Review"]);
    assert.equal(end.buttons()[0].className, "main");
    assert.deepEqual(end.counted, ["X", "O"].includes(side) ? [result] : []);
    assert.equal(end.board.messages.played("X", "c3"), "");
    assert.equal(document.querySelectorAll(".stars").length, Number(result === "won"));
  });
}

test("a streak suggests another level, and nothing changes by itself", () => {
  for (const [winner, suggested, words] of [["X", "hard", "Next level: hard"], ["O", "easy", "Try an easier one: easy"]]) {
    const end = ended({ winner, suggested });
    const at = end.words().indexOf(words);
    assert.ok(at >= 0 && end.begun.length === 0, words);
    end.buttons()[at].click();
    assert.deepEqual(end.begun, [{ level: suggested }]);
  }
  assert.deepEqual(ended({ suggested: "hard" }).words(), ["Play again", "Review"]); // after a draw
});

const ply = (number, side, cell, before, after, best = 8) =>
  ({ ply: number, side, cell, before: { outcome: before }, after: { outcome: after }, best_moves: [best] });

for (const [name, plies, text, shapes, back] of [
  ["that turned a draw", [ply(1, "X", 4, "draw", "draw"), ply(2, "O", 1, "draw", "loss"), ply(3, "X", 0, "draw", "loss", 3)],
    "The top left corner was the mistake. With the left edge you would have held on.", ["badge 0", "circle 3"], 2],
  ["instead of one that another mark has taken", [ply(3, "X", 0, "draw", "loss", 5)],
    "The top left corner was the mistake. With the right edge you would have held on.", ["badge 0"], 2],
  ["that is not proved", [ply(3, "X", 0, "unknown", "loss")], "", [], 4],
  ["from a lost start", [ply(1, "X", 0, "loss", "loss")], "", [], 4],
]) {
  test(`after a defeat, a mistake ${name} is ${text ? "named" : "not claimed"}`, async () => {
    const { ending, buttons, went } = ended({ winner: "O", plies });
    assert.equal(ending.text, "");
    await new Promise(setImmediate);
    assert.deepEqual([ending.text, ending.shapes.map(({ type, cell }) => `${type} ${cell}`)], [text, shapes]);
    buttons()[0].click();
    assert.deepEqual(went, [back]);
  });
}

test("without a review, a defeat is one all the same", async () => {
  const { ending, words } = ended({ winner: "O", review: async () => { throw new Error(); } });
  await new Promise(setImmediate);
  assert.deepEqual([ending.text, words()[0]], ["", "Take it back"]);
});

for (const [outcome, side, level, verdict] of [
  ["draw", "X", "perfect", "A draw: nobody can do better."],
  ["draw", "O", "hard", "You and the computer drew."],
  ["win", "X", "perfect", "You and the computer drew."],
  ["unknown", "X", "perfect", "You and the computer drew."],
  ["draw", "none", "perfect", "A draw."],
]) {
  test(`a draw against ${level} as ${side}, from a start whose outcome is ${outcome}, is “${verdict}”`, async () => {
    const { board } = ended({ side, level, plies: [{ side: "X", before: { outcome }, after: { outcome } }] });
    await new Promise(setImmediate);
    assert.equal(board.messages.drawn(), verdict);
  });
}

test("another game has the sides and the level of the one before", () => {
  for (const side of ["X", "none"]) {
    const end = ended({ winner: "X", side, level: "easy" });
    end.buttons()[0].click();
    assert.deepEqual(end.begun, [{}]);
  }
});

test("a game from another board, and one whose review is open, offer no review", () => {
  assert.deepEqual(ended({ fromEmptyBoard: false }).words(), ["Play again"]);
  const end = ended();
  end.buttons()[1].click();
  end.ending.draw();
  assert.deepEqual(end.words(), ["Play again"]);
  const won = ended({ winner: "X" });
  won.review.open();
  won.ending.draw();
  assert.equal(document.querySelectorAll(".stars").length, 0);
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
