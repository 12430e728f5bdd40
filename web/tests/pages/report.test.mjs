// An exam of a player, and its report.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, STATIC } from "./dom.mjs";

openPage();
const { examine } = await import(new URL("player/player.js", STATIC));
const { reportOf } = await import(new URL("player/report.js", STATIC));

test("the sides of a game alternate from the one that starts", () => {
  const exam = { verdict: "loses", positions: 2, games: 1, refutation: { moves: [4, 0, 8], result: "loss" } };
  for (const [startingSide, sides] of [["X", "XOX"], ["O", "OXO"]]) {
    const settings = { columns: 3, rows: 3, inARow: 3, misere: false, startingSide };
    const { element } = reportOf(exam, { side: "X", settings, show: async () => {} });
    const words = [...element.querySelectorAll(".moves button")].slice(1).map((each) => each.textContent);
    assert.equal(words.map((each) => each.split(" ")[1]).join(""), sides);
  }
});

test("a player gets the position, its own side and the rules, until the exam needs no more moves", async () => {
  for (const [side, misere] of [["X", false], ["X", true], ["O", false]]) {
    const exams = [{ verdict: "incomplete", needed: [".../.../...", "XO./.../..."] }, { verdict: "perfect" }];
    const sent = [], asked = [], known = [];
    const client = { exam: async ({ moves }) => exams[sent.push({ ...moves }) - 1] };
    const move = async (position) => asked.push(position) + 3;
    const game = { in_a_row: 3, side, misere };
    const progress = (moves) => known.push(Object.keys(moves).length);
    const found = await examine(client, game, move, { signal: new AbortController().signal, progress });
    assert.deepEqual([found.verdict, known], ["perfect", [2]]);
    assert.deepEqual(sent, [{}, { ".../.../...": 4, "XO./.../...": 5 }]);
    assert.deepEqual(asked.map((each) => [each.notation, each.side_to_move, each.misere]), [
      [".../.../...", side, misere], ["XO./.../...", side, misere],
    ]);
  }
});

test("an exam that is canceled asks for no further move", async () => {
  const abort = new AbortController();
  const client = { exam: async () => ({ verdict: "incomplete", needed: [".../.../...", "XO./.../..."] }) };
  const asked = [];
  const move = async ({ notation }) => {
    asked.push(notation);
    abort.abort();
    return 4;
  };
  await assert.rejects(examine(client, { in_a_row: 3, side: "X", misere: false }, move, { signal: abort.signal, progress() {} }), { name: "AbortError" });
  assert.deepEqual(asked, [".../.../..."]);
});

const SETTINGS = { columns: 3, rows: 3, inARow: 3, misere: false, startingSide: "X" };
const MISTAKE = {
  board: "X../.O./..X", cell: 2, best_moves: [1, 3, 5, 7],
  before: { outcome: "draw", plies_to_end: 6, estimate: null }, after: { outcome: "loss", plies_to_end: 4, estimate: null },
};
const EXAM = { verdict: "perfect", positions: 1, games: 1, best_share: 1, outcome_share: 1 };
const made = (exam, rest = {}) => reportOf({ ...EXAM, ...exam }, { side: "O", settings: SETTINGS, show: async () => {}, ...rest });
const texts = (selector, element) => [...element.querySelectorAll(selector)].map(({ textContent }) => textContent);

for (const [verdict, result, title] of [
  ["perfect", null, "Perfect as O."],
  ["unbeaten", "draw", "Cannot be beaten as O, but does not always play a best move."],
  ["loses", "loss", "Loses as O in 3 plies."],
]) {
  test(`a report begins with “${title}”`, () => {
    const { element } = made({ verdict, refutation: result && { moves: [4, 0, 8], result }, mistakes: result ? [MISTAKE] : [] });
    const order = [...element.children].map(({ tagName, className }) => className || tagName);
    assert.equal(element.firstElementChild.textContent, title);
    assert.deepEqual(order, result ? [`stamp ${verdict}`, "P", "BUTTON", "moves", "mistakes", "summary"] : ["stamp perfect", "controls", "summary"]);
  });
}

for (const [positions, games, words] of [[1, 1, "1 position, 1 game"], [0, 2, "0 positions, 2 games"], [1234, 1, "1,234 positions, 1 game"]]) {
  test(`an exam counts ${words}, and its shares are not rounded up`, () => {
    const shares = "66.6% of its moves are best, and 99.9% keep the outcome.";
    const { element } = made({ positions, games, best_share: 0.6666, outcome_share: 0.9999 });
    assert.deepEqual(texts(".summary", element), [`Examined: ${words}. ${shares}`]);
  });
}

