// The puzzles with the responses of the service: tried, refuted, solved, listed and linked to.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { all, ask, becomes, board, button, cell, errors, go, marks, network, onBoard, one, press, shows, status, textOf, until, visit } from "./page.mjs";
import { STATIC } from "./modules.mjs";

const { fetch } = network;
network.fetch = (target, options) => (String(target).endsWith("/puzzles.json") ? Promise.reject(new TypeError("Failed to fetch")) : fetch(target, options));
const { setTimeout: wait } = globalThis;
globalThis.setTimeout = (act, time, ...rest) => wait(act, time === 2000 ? 150 : time, ...rest); // what a person reads
const start = Date.now();
const { now } = Date;
Date.now = () => now() - start + Date.UTC(2030, 0, 8); // always the same five
await visit("/puzzles", "puzzles/index.html", "puzzles/main.js");
const { List } = await import(new URL("puzzles/list.js", STATIC));
const { dayOf, puzzlesOn, Today } = await import(new URL("puzzles/today.js", STATIC));

const box = () => one("#puzzle");
const said = () => textOf(one("[role=status]", box()));
const shown = (words) => all(".controls button", box()).some((each) => !each.hidden && textOf(each) === words);
const dots = () => all("#today button").map((dot) => (dot.getAttribute("aria-current") === "true" ? "*" : "") + (dot.classList.contains("solved") ? "solved" : ""));
const mainButtons = () => all("button.main", box()).map(textOf);
const progress = () => textOf(one("#list .summary"));
const group = (name) => all("#list [role=group]").find((each) => each.getAttribute("aria-label") === name);
const listed = (difficulty = "Easy", number = 1) => all("button", group(difficulty))[number - 1];
const nameOf = (number, { columns }) => `${"abcdefghi"[number % columns]}${Math.floor(number / columns) + 1}`;
const task = (plies) => `Win in ${["one move", "two moves", "three moves", "four moves", "five moves"][Math.floor(plies / 2)]}.`;
const reads = (words) => until(() => assert.match(said(), words));

// The analysis of a position, by default of the one shown.
function analysis({ notation, side_to_move: side, in_a_row: inARow } = board().position) {
  return ask(`/v1/analysis?board=${notation}&side_to_move=${side}&in_a_row=${inARow}`);
}

// Follows a change of the fragment, which happy-dom tells nobody.
async function opened(act) {
  act();
  window.dispatchEvent(new PopStateEvent("popstate"));
  await reads(/^[XO] to move\. Win in /);
}
const open = (difficulty, number) => opened(() => listed(difficulty, number).click());

// Makes best moves until the puzzle says that it is won.
async function solve() {
  for (;;) {
    const { plies_to_end: plies, best_move: best } = await analysis();
    cell(best).click();
    if (plies === 1) break;
    await reads(new RegExp(`^Right\\. [XO] to move\\. ${task(plies - 2)}`));
    assert.equal(shown("Try again"), false);
  }
  await reads(/^(Solved|Won with help)/);
}

// Makes a move that does not win, and waits for its refutation.
async function tryWrongMove() {
  const { position, moves } = await analysis();
  const { cell: number } = moves.at(-1);
  cell(number).click();
  await becomes(() => onBoard(".mark").length, position.cells.filter(Boolean).length + 2);
  assert.ok(onBoard("[data-cell]").every((each) => each.getAttribute("aria-disabled") === "true")); // as nothing is accepted
  const { game } = board();
  const { outcome } = await analysis(game.positions[game.at - 1]);
  const verb = { win: "loses", draw: "does not win", unknown: "is not proved to win" }[outcome];
  const replier = position.side_to_move === "X" ? "O" : "X";
  await reads(new RegExp(`^${nameOf(number, position)} ${verb}: ${replier} `));
  return number;
}

afterEach(() => assert.deepEqual(errors.splice(0), [])); // a test removes those that it expects

test("a list that does not load is requested again", async () => {
  await until(() => assert.match(textOf(one("#puzzle [role=alert]")), /does not respond/));
  network.fetch = fetch;
  press("Try again");
  await reads(/^[XO] to move\. Win in /);
  assert.deepEqual(errors.splice(0), ["TypeError: Failed to fetch"]);
});

