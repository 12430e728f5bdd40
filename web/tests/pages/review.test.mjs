// The review of a game and its chart, from both sides.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openPage, STATIC } from "./dom.mjs";

openPage();
const { chartOf } = await import(new URL("play/chart.js", STATIC));
const { bestOf, pliesOf } = await import(new URL("play/plies.js", STATIC));
const { connectSteps } = await import(new URL("play/steps.js", STATIC));
const { connectReview } = await import(new URL("play/review.js", STATIC));

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
  const labels = [...chart(WON_BY_X, 2).querySelectorAll(".points button")].map((each) => each.getAttribute("aria-label"));
  assert.equal(labels.filter((each) => each.includes("decided")).length, 1);
  assert.match(labels[2], /^2\. O/);
  const turning = chart(WON_BY_X, null).querySelectorAll(".turning");
  assert.equal(turning.length, 0);
});

const move = (cell, text) => ({ cell, text, reason: null, outcome: "win", plies_to_end: 1 });

function reviewed(plies, turning, { side = "X", review: ask } = {}) {
  const moves = plies.map(({ cell }) => cell);
  const [play, section, report] = ["section", "section", "div"].map((tag) => document.createElement(tag));
  report.id = "report";
  play.scrollIntoView = () => {};
  document.body.append(play, section);
  section.append(report);
  section.hidden = true;
  const game = {
    moves, at: moves.length, fromEmptyBoard: true, positions: [...moves.keys(), moves.length].map((made) => ({ ...POSITION, notation: `${made} moves` })),
    isPerson: (each) => side === "both" || side === each,
    goTo: (number) => game.set({ at: number }),
    set(state) {
      Object.assign(game, state);
      review.draw();
    },
    review: ask ?? (async () => ({ plies, position: POSITION, turning_point: turning, sides: {} })),
  };
  const client = { analysis: async ({ board: notation }) => notation === "0 moves"
    ? { moves: [move(8, "Makes two threats")], principal_variation: [8] }
    : { moves: [move(5, "Blocks"), move(8, "Takes a corner")], principal_variation: [5, 3] } };
  const board = { game, client, closest: () => play, focus() {}, scrollIntoView() {} };
  const review = connectReview(section, board);
  const button = (words) => [...report.querySelectorAll("button")].find((each) => each.textContent === words);
  return { review, game, client, report, section, button };
}

test("a wrong move has a badge, and a best or unproved one has none", async () => {
  const plies = [...WON_BY_X, ply(4, "O", 5, scored(null, 3), scored(null, 2), "unknown")];
  const { review, game } = reviewed(plies, 2);
  assert.deepEqual(review.shapes, []); // before the review
  await review.open();
  for (const [at, badges] of [[0, 0], [1, 0], [2, 1], [3, 0], [4, 0]]) {
    game.goTo(at);
    assert.equal(review.shapes.filter(({ type }) => type === "badge").length, badges, `ply ${at}`);
  }
});

test("the deciding move is shown, or else the first that was not best, or the end", async () => {
  for (const [plies, turning, at] of [
    [WON_BY_X, 2, 2],
    [[...WON_BY_X, ply(4, "O", 5, scored(-95), scored(-97), "inaccuracy")], null, 2],
    [[ply(1, "X", 0, scored(0), scored(0)), ply(2, "O", 4, scored(null), scored(null), "unknown")], null, 2],
  ]) {
    const { review, game } = reviewed(plies, turning);
    await review.open();
    assert.equal(game.at, at);
  }
});

test("three of the best moves are named, and more are counted", () => {
  const best = (cells) => bestOf({ best_moves: cells, verdict: "mistake" }, POSITION);
  assert.match(best([0, 2, 6]), /^best: \S+ \S+ \S+$/);
  assert.match(best([0, 2, 6, 8]), /^best: \S+ \S+ \S+ \+1$/);
});