for (const [result, words] of [["loss", "that it loses:"], ["draw", "in which a win becomes a draw:"], ["win", "that it wins later than it could:"]]) {
  test(`the game of a ${result} is the shortest one ${words}`, () => {
    const { element } = made({ verdict: "unbeaten", refutation: { moves: [4, 0, 8], result } });
    assert.equal(texts("p", element)[0], `The shortest game ${words}`);
    assert.deepEqual(texts(".moves button", element), ["Start", "1. X b2", "2. O a1", "3. X c3"]);
  });
}

test("the move shown is marked only while the game of the report is on the board", () => {
  const { element, draw } = made({ refutation: { moves: [4, 0, 8], result: "loss" } });
  const marked = () => texts("[aria-current=step]", element);
  for (const [game, expected] of [
    [{ at: 0, moves: [4, 0, 8], fromEmptyBoard: true }, ["Start"]],
    [{ at: 2, moves: [4, 0, 8], fromEmptyBoard: true }, ["2. O a1"]],
    [{ at: 2, moves: [4, 0, 8], fromEmptyBoard: false }, []],
    [{ at: 2, moves: [4, 0], fromEmptyBoard: true }, []],
  ]) {
    draw(game);
    assert.deepEqual(marked(), expected);
  }
  made({}).draw({ at: 0, moves: [], fromEmptyBoard: true }); // without a game
});

test("a game is watched from its start until it ends, a move is chosen, or the report is gone", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const shown = [];
  const show = async ({ at }) => shown.push(at);
  const { element } = made({ verdict: "loses", refutation: { moves: [4, 0, 8], result: "loss" }, mistakes: [MISTAKE] }, { show });
  const [watch, start, , second] = element.querySelectorAll("button");
  const mistake = element.querySelector(".mistakes button");
  const pause = async (milliseconds = 900) => {
    await new Promise(setImmediate);
    t.mock.timers.tick(milliseconds);
    await new Promise(setImmediate);
  };
  document.body.append(element);
  watch.click();
  await pause(899);
  assert.deepEqual(shown, [0]);
  for (let count = 0; count < 5; count += 1) await pause();
  assert.deepEqual(shown.splice(0), [0, 1, 2, 3]);
  watch.click();
  await pause();
  second.click();
  for (let count = 0; count < 3; count += 1) await pause();
  assert.deepEqual(shown.splice(0), [0, 1, 2]);
  watch.click();
  mistake.click();
  for (let count = 0; count < 3; count += 1) await pause();
  assert.deepEqual(shown.splice(0), [0, undefined]); // the mistake stays
  watch.click();
  element.remove();
  for (let count = 0; count < 3; count += 1) await pause();
  assert.deepEqual(shown.splice(0), [0]);
  start.click();
  assert.deepEqual(shown, [0]);
});

for (const [count, caption, rows] of [[1, "1 mistake", 1], [12, "12 mistakes", 12], [13, "13 mistakes, the first 12 of them", 12]]) {
  test(`${count} mistakes have ${rows} rows`, () => {
    const { element } = made({ mistakes: Array.from({ length: count }, () => MISTAKE) });
    assert.deepEqual(texts("caption", element), [caption]);
    assert.equal(element.querySelectorAll("tbody tr").length, rows);
  });
}

test("a mistake has its position, its move, up to three better ones, and what they lead to", () => {
  const shown = [];
  const { element } = made({ mistakes: [MISTAKE] }, { show: async (from) => shown.push(from) });
  assert.deepEqual(texts("th", element), ["Position", "Played", "Best", "Outcome"]);
  assert.deepEqual(texts("td", element).slice(1), ["c1", "b1 a2 c2", "draw → loss 4"]);
  const button = element.querySelector("td button");
  assert.ok(button.querySelector("svg.thumbnail .last"));
  assert.deepEqual([".x", ".o"].map((mark) => button.querySelector(mark).getAttribute("d").split("M").length - 1), [2, 2]);
  assert.match(button.querySelector(".faint .o").getAttribute("d"), /^M/); // a right move
  button.click();
  assert.deepEqual(shown, [{ board: "X../.O./..X" }]);
});