test("the first puzzle states its distance", async () => {
  await reads(/^[XO] to move\. Win in /);
  const { plies_to_end: plies } = await analysis();
  assert.ok(said().endsWith(task(plies)));
  assert.match(textOf(one("h1")), /^Easy \d+: \dx\d, \d in a row$/);
  assert.deepEqual(dots(), ["*", "", "", "", ""]);
  assert.match(location.hash, /^#puzzle=/); // a link to it
  assert.match(listed().getAttribute("aria-label"), /^1, 3x3, 3 in a row, win in \d$/);
  assert.equal(one("#list").open, false);
  assert.equal(status(), ""); // the task is told once
  assert.equal(one("#list .progress button").hidden, true); // there is nothing to clear
});

test("a wrong try is refuted and taken back, and the solution is kept until it is cleared", async (t) => {
  await open();
  const before = marks();
  const number = await tryWrongMove();
  const tried = marks();
  onBoard(".cell[data-mark='']")[0].click(); // has no effect until the try is taken back
  assert.equal(marks(), tried);
  assert.deepEqual(board().shapes.map(({ type, color, cell }) => [type, color, cell]), [["badge", "bad", number], ["arrow", "bad", undefined]]);
  assert.equal(shown("Try again"), false);
  await shows(before); // by itself
  await reads(/ Try again\.$/);
  assert.deepEqual([board().shapes, board().viewOnly], [[], false]);
  await solve();
  assert.deepEqual(mainButtons(), ["Next"]);
  assert.deepEqual([said(), status()], ["Solved after 1 wrong try.", ""]); // one live region speaks
  assert.deepEqual([".solved", ".stars"].map((celebration) => all(`.play ${celebration}`).length), [1, 1]);
  assert.match(listed().getAttribute("aria-label"), /, solved$/);
  assert.match(progress(), /^1 of \d+ solved/);
  await opened(() => press("Next", box()));
  assert.match(dots().join(" "), /\*/); // one of today's
  assert.deepEqual([".solved", ".stars"].map((celebration) => all(`.play ${celebration}`).length), [0, 0]);
  const kept = localStorage.getItem("noughts.puzzles");
  assert.equal(JSON.parse(kept).length, 1);
  const clear = button("Clear progress");
  t.mock.method(globalThis, "confirm", () => false);
  clear.focus();
  clear.click();
  assert.deepEqual([localStorage.getItem("noughts.puzzles"), listed().classList.contains("solved"), clear.hidden], [kept, true, false]);
  t.mock.restoreAll();
  clear.click();
  assert.match(progress(), /^0 of \d+ solved/);
  assert.deepEqual([localStorage.getItem("noughts.puzzles"), listed().getAttribute("aria-label").includes("solved")], ["[]", false]);
  assert.deepEqual([listed().classList.contains("solved"), clear.hidden, document.activeElement], [false, true, listed()]);
});

test("what another tab solves or clears is kept and shown", async () => {
  const kept = () => JSON.parse(localStorage.getItem("noughts.puzzles"));
  await open("Easy", 1);
  localStorage.setItem("noughts.puzzles", '["solved in another tab"]');
  await solve();
  assert.deepEqual([kept().length, kept()[0]], [2, "solved in another tab"]);
  localStorage.setItem("noughts.puzzles", "[]");
  window.dispatchEvent(new StorageEvent("storage", { key: "noughts.puzzles" }));
  assert.match(progress(), /^0 of \d+ solved/);
});

test("a defeat is no solution", async (t) => {
  t.mock.method(Math, "random", () => 0); // the same variant and the same replies every time
  await open("Easy", 3);
  const { best_move: best } = await analysis();
  cell(best).click();
  await reads(/^Right\./);
  await tryWrongMove();
  assert.equal(board().position.status, "won");
  assert.deepEqual([mainButtons(), listed("Easy", 3).getAttribute("aria-label").includes("solved")], [[], false]);
  await until(() => assert.equal(board().position.status, "in_progress"));
});

test("a slower win is said to be slower", async (t) => {
  t.mock.method(Math, "random", () => 0); // the same variant and the same replies every time
  for (let number = 1; ; number += 1) {
    await open("Medium", number);
    cell((await analysis()).best_move).click();
    await reads(/^Right\. /);
    const { plies_to_end: plies, moves } = await analysis();
    const slower = moves.find((move) => move.outcome === "win" && move.plies_to_end > plies);
    if (!slower) continue;
    cell(slower.cell).click();
    await until(() => assert.match(said(), /^That still wins, but more slowly\. /));
    break;
  }
});

test("a verdict that comes too late changes nothing of the next puzzle", async (t) => {
  await open("Easy", 6);
  const { moves } = await analysis();
  const { fetch } = network;
  let respond;
  t.mock.method(network, "fetch", async (target, options) => {
    const response = await fetch(target, options);
    if (String(target).includes("/v1/analysis?")) await new Promise((resolve) => { respond = resolve; });
    return response;
  });
  cell(moves.at(-1).cell).click();
  await until(() => assert.ok(respond));
  t.mock.restoreAll();
  await open("Easy", 7);
  respond();
  await solve();
  assert.equal(said(), "Solved on the first try.");
});

test("the hard puzzle of every size is solved", async () => {
  const sizes = all("button", group("Hard")).map((each) => each.getAttribute("aria-label").split(", ")[1]);
  for (const size of new Set(sizes)) {
    const number = sizes.indexOf(size) + 1;
    await open("Hard", number);
    await tryWrongMove();
    await until(() => assert.equal(board().viewOnly, false));
    await solve();
    assert.equal(said(), "Solved after 1 wrong try.");
    assert.match(listed("Hard", number).getAttribute("aria-label"), /, solved$/);
  }
});

test("variants are the same puzzle, and each has its link", async () => {
  const seen = new Set();
  for (let times = 0; seen.size < 3; times += 1) {
    assert.ok(times < 60);
    await open("Medium");
    seen.add(location.hash);
  }
  await solve();
  for (const hash of seen) {
    assert.match(hash, /^#puzzle=[XO./]+&side_to_move=.&in_a_row=\d$/);
    await opened(() => history.pushState(null, "", hash));
    assert.equal(listed("Medium").getAttribute("aria-current"), "true");
    assert.match(listed("Medium").getAttribute("aria-label"), /, solved$/);
  }
});

test("any position with one winning move is a puzzle", async () => {
  go("/puzzles#puzzle=XX./OO./...&in_a_row=3");
  await becomes(() => textOf(one("h1")), "3x3, 3 in a row");
  await reads(/^[XO] to move\. Win in /);
  await solve();
  assert.equal(said(), "Solved on the first try.");
});

for (const position of ["hello", ".../.../...", "XXX/.../...", "XO./.X./..O"]) {
  test(`a link with ${position} contains no puzzle`, async () => {
    go(`/puzzles#puzzle=${position}`);
    await reads(/^This link contains no puzzle/);
    assert.deepEqual(["Try again", "Hint", "Next"].map(shown), [false, false, true]);
    const before = marks();
    onBoard(".cell[data-mark='']")[0]?.click(); // has no effect
    assert.equal(marks(), before);
    await opened(() => press("Next", box()));
  });
}

test("hints come in two steps, and the second is help", async () => {
  await open("Easy", 3);
  const { best_move: best, position } = await analysis();
  const before = progress();
  press("Hint", box());
  await reads(/^Hint: /);
  press("Show the move", box());
  await reads(new RegExp(`^The winning move is ${nameOf(best, position)}`));
  await solve();
  assert.match(said(), /^Won with help/);
  assert.equal(progress(), before);
});

test("a move without a reason has its row as a hint", async () => {
  await open("Easy", 30);
  const { best_move: best, position } = await analysis();
  press("Hint", box());
  await reads(new RegExp(`^Hint: the winning move is in row ${Math.floor(best / position.columns) + 1}\\.$`));
});

test("a try that gets no response can be made again", async () => {
  await open("Easy", 4);
  const { best_move: best } = await analysis();
  const { client } = board();
  board().client = { analysis: async () => { throw Object.assign(new Error(), { code: "no_answer" }); } };
  cell(best).click();
  await reads(/does not respond/);
  board().client = client;
  press("Try again", box());
  await solve();
  assert.equal(said(), "Solved on the first try.");
});

test("today's five come one after the other, and then those of the list", async (t) => {
  press("Clear progress");
  localStorage.removeItem("noughts.puzzles-today");
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
  assert.deepEqual(dots().filter((dot) => dot.includes("solved")), []);
  await opened(() => all("#today button")[0].click());
  for (let number = 1; number <= 5; number += 1) {
    await solve();
    const { hash } = location;
    assert.equal(dots().filter((dot) => dot.includes("solved")).length, number);
    if (number < 5) await until(() => assert.notEqual(location.hash, hash)); // by itself
    await opened(() => {});
  }
  assert.equal(JSON.parse(localStorage.getItem("noughts.puzzles-today")).keys.length, 5);
  button("Next", box()).focus();
  await opened(() => press("Next", box()));
  assert.equal(dots().some((dot) => dot.includes("*")), false);
  assert.equal(document.activeElement, board());
  t.mock.method(List.prototype, "isSolved", () => true);
  await opened(() => press("Next", box()));
});

test("everybody gets the same five on a date, other ones on the next until all have been shown, and a day begins anew", () => {
  const all = Array.from({ length: 84 }, (_, index) => ({ key: `${index}`, difficulty: ["easy", "medium", "hard"][index % 3] }));
  const on = (day) => puzzlesOn(day, all).map(({ key }) => key);
  assert.deepEqual(on(21915), on(21915));
  assert.equal(new Set([21915, 21916, 21917].flatMap(on)).size, 15);
  assert.equal(new Set(Array.from({ length: 28 }, (_, day) => on(day)).flat()).size, 84);
  assert.equal(dayOf(new Date("2030-01-01T23:59:59-05:00")), dayOf(new Date("2030-01-02T00:00Z")));
  const row = document.createElement("div");
  const first = new Today(row, all, 21915, () => {});
  first.draw(first.next);
  first.keep();
  assert.equal(row.children.length, 5);
  new Today(row, all, 21915, () => {}).draw(null);
  assert.equal(row.querySelectorAll(".solved").length, 1);
  new Today(row, all, 21916, () => {}).draw(null);
  assert.equal(row.querySelectorAll(".solved").length, 0);
  localStorage.removeItem("noughts.puzzles-today");
});

test("the link to skip the header leads to the board, and not to another puzzle", async () => {
  const { hash } = location;
  one(".skip").focus();
  one(".skip").click();
  assert.deepEqual([document.activeElement, location.hash], [board(), hash]);
});