test("the arrow keys reach both ends of a reviewed game, and go no further", () => {
  Object.assign(globalThis, { addEventListener: window.addEventListener.bind(window), Element: window.Element });
  document.body.innerHTML = ["first", "back", "forward", "latest"].map((id) => `<button id="${id}"></button>`).join("");
  const game = { at: 1, moves: [0, 4], isReplying: false, goTo: (ply) => (game.at = ply) };
  document.body.innerHTML = `<div>${document.body.innerHTML}</div>`;
  const review = { isOpen: true };
  const draw = connectSteps({ game }, review);
  const states = [];
  for (const at of [0, 1, 2]) {
    Object.assign(game, { at, canRedo: at < 2 });
    draw();
    states.push([...document.querySelectorAll("button")].map(({ disabled }) => disabled));
  }
  assert.deepEqual(states, [[true, true, false, false], [false, false, false, false], [false, false, true, true]]);
  game.at = 1;
  const press = (init) => document.body.dispatchEvent(new window.KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, composed: true, ...init }));
  for (const init of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }, { key: "a" }]) press(init);
  game.isReplying = true;
  press();
  Object.assign(game, { isReplying: false });
  review.isOpen = false;
  press();
  assert.equal(game.at, 1);
  review.isOpen = true;
  const seen = ["ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowLeft"].map((key) => {
    document.body.dispatchEvent(new window.KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
    return game.at;
  });
  assert.deepEqual(seen, [2, 2, 1, 0, 0]);
});

test("a review says if no move decided the game", async () => {
  const unproved = [WON_BY_X[0], ply(2, "O", 1, scored(0), scored(null), "unknown")];
  for (const [plies, turning, words] of [
    [WON_BY_X, 2, ""],
    [WON_BY_X, null, "No single move decided the game."],
    [unproved, null, "It is not proved whether a single move decided the game."],
  ]) {
    const { review, report } = reviewed(plies, turning);
    await review.open();
    assert.equal(report.querySelector(".summary").textContent, words);
  }
});

test("a mistake comes with its reason, and with its refutation move by move", async () => {
  const { review, report, button } = reviewed(WON_BY_O, 1);
  await review.open();
  await new Promise(setImmediate); // the analyses
  assert.match(report.textContent, /1\. X b1: blunder.*Best was c3: makes two threats\..*O answers c2: blocks\./);
  assert.deepEqual(review.shapes.map(({ type }) => type), ["badge", "circle"]);
  button("Show the next move").click();
  button("Show the next move").click();
  assert.deepEqual(review.shapes.slice(1), [
    { type: "mark", cell: 5, side: "O" },
    { type: "mark", cell: 3, side: "X" },
  ]);
  assert.equal(button("Show the next move"), undefined);
});

test("the next game has reasons of its own", async () => {
  const { review, game, client, report } = reviewed(WON_BY_O, 1);
  await review.open();
  await new Promise(setImmediate);
  game.set({ moves: [1, 0, 4], at: 3 });
  client.analysis = async () => ({ moves: [move(8, "Wins at once")], principal_variation: [8] });
  await review.open();
  await new Promise(setImmediate);
  assert.match(report.textContent, /Best was c3: wins at once\./);
});

test("a review that comes too late changes nothing of the next game", async () => {
  const asked = [];
  const { review, game, report, section } = reviewed(WON_BY_X, 2, { review: () => new Promise((resolve) => asked.push(resolve)) });
  const answer = (index, plies, turning) => asked[index]({ plies, position: POSITION, turning_point: turning, sides: {} });
  const first = review.open();
  game.set({ moves: [], at: 0 });
  answer(0, WON_BY_X, 2);
  await first;
  assert.deepEqual([game.at, section.hidden], [0, true]);
  game.set({ moves: [0, 1, 4], at: 3 });
  const late = review.open();
  game.set({ moves: [1, 0], at: 2 });
  const next = review.open();
  answer(2, WON_BY_O, 1);
  await next;
  game.goTo(0);
  answer(1, WON_BY_X, 2);
  await late;
  assert.deepEqual([game.at, report.querySelectorAll(".plies li").length], [0, 2]);
  game.review = async () => {
    game.set({ moves: [4], at: 1 });
    throw new Error("gone");
  };
  game.set({ moves: [4, 0], at: 2 });
  await review.open();
  assert.doesNotMatch(report.textContent, /Try again/);
});

test("what follows a mistake is shown only at that mistake", async () => {
  const { review, game, button } = reviewed([...WON_BY_O, ply(3, "X", 4, scored(-96), scored(-98), "mistake")], 1);
  await review.open();
  await new Promise(setImmediate);
  button("Show the next move").click();
  const types = () => review.shapes.map(({ type }) => type);
  assert.deepEqual(types(), ["badge", "mark"]);
  game.goTo(3);
  await new Promise(setImmediate);
  assert.deepEqual(types(), ["badge", "circle"]);
});

