// The end of a game as a table: who won, misère, the side played, the level, and where it came from.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openPage, PAGES } from "./dom.mjs";

openPage();
const { Ending } = await import(new URL("ending.js", PAGES));
const { tally } = await import(new URL("tally.js", PAGES));

const TABLE = [
  // winner, misère, side, level, verdict, buttons beyond "Rematch" and "Swap sides"
  ["X", false, "X", "medium", "You beat medium.", ["Play hard"]],
  ["X", false, "X", "perfect", "You beat perfect.", []],
  ["O", false, "X", "medium", "Medium beat you.", []],
  ["O", false, "O", "easy", "You beat easy.", ["Play medium"]],
  ["X", false, "O", "beginner", "Beginner beat you.", []],
  [null, false, "X", "hard", "You and hard drew.", []],
  [null, false, "O", "perfect", "You and perfect drew.", []],
  ["X", true, "X", "medium", "O completed a line, so you win.", ["Play hard"]],
  ["O", true, "X", "medium", "You completed a line, so O wins.", []],
  ["X", true, "O", "medium", "You completed a line, so X wins.", []],
  ["O", true, "O", "hard", "X completed a line, so you win.", ["Play perfect"]],
];
const WATCHED = [
  ["X", false, "X wins."],
  [null, false, "A draw."],
  ["X", true, "O completed a line, so X wins."],
];

/** @type {Document} */
let document;
beforeEach(() => {
  document = openPage();
});

function ended({ winner = null, misere = false, side = "X", level = "medium", ...game }) {
  const [verdict, section] = ["p", "section"].map((tag) => document.createElement(tag));
  document.body.append(verdict, section);
  const board = {
    settings: { side, level },
    game: { position: { winner, misere }, isOver: true, last: 4, fromEmptyBoard: true, canUndo: true, ...game },
    undo: () => board.undone++,
    undone: 0,
    focus() {},
  };
  const calls = [];
  const actions = Object.fromEntries(
    ["newGame", "showSettings", "seeTurningPoint"].map((name) => [name, () => calls.push(name)]),
  );
  const ending = new Ending(verdict, section, board, actions);
  ending.draw();
  const button = (words) => [...section.querySelectorAll("button")].find((each) => each.textContent === words);
  const words = () => [...section.querySelectorAll(".choices > *")].map((each) => each.textContent);
  return { ending, board, section, verdict, calls, button, words };
}

for (const [winner, misere, side, level, verdict, more] of TABLE) {
  test(`${winner} wins${misere ? " in misère" : ""} against ${level} as ${side}`, () => {
    const end = ended({ winner, misere, side, level });
    assert.equal(end.verdict.textContent, verdict);
    assert.deepEqual(end.words(), ["Rematch", "Swap sides", ...more, "See the deciding move", "Undo"]);
    assert.doesNotMatch(end.section.textContent, /undefined|null/);
  });
}

for (const side of ["both", "none"]) {
  for (const [winner, misere, verdict] of WATCHED) {
    test(`the side ${side} has neither a level to go to nor a tally: ${verdict}`, () => {
      const end = ended({ winner, misere, side });
      end.ending.count({ winner });
      assert.equal(end.verdict.textContent, verdict);
      assert.deepEqual(end.words(), ["Rematch", "See the deciding move", "Undo"]);
      assert.equal(end.section.querySelector("p"), null);
    });
  }
}

test("a position that did not begin on an empty board has no deciding move to see", () => {
  assert.ok(!ended({ fromEmptyBoard: false }).words().includes("See the deciding move"));
});

test("undo is offered only if there is a move to undo", () => {
  const end = ended({});
  end.button("Undo").click();
  assert.equal(end.board.undone, 1);
  assert.ok(!ended({ canUndo: false }).words().includes("Undo"));
});

test("the next level and the other side begin a new game with them", () => {
  const end = ended({ winner: "X", side: "X", level: "easy" });
  end.button("Play medium").click();
  assert.equal(end.board.level, "medium");
  end.button("Swap sides").click();
  assert.equal(end.board.side, "O");
  end.button("Rematch").click();
  assert.deepEqual(end.calls, Array(3).fill(["showSettings", "newGame"]).flat());
});

test("games are counted by level, and two without a loss are a streak", () => {
  const end = ended({ winner: "X" });
  const told = () => end.section.querySelector("p")?.textContent ?? "";
  assert.equal(told(), "");
  end.ending.count({ winner: "X" });
  assert.equal(told(), "Against medium: 1 won, 0 drawn, 0 lost. Clear");
  end.ending.count({ winner: null });
  assert.equal(told(), "Against medium: 1 won, 1 drawn, 0 lost. Unbeaten in 2 games. Clear");
  end.ending.count({ winner: "O" });
  assert.equal(told(), "Against medium: 1 won, 1 drawn, 1 lost. Clear");
  assert.equal(tally.of("hard").won, 0);
  end.button("Clear").click();
  assert.equal(told(), "");
});

test("a finished game opened from a link is not counted", () => {
  const end = ended({ winner: "X", last: null });
  end.ending.count({ winner: "X" });
  assert.equal(end.section.querySelector("p"), null);
  assert.equal(tally.of("medium").won, 0);
});

test("the ending is hidden as soon as an earlier position is shown", () => {
  const end = ended({ winner: "X" });
  assert.equal(end.section.hidden, false);
  end.board.game.isOver = false;
  end.ending.draw();
  assert.equal(end.section.hidden, true);
  assert.equal(end.verdict.textContent, "");
});
