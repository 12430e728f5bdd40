// The report of an exam.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, PAGES } from "./dom.mjs";

openPage();
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