test("a review that is drawn again keeps the focus where it is", async () => {
  const { review, game, report, button } = reviewed(WON_BY_O, 1);
  await review.open();
  await new Promise(setImmediate);
  const elsewhere = document.createElement("button");
  document.body.append(elsewhere);
  elsewhere.focus();
  game.goTo(1);
  assert.equal(document.activeElement, elsewhere);
  button("Show the next move").focus();
  game.goTo(1);
  assert.equal(document.activeElement, button("Show the next move"));
  assert.ok(report.contains(document.activeElement));
});

test("only the person's mistakes can be tried again, which closes the review", async () => {
  const { review, game, section, button } = reviewed(WON_BY_O, 1, { side: "X" });
  await review.open();
  button("Try this move again").click();
  assert.deepEqual([game.at, section.hidden, review.isOpen], [0, true, false]);
  const ofTheLevel = reviewed(WON_BY_O, 1, { side: "O" });
  await ofTheLevel.review.open();
  assert.equal(ofTheLevel.button("Try this move again"), undefined);
});

test("another move closes the review, and a failed one can be repeated", async () => {
  const { review, game, section } = reviewed(WON_BY_X, 2);
  await review.open();
  game.set({ moves: [0, 1, 5], at: 3 });
  assert.equal(section.hidden, true);
  const other = reviewed(WON_BY_X, 2);
  await other.review.open();
  other.game.set({ fromEmptyBoard: false }); // the same moves on another board
  assert.equal(other.section.hidden, true);
  const failed = reviewed(WON_BY_X, 2, { review: async () => { throw new Error("gone"); } });
  await failed.review.open();
  assert.ok(failed.button("Try again"));
  assert.match(failed.report.querySelector("[role=alert]").textContent, /^The service does not respond/); // a module that is missing
  assert.equal(failed.section.hidden, false);
});

test("the lines of the chart are whole between proved values, and the area is that of all", () => {
  const plies = [ply(1, "X", 0, scored(0), scored(50)), ply(2, "O", 4, scored(-50), scored(null, 25), "unknown"), ply(3, "X", 8, scored(null), scored(100))];
  const drawn = chart(plies);
  const path = (name) => drawn.querySelector(`path.${name}`).getAttribute("d");
  assert.equal(path("value"), "M0.5,100 L1.5,60");
  assert.equal(path("unproved"), "M1.5,60 L2.5,120M2.5,120 L3.5,20");
  assert.equal(path("x"), "M0.5,100 L0.5,100L1.5,60L2.5,120L3.5,20 L3.5,100 Z");
  assert.deepEqual(["x", "o"].map((name) => drawn.querySelector(`path.${name}`).getAttribute("clip-path")), ["url(#half-x)", "url(#half-o)"]);
  assert.deepEqual([path("o"), path("axis"), drawn.querySelector("svg").getAttribute("viewBox")], [path("x"), "M0,100 H4", "0 0 4 200"]);
  assert.deepEqual([...drawn.querySelectorAll("clipPath rect")].map((half) => half.getAttribute("y")), ["0", "100"]);
  assert.equal(chart([]).querySelector("svg").getAttribute("viewBox"), "0 0 1 200");
  assert.equal(heights(chart([])).length, 0);
});

test("the points of the chart name each move, and one is the current one", () => {
  const buttons = [...chart(WON_BY_X, 2, 1).querySelectorAll(".points button")];
  const of = (name) => buttons.map((each) => each.getAttribute(name));
  assert.deepEqual(of("aria-label"), ["Start", "1. X a1: best", "2. O b1: blunder, decided the game", "3. X b2: best"]);
  assert.deepEqual([of("aria-current"), buttons.map(({ tabIndex }) => tabIndex)], [["false", "step", "false", "false"], [-1, 0, -1, -1]]);
  assert.deepEqual(buttons.map(({ className }) => className), ["", "best", "blunder turning", "best"]);
});

test("the arrow keys go along the chart, and stop at its ends", () => {
  const went = [];
  const drawn = chartOf({ plies: WON_BY_X, position: POSITION, turning_point: null }, 0, (number) => went.push(number));
  document.body.append(drawn);
  const buttons = [...drawn.querySelectorAll(".points button")];
  const press = (number, key) => {
    const event = new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    buttons[number].dispatchEvent(event);
    return event.defaultPrevented;
  };
  assert.deepEqual([press(1, "ArrowRight"), press(2, "ArrowLeft"), press(0, "ArrowLeft"), press(3, "ArrowRight"), press(1, "ArrowUp")], [true, true, false, false, false]);
  assert.deepEqual([went, document.activeElement], [[2, 1], buttons[1]]);
});

