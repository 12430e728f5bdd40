// An exam of a player, and its report.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, PAGES } from "./dom.mjs";

openPage();
const { examine } = await import(new URL("../player/examining.js", PAGES));
const { reportOf } = await import(new URL("../player/report.js", PAGES));

test("the sides of a game alternate from the one that starts", () => {
  const exam = { verdict: "loses", positions: 2, games: 1, refutation: { moves: [4, 0, 8], result: "loss" } };
  for (const [startingSide, sides] of [["X", "XOX"], ["O", "OXO"]]) {
    const settings = { columns: 3, rows: 3, inARow: 3, misere: false, startingSide };
    const { element } = reportOf(exam, { name: "easy", side: "X", settings, show: async () => {} });
    const words = [...element.querySelectorAll(".moves button")].slice(1).map((each) => each.textContent);
    assert.equal(words.map((each) => each.split(" ")[1]).join(""), sides);
  }
});

test("a player gets the position, its own side and the rules, until the exam needs no more moves", async () => {
  for (const misere of [false, true]) {
    const exams = [{ verdict: "incomplete", needed: [".../.../...", "XO./.../..."] }, { verdict: "perfect" }];
    const sent = [], asked = [], known = [];
    const client = { exam: async ({ moves }) => exams[sent.push({ ...moves }) - 1] };
    const move = async (position) => asked.push(position) + 3;
    const game = { in_a_row: 3, side: "X", misere };
    const progress = (moves) => known.push(Object.keys(moves).length);
    const found = await examine(client, game, move, { signal: new AbortController().signal, progress });
    assert.deepEqual([found.verdict, known], ["perfect", [2]]);
    assert.deepEqual(sent, [{}, { ".../.../...": 4, "XO./.../...": 5 }]);
    assert.deepEqual(asked.map((each) => [each.notation, each.side_to_move, each.misere]), [
      [".../.../...", "X", misere], ["XO./.../...", "X", misere],
    ]);
  }
});
