// The review of a game and its chart, from both sides.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openPage, PAGES } from "./dom.mjs";

openPage();
const { chartOf } = await import(new URL("chart.js", PAGES));
const { Review } = await import(new URL("review.js", PAGES));

/** @type {Document} */
let document;
beforeEach(() => {
  document = openPage();
});

const POSITION = { columns: 3, rows: 3 };
const scored = (score, estimate = null) => ({ score, estimate, outcome: null, plies_to_end: null });
const ply = (number, side, cell, before, after, verdict = "best", more = {}) => ({
  ply: number, side, cell, before, after, verdict, best_moves: [8], reason: null, text: "Takes a corner", ...more,
});
// X plays well, O errs, X wins. A score is that of the side that moves.
const WON_BY_X = [
  ply(1, "X", 0, scored(0), scored(0)),
  ply(2, "O", 1, scored(0), scored(-96), "blunder"),
  ply(3, "X", 4, scored(96), scored(96)),
];
const WON_BY_O = [
  ply(1, "X", 1, scored(0), scored(-96), "blunder"),
  ply(2, "O", 0, scored(96), scored(96)),
];
const heights = (chart) => [...chart.querySelectorAll(".points button")].map((each) => Number(each.style.getPropertyValue("--y")));
const chart = (plies, turning = null, at = 0) =>
  chartOf({ plies, position: POSITION, turning_point: turning }, at, () => {});

test("the chart rises for X and falls for O, whoever moves", () => {
  const [start, ...forX] = heights(chart(WON_BY_X));
  assert.equal(start, 50);
  assert.equal(forX[0], 50);
  assert.ok(forX[1] < 50 && forX[2] < 50, "a win for X is above the middle");
  const forO = heights(chart(WON_BY_O));
  assert.ok(forO[1] > 50 && forO[2] > 50, "a win for O is below it");
});

test("a game that X has lost from the start begins below the middle, one of O above", () => {
  assert.ok(heights(chart([ply(1, "X", 0, scored(-94), scored(-94))]))[0] > 50);
  assert.ok(heights(chart([ply(1, "O", 0, scored(-94), scored(-94))]))[0] < 50);
});

test("an unproved value is its estimate, drawn as unproved", () => {
  const drawn = chart([ply(1, "X", 0, scored(0), scored(null, 50), "unknown")]);
  assert.ok(heights(drawn)[1] < 50);
  assert.equal(drawn.querySelector("path.value").getAttribute("d"), "");
  assert.notEqual(drawn.querySelector("path.unproved").getAttribute("d"), "");
});

test("the move that decided the game is marked, and no other", () => {
  const labels = [...chart(WON_BY_X, 2).querySelectorAll(".points button")].map((each) => each.getAttribute("ariaLabel"));
  assert.equal(labels.filter((each) => each.includes("decided")).length, 1);
  assert.match(labels[2], /^2\. O/);
  const turning = chart(WON_BY_X, null).querySelectorAll(".turning");
  assert.equal(turning.length, 0);
});

function reviewed(plies, turning, at = 0) {
  const moves = plies.map(({ cell }) => cell);
  const [section, panel] = ["section", "div"].map((tag) => document.createElement(tag));
  section.scrollIntoView = () => {};
  document.body.append(section);
  section.append(panel);
  const game = {
    moves, at, fromEmptyBoard: true, goTo: (number) => (game.at = number),
    review: async () => ({ plies, position: POSITION, turning_point: turning, sides: {} }),
  };
  return { review: new Review(panel, { game }, () => {}), game, panel };
}

test("a wrong move has a badge, and a best or unproved one has none", async () => {
  const plies = [...WON_BY_X, ply(4, "O", 5, scored(null, 3), scored(null, 2), "unknown")];
  const { review, game } = reviewed(plies, 2);
  assert.deepEqual(review.shapes, []); // before the review
  await review.run();
  for (const [at, badges] of [[0, 0], [1, 0], [2, 1], [3, 0], [4, 0]]) {
    game.at = at;
    assert.equal(review.shapes.filter(({ type }) => type === "badge").length, badges, `ply ${at}`);
  }
});

test("the deciding move is shown, or else the first that was not best, or none", async () => {
  for (const [plies, turning, at] of [
    [WON_BY_X, 2, 2],
    [[...WON_BY_X, ply(4, "O", 5, scored(-95), scored(-97), "inaccuracy")], null, 2],
    [[ply(1, "X", 0, scored(0), scored(0)), ply(2, "O", 4, scored(null), scored(null), "unknown")], null, 0],
  ]) {
    const { review, game } = reviewed(plies, turning);
    await review.goToTurningPoint();
    assert.equal(game.at, at);
  }
});