test("a move of the list has its number, side, cell, sign and better moves", () => {
  const went = [];
  const lists = pliesOf({ plies: WON_BY_X, position: POSITION, turning_point: 2 }, 3, (number) => went.push(number), false);
  const items = lists.flatMap((list) => [...list.querySelectorAll("li")]);
  assert.deepEqual(items.map(({ className, textContent }) => [className, textContent]), [["blunder", "2O b1??best: c3"], ["best", "1X a1★"], ["best", "3X b2★"]]);
  const buttons = items.map((item) => item.querySelector("button"));
  assert.deepEqual(buttons.map((each) => [each.getAttribute("aria-label"), each.className, each.getAttribute("aria-current")]), [
    ["2 O b1 blunder, best: c3, decided the game", "turning", "false"], ["1 X a1 best", "", "false"], ["3 X b2 best", "", "step"],
  ]);
  buttons[0].click();
  assert.deepEqual(went, [2]);
});

test("mistakes come first, and the other moves are folded", () => {
  const verdicts = ["best", "unknown", "mistake", "fine", "blunder"];
  const plies = verdicts.map((verdict, i) => ply(i + 1, "XO"[i % 2], i, scored(0), scored(0), verdict));
  const listOf = (some, isOpen) => pliesOf({ plies: some, position: POSITION, turning_point: null }, 0, () => {}, isOpen);
  for (const isOpen of [false, true]) {
    const [mistakes, others] = listOf(plies, isOpen);
    assert.deepEqual([...mistakes.querySelectorAll(".number")].map((each) => each.textContent), ["3", "5"]);
    assert.deepEqual([...others.querySelectorAll(".number")].map((each) => each.textContent), ["1", "2", "4"]);
    assert.deepEqual([others.open, others.querySelector("summary").textContent], [isOpen, "The other 3 moves"]);
  }
  assert.equal(listOf(plies.slice(0, 2), false)[1].querySelector("summary").textContent, "No mistakes: all 2 moves");
  assert.equal(listOf(plies.slice(2, 3), false)[1], false);
});

test("an inaccuracy counts on boards of more than nine cells only", async () => {
  for (const [columns, words] of [[3, "1. X a1: good"], [4, "1. X a1: inaccuracy"]]) {
    const position = { columns, rows: 3 };
    const plies = [ply(1, "X", 0, scored(96), scored(94), "inaccuracy")];
    const { review, report } = reviewed(plies, null, { review: async () => ({ plies, position, turning_point: null }) });
    await review.open();
    assert.ok(report.querySelector(".detail").textContent.startsWith(words));
  }
});

for (const [verdict, words] of [["best", ""], ["unknown", ""], ["inaccuracy", "best: c3"], ["blunder", "best: c3"]]) {
  test(`after a move that is ${verdict}, ${words || "no other"} is named`, () => {
    assert.equal(bestOf({ best_moves: [8], verdict }, POSITION), words);
  });
}

test("the start of a game has no move to explain, and the deciding move says so", async () => {
  const { review, game, report } = reviewed(WON_BY_X, 2);
  await review.open();
  const detail = () => report.querySelector(".detail").textContent;
  assert.match(detail(), /^2\. O b1: blunder · decided the game/);
  game.goTo(1);
  assert.match(detail(), /^1\. X a1: bestTakes a corner\.$|^1\. X a1: best/);
  assert.doesNotMatch(detail(), /decided|Best was|answers/);
  game.goTo(0);
  assert.equal(detail(), "Start of the game.");
});

test("without the reason of a mistake, there is its verdict alone", async () => {
  let drawn = 0;
  const failed = reviewed(WON_BY_O, 1);
  failed.game.set = (state) => {
    drawn += 1;
    Object.assign(failed.game, state);
    failed.review.draw();
  };
  failed.client.analysis = async () => { throw new Error("gone"); };
  await failed.review.open();
  const before = drawn;
  await new Promise(setImmediate);
  assert.equal(drawn, before);
  assert.match(failed.report.textContent, /1\. X b1: blunder/);
  assert.doesNotMatch(failed.report.querySelector(".detail").textContent, /Best was|answers/);
  assert.equal(failed.button("Show the next move"), undefined);
});
