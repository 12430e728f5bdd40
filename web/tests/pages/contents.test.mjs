// The contents of the lessons, and the questions on a subject.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { STATIC } from "./modules.mjs";
import { all, one, textOf, textsOf, visit } from "./page.mjs";

await visit("/learn", "learn/index.html", "learn/main.js");
const { GROUPS, LESSONS } = await import(new URL("learn/lessons.js", STATIC));
const { addressOf, contents, seriesOf } = await import(new URL("learn/contents.js", STATIC));

test("a first visit has no way back", () => {
  assert.equal(document.body.className, "contents drawn");
  assert.equal(textOf(one("#contents a")), "1. The game as a tree");
});

test("the contents have all lessons in order, with the finished ones, and the way back to the last one", () => {
  localStorage.setItem("noughts.finished", '["cut"]');
  localStorage.setItem("noughts.last-lesson", '{"query":"?lesson=cut&step=12","title":"Cutoffs"}');
  one("#contents").replaceChildren(...contents());
  const titles = LESSONS.map(({ id, title }, index) => `${index + 1}. ${title}${id === "cut" ? " ✓" : ""}`);
  assert.deepEqual(textsOf("#contents li"), titles);
  assert.deepEqual(GROUPS.flatMap(({ lessons }) => lessons), LESSONS.map(({ id }) => id));
  assert.deepEqual(textsOf("#contents h2"), GROUPS.map(({ title }) => title));
  const [goOn] = all("#contents a");
  assert.deepEqual([textOf(goOn), goOn.getAttribute("href")], ["Go on: Cutoffs", "learn?lesson=cut&step=12"]);
});

test("each lesson has a picture in the one file", () => {
  const pictures = readFileSync(new URL("learn/pictures.svg", STATIC), "utf8");
  const names = all("#contents use").map((use) => use.getAttribute("href").split("pictures.svg#")[1]);
  assert.deepEqual(names, LESSONS.map(({ id }) => id));
  for (const name of names) assert.match(pictures, new RegExp(`<symbol id="${name}"`));
});

test("a series has ten questions of a group, none of them twice or about code", () => {
  for (const { id, lessons } of GROUPS) {
    assert.equal(new Set(seriesOf(id).map((each) => addressOf(id, each))).size, 10, id);
    assert.ok(seriesOf(id).every(({ kind, lesson }) => kind !== "line" && lessons.includes(lesson)));
  }
  assert.deepEqual(seriesOf("nothing"), []);
  const address = addressOf("alpha-beta", seriesOf("alpha-beta")[0]);
  assert.equal(address, "learn?lesson=skip&shown=1&step=14&questions=alpha-beta");
  assert.equal(all(`#contents a[href="${address}"]`).length, 1);
  assert.equal(one("#contents a[href='learn/practice']").textContent, "Practice on fresh trees");
});

test("a game opens the search at its last position that the search enters", async () => {
  const { searchOf } = await import("./searches.mjs");
  const search = await searchOf({ board: ".../.../..." }, { algorithm: "alpha_beta_cached" });
  const at = (...cells) => search.nodeAt(search.stepOfGame(cells)).marks.map((mark) => mark ?? ".").join("");
  assert.equal(at(0, 4), "X...O....");
  assert.equal(at(4, 0), "O...X....");
  assert.equal(search.stepOfGame([]), 1);
});
