// Results as tally marks: what counts, what is counted again, and what a streak suggests.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openPage, STATIC } from "./dom.mjs";

openPage();
globalThis.addEventListener = () => {};
const { connectTally } = await import(new URL("play/tally.js", STATIC));
const kept = () => JSON.parse(localStorage.getItem("noughts.tally"));
let row, settings, tally;

beforeEach(() => {
  openPage();
  settings = { level: "medium", side: "X" };
  row = document.createElement("div");
  tally = connectTally(row, { settings, game: { set: () => tally.draw() } });
});

function play(...results) {
  for (const result of results) {
    tally.begin(true);
    tally.count(result);
  }
}

test("each game counts once, by opponent", () => {
  play("won", "lost", "won");
  tally.count("won"); // drawn again
  settings.level = "hard";
  play("drawn");
  assert.deepEqual(kept().counts, { medium: { won: 2, drawn: 0, lost: 1 }, hard: { won: 0, drawn: 1, lost: 0 } });
  assert.equal(row.textContent, "drawn1Clear");
});

test("a game that is taken back counts at its new end, instead of the old one", () => {
  play("won", "lost");
  tally.count("drawn");
  assert.deepEqual(kept().counts.medium, { won: 1, drawn: 1, lost: 0 });
  const { game } = tally;
  play("won");
  tally.begin(game); // after a reload
  tally.count("lost");
  assert.deepEqual(kept().counts.medium, { won: 2, drawn: 0, lost: 1 });
});

test("a shared game, and one against two levels, does not count", () => {
  for (const game of [false, null, undefined]) {
    tally.begin(game);
    tally.count("won");
  }
  assert.equal(kept(), null);
  tally.draw();
  assert.equal(row.hidden, true);
});

test("the results of another tab are kept, and what is no tally is replaced", () => {
  play("won");
  const other = kept();
  other.counts.medium.lost = 7;
  localStorage.setItem("noughts.tally", JSON.stringify(other));
  play("won");
  assert.deepEqual(kept().counts.medium, { won: 2, drawn: 0, lost: 7 });
  localStorage.setItem("noughts.tally", '"nonsense"');
  play("won");
  assert.deepEqual(kept().counts.medium, { won: 1, drawn: 0, lost: 0 });
});

for (const [level, results, suggested] of [
  ["medium", ["won"], null], ["medium", ["won", "won"], "hard"], ["medium", ["won", "won", "drawn"], null],
  ["medium", ["lost", "lost"], "easy"], ["medium", ["won", "lost"], null], ["medium", ["drawn", "drawn"], null],
  ["beginner", ["lost", "lost"], null], ["perfect", ["won", "won"], null],
]) {
  test(`against ${level}, ${results.join(", ")} suggests ${suggested ?? "nothing"}`, () => {
    settings.level = level;
    play(...results);
    assert.equal(tally.suggested, suggested);
  });
}

test("every fifth mark crosses four, many are a number, and one can clear them", () => {
  globalThis.confirm = () => true;
  play(...Array(30).fill("won"));
  const strokes = row.querySelector("path").getAttribute("d").match(/M[^M]+/g);
  assert.deepEqual([strokes.length, strokes.filter((stroke) => stroke.includes("l26")).length], [25, 5]);
  assert.equal(row.querySelector("b").textContent, "30");
  row.querySelector("button").click();
  assert.deepEqual([kept(), row.hidden], [null, true]);
});
