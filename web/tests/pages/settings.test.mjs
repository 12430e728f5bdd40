// The settings of a game, at both sides of every bound.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, STATIC } from "./dom.mjs";

openPage();
const { faultIn, settingsByDefault, settingsOn } = await import(new URL("client/settings.js", STATIC));
const { html } = await import(new URL("shared/dom.js", STATIC));
const { load, save } = await import(new URL("shared/storage.js", STATIC));

const fault = (settings) => faultIn({ ...settingsByDefault, ...settings })?.message ?? null;

for (const [name, values, words] of [
  ["columns", [2, 10, 3.5, NaN], "columns must be a whole number from 3 to 9."],
  ["rows", [2, 10], "rows must be a whole number from 3 to 9."],
  ["seed", [-1, 2 ** 53], "seed must be a whole number from 0 to 2^53 - 1."],
  ["level", ["godlike", ""], "level must be beginner, easy, medium, hard or perfect."],
  ["side", ["Z", "x"], "side must be X, O, both or none."],
]) {
  test(`${name} outside its bounds is named`, () => {
    for (const value of values) assert.equal(fault({ [name]: value }), words, `${value}`);
  });
}

test("the limits themselves are accepted", () => {
  for (const settings of [
    { columns: 3, rows: 3 }, { columns: 9, rows: 9, inARow: 9 }, { seed: 0 }, { seed: 2 ** 53 - 1 },
    { side: "none", level: "perfect", startingSide: "O" },
  ]) assert.equal(fault(settings), null, JSON.stringify(settings));
});

test("a line is as long as the longer side at most", () => {
  assert.equal(fault({ columns: 3, rows: 5, inARow: 5 }), null);
  assert.match(fault({ columns: 3, rows: 5, inARow: 6 }), /in-a-row/);
});

test("every invalid setting is named once", () => {
  assert.equal(fault({ columns: 12, inARow: 10, side: "Z", level: "expert" }), [
    "columns must be a whole number from 3 to 9.",
    "in-a-row must be at least 3, and at most the longer side of the board.",
    "side must be X, O, both or none.",
    "level must be beginner, easy, medium, hard or perfect.",
  ].join(" "));
  const rows = "rows must be a whole number from 3 to 9.";
  assert.equal(fault({ rows: NaN, inARow: 9 }), rows); // the longer side is not known
});

for (const [board, columns, rows] of [
  ["XO./.X./..O", 3, 3],
  ["XO..X...O", 3, 3],
  ["..../..../....", 4, 3],
  [Array(25).fill(null), 5, 5],
  [[["X", "", "O"], [null, null, null], ["", "", ""], ["", "", ""]], 3, 4],
  [["X..", "...", "..."], 3, 3],
]) {
  test(`the shape of ${JSON.stringify(board)}`, () => assert.deepEqual(settingsOn({ board }), { columns, rows }));
}

test("a board without a shape is left to the service", () => {
  for (const board of ["XO", "XO/..", "X/O/.", "", [], 7, Array(100).fill(null)]) {
    assert.deepEqual(settingsOn({ board }), {}, JSON.stringify(board));
  }
});

// Helpers

// A storage with room for this many characters.
function storage(room) {
  const items = new Map();
  return {
    getItem: (key) => items.get(key) ?? null,
    removeItem: (key) => items.delete(key),
    setItem(key, text) {
      if (text.length > room) throw new Error("full");
      items.set(key, text);
    },
  };
}

test("a value is read again before it changes, and one of nobody is null", () => {
  save("list", [1]);
  localStorage.setItem("noughts.list", "[1,2]"); // another tab
  save("list", [...load("list"), 3]);
  assert.equal(localStorage.getItem("noughts.list"), "[1,2,3]");
  localStorage.setItem("noughts.list", "[1,"); // of another program
  assert.deepEqual([load("list"), load("other")], [null, null]);
});

test("what a full storage cannot keep lasts as long as the tab, until there is room again", () => {
  Object.assign(globalThis, { localStorage: storage(9), sessionStorage: storage(99) });
  save("full", "short");
  save("full", "much longer");
  assert.deepEqual([load("full"), localStorage.getItem("noughts.full")], ["much longer", '"short"']);
  save("full", "new");
  assert.deepEqual([load("full"), sessionStorage.getItem("noughts.full")], ["new", null]);
  Object.assign(globalThis, { localStorage: storage(0), sessionStorage: storage(0) });
  save("full", "neither");
  assert.equal(load("full"), "neither");
});

test("without any storage a value lasts as long as the page", () => {
  const disabled = () => { throw new Error("disabled"); };
  const none = { getItem: disabled, removeItem: disabled, setItem: disabled };
  Object.assign(globalThis, { localStorage: none, sessionStorage: none });
  save("lost", 1);
  save("lost", load("lost") + 1);
  assert.deepEqual([load("lost"), load("never")], [2, null]);
});

test("an element has no children for what is missing, but one for 0 and for an empty text", () => {
  const made = html("p", { className: "a", "data-b": 1 }, "", 0, null, undefined, false, ["c", null]);
  assert.equal(made.outerHTML, '<p class="a" data-b="1">0c</p>');
});
