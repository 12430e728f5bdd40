// The page "Write your own player", with a stand-in for the sandbox.

import assert from "node:assert/strict";
import { register } from "node:module";
import { afterEach, test } from "node:test";
import { all, becomes, board, cell, choose, errors, go, marks, media, network, one, press, says, shows, status, textOf, textsOf, until, visit } from "./page.mjs";
import { sandboxes } from "./sandbox.mjs";

const STAND_IN = JSON.stringify(new URL("sandbox.mjs", import.meta.url));
const resolve = `(name, context, next) => next(name === "./sandbox.js" ? ${STAND_IN} : name, context)`;
register(`data:text/javascript,export const resolve = ${encodeURIComponent(resolve)}`);
await visit("/learn/player?columns=3&rows=3&in_a_row=3&level=easy&seed=5&code=throw+1&player=throw+2#code=throw+3", "player/index.html", "player/main.js");
const { Editor } = await import("../../../service/static/player/editor.js");
const { linesOf } = await import("../../../service/static/client/board.js");
const { Player } = await import("../../../service/static/player/player.js");
const { emptyPosition } = await import("../../../service/static/client/board.js");

const FIRST_EMPTY = "function move(board) {\n  return board.indexOf(null);\n}";
const LOST = "const move = () => {\n  throw new Error('lost');\n};";
const FAULTY = "function move() {\n  throw new Error('no idea');\n}";

const QUIET = { failed() {}, written() {} };
const area = () => one("#code");
const STARTER = area().value; // nothing is kept yet
const said = () => textsOf("#said p");
const heading = () => textsOf("#said h2");
const buttons = () => textsOf("#said .controls button");
const wrongLines = () => all(".pce-line").flatMap((line, at) => (line.classList.contains("wrong") ? [at + 1] : []));
const again = () => textOf(one("[name=again]"));
const kept = () => JSON.parse(localStorage.getItem("noughts.player"));
const shownMove = () => textsOf("#said [aria-current=step]");
const choice = (name) => one(`form [name=${name}]`);

function write(code) {
  area().value = code;
  area().dispatchEvent(new Event("input"));
}
async function examine(code, { side = "O", values = "score" } = {}) {
  write(code);
  choice("side").value = side;
  choice("values").value = values;
  one("form").requestSubmit();
  await until(() => assert.equal(choice("cancel").hidden, true));
}

// Node says of mocked timers that they are new.
afterEach(() => assert.deepEqual(errors.splice(0).filter((words) => !words.includes("ExperimentalWarning")), []));

// The editor

test("a visit starts with the rule-based player, as the side that the address leaves, and never with code of a link", () => {
  assert.deepEqual([area().value, kept(), again()], [STARTER, null, "Start again from the rule-based player"]);
  assert.deepEqual([choice("side").value, choice("cancel").hidden, said()], ["O", true, []]);
  assert.deepEqual(["columns", "level", "seed", "side"].map((name) => board().getAttribute(name)), ["3", null, null, null]);
});

test("code is kept, in lines and in color, and can be replaced and restored", () => {
  write(FIRST_EMPTY);
  assert.deepEqual([kept(), all(".pce-line").length], [FIRST_EMPTY, 3]);
  assert.deepEqual(textsOf(".token.keyword").sort(), ["function", "null", "return"]);
  for (const [code, words] of [[STARTER, "Restore my code"], [FIRST_EMPTY, "Start again from the rule-based player"], [STARTER, "Restore my code"]]) {
    choice("again").click();
    assert.deepEqual([area().value, kept(), again()], [code, code, words]);
    assert.equal(all(".pce-line").length, code.split("\n").length);
  }
  write(LOST); // what was replaced is given up
  assert.equal(again(), "Start again from the rule-based player");
});

test("the code of two tabs is kept, and each tab can show the other's", () => {
  write(LOST);
  const inAnotherTab = (text) => {
    localStorage.setItem("noughts.player", JSON.stringify(text));
    const event = Object.assign(new Event("storage"), { key: "noughts.player" });
    window.dispatchEvent(event);
  };
  inAnotherTab(FIRST_EMPTY);
  assert.deepEqual([area().value, choice("other").hidden], [LOST, false]);
  write(`${LOST}\n`); // does not overwrite what the other tab has kept
  const [code, later] = [`${LOST}\n`, one("form").cloneNode(true)];
  new Editor(later, QUIET);
  assert.equal(later.elements.code.value, code);
  later.elements.other.click();
  assert.equal(later.elements.code.value, FIRST_EMPTY);
  localStorage.removeItem("noughts.player-other");
  inAnotherTab(area().value);
  assert.equal(choice("other").hidden, true);
});

test("a later visit has the code that was kept", () => {
  write(LOST);
  const form = one("form").cloneNode(true);
  new Editor(form, QUIET);
  assert.equal(form.elements.code.value, LOST);
});

test("Escape leaves the code", () => {
  area().focus();
  area().dispatchEvent(new window.KeyboardEvent("keydown", { key: "Escape" }));
  assert.equal(document.activeElement, choice("examine"));
});

test("a file is opened unless it is too large, and the code before it can be restored", async () => {
  const open = async (file) => {
    Object.defineProperty(choice("file"), "files", { value: [file], configurable: true });
    choice("file").dispatchEvent(new Event("change"));
    await new Promise(setImmediate);
  };
  write(LOST);
  for (const code of [LOST, STARTER, FIRST_EMPTY]) await open(new Blob([code])); // the wrong files first
  assert.deepEqual([area().value, kept(), again()], [FIRST_EMPTY, FIRST_EMPTY, "Restore my code"]);
  press("Restore my code");
  assert.equal(area().value, LOST);
  await open(new Blob(["x".repeat(100_001)]));
  assert.deepEqual([area().value, said()], [LOST, ["The file is larger than 100 KB."]]);
});

test("the board shows the numbers of its cells only while code is written, and says how to play on it", async () => {
  await says("To move here, press “Play against it”.");
  area().focus();
  assert.deepEqual(board().shapes.map(({ cell, text }) => [cell, text]), Array.from({ length: 9 }, (_, cell) => [cell, `${cell}`]));
  area().blur();
  assert.deepEqual(board().shapes, []);
});

// The player against itself

const PAUSE = 1000; // milliseconds

// Stops the time. What is due in real time is dropped first: mocked timers cannot drop it.
async function stopTime(t) {
  one("form").requestSubmit();
  choice("cancel").click();
  await becomes(() => choice("cancel").hidden, true);
  t.mock.timers.enable({ apis: ["setTimeout"] });
}

// Lets time pass, and the game go on that is due by then.
async function after(t, milliseconds) {
  t.mock.timers.tick(milliseconds);
  for (let turns = 0; turns < 40; turns += 1) {
    await new Promise(setImmediate);
    t.mock.timers.tick(0);
  }
}

test("after a pause in writing, the player plays against itself, and its code ends with the game", async (t) => {
  await stopTime(t);
  write(LOST);
  t.mock.timers.tick(PAUSE - 1);
  write(FIRST_EMPTY);
  await after(t, PAUSE - 1);
  assert.doesNotMatch(status(), /itself/);
  t.mock.timers.tick(1);
  await new Promise(setImmediate);
  assert.equal(status(), "Your player plays against itself.");
  await after(t, 0);
  assert.deepEqual([marks(), status()], ["XOXOXOX..", "X completed c1, b2, a3. X wins."]);
  assert.deepEqual([board().viewOnly, sandboxes.at(-1).isClosed, said()], [true, true, []]);
});

test("with motion, a game against itself ends within five seconds", async (t) => {
  await stopTime(t);
  media.matches = false;
  write(FIRST_EMPTY);
  await after(t, PAUSE);
  assert.equal(marks(), ".........");
  for (let ply = 0; ply < 7; ply += 1) await after(t, 500);
  media.matches = true;
  assert.equal(marks(), "XOXOXOX..");
});

test("an error after a pause is shown without a word, and is gone with the next game", async (t) => {
  await stopTime(t);
  write(FAULTY);
  await after(t, PAUSE);
  assert.deepEqual([said(), wrongLines(), textOf(one("#verdict"))], [["Line 2, in .../.../...: no idea"], [2], ""]);
  write(FIRST_EMPTY);
  await after(t, PAUSE);
  assert.deepEqual([said(), marks()], [[], "XOXOXOX.."]);
});

test("neither a game of the person nor an exam is interrupted by a game against itself", async (t) => {
  await stopTime(t);
  write(FIRST_EMPTY);
  choice("side").value = "O";
  press("Play against it");
  await after(t, PAUSE);
  assert.equal(status(), "Your turn: X.");
  one("form").requestSubmit();
  write(`${FIRST_EMPTY}\n`);
  await after(t, PAUSE);
  assert.doesNotMatch(status(), /itself/);
  choice("cancel").click();
});

// The exam

test("a player that can be beaten gets the game that shows it", async () => {
  await examine(FIRST_EMPTY);
  assert.deepEqual(heading(), ["Loses as O in 5 plies."]);
  assert.deepEqual(said()[0], "The shortest game that it loses:");
  assert.match(said()[1], / [\d.]+% of its moves are best, and [\d.]+% keep the outcome\.$/);
  assert.equal(textsOf("#said .moves button").length, 6);
  all("#said .moves button")[3].click();
  await until(() => assert.deepEqual(shownMove(), textsOf("#said .moves button").slice(3, 4)));
  all("#said .moves button")[0].click();
  await becomes(shownMove, ["Start"]);
  assert.equal(marks(), ".........");
  assert.equal(board().viewOnly, true);
  all("#said .moves button")[5].click();
  await says(/X wins\.$/);
});

test("a mistake is marked before and after it is made, with a right move, until the code changes", async () => {
  await examine(FIRST_EMPTY);
  const marked = () => board().shapes.map(({ type, cell, side }) => [type, cell, side ?? null]);
  const found = [];
  for (const [at, button] of all("#said .moves button").entries()) {
    button.click();
    await until(() => assert.equal(shownMove()[0], textOf(button)));
    if (marked().length) found.push(at);
  }
  assert.ok(found.length >= 2); // a position and the next one
  all("#said .moves button")[found[0]].click();
  const [badge, better] = marked();
  assert.deepEqual([badge[0], better[0], better[2]], ["badge", "mark", "O"]);
  assert.notEqual(badge[1], better[1]);
  write(LOST);
  assert.ok(one("#said .stamp").classList.contains("old"));
});

test("a mistake is shown on the board, where no move of the game is marked", async () => {
  await examine(FIRST_EMPTY);
  const [mistake] = all("#said .mistakes button");
  await board().newGame(); // without moves, as when the page is opened
  mistake.click();
  await shows(mistake.getAttribute("aria-label").replaceAll("/", ""));
  assert.deepEqual(shownMove(), []);
});

test("the exam is asked for the board, the side and what counts", async (t) => {
  const { fetch } = network;
  const asked = [];
  t.mock.method(network, "fetch", (target, options) => {
    if (String(target).includes("/exam")) asked.push(JSON.parse(options.body));
    return fetch(target, options);
  });
  await examine(FIRST_EMPTY, { side: "X", values: "outcome" });
  const { moves, ...game } = asked[0];
  assert.deepEqual([game, moves], [{ columns: 3, rows: 3, in_a_row: 3, misere: false, starting_side: "X", side: "X", values: "outcome" }, {}]);
  assert.match(heading()[0], / as X/);
});

test("the move shown is marked again in the next report of the same game", async () => {
  await examine(FIRST_EMPTY);
  all("#said .moves button")[3].click();
  await becomes(shownMove, textsOf("#said .moves button").slice(3, 4));
  await examine(FIRST_EMPTY);
  assert.deepEqual(shownMove(), textsOf("#said .moves button").slice(3, 4));
});

test("an exam tells its progress, and can be canceled", async () => {
  write(FIRST_EMPTY);
  one("form").requestSubmit();
  assert.deepEqual([textOf(one("#said")), choice("cancel").hidden], ["Examining…", false]);
  choice("cancel").click();
  await becomes(() => textOf(one("#said")), "Canceled.");
  await becomes(() => choice("cancel").hidden, true);
});

test("a new exam replaces the one that is running", async (t) => {
  const { fetch } = network;
  const signals = [];
  t.mock.method(network, "fetch", (target, options) => {
    if (String(target).includes("/exam")) signals.push(options.signal);
    return fetch(target, options);
  });
  write(FIRST_EMPTY);
  one("form").requestSubmit();
  await until(() => assert.equal(signals.length, 1));
  one("form").requestSubmit();
  assert.equal(signals[0].aborted, true);
  const words = [];
  await until(() => {
    words.push(textOf(one("#said")));
    assert.equal(choice("cancel").hidden, true);
  });
  assert.ok(!words.includes("Canceled."));
  assert.match(heading()[0], /^Loses as O/);
});

// Errors

test("an error names the line and the position, until the code changes", async () => {
  await examine(FAULTY);
  assert.deepEqual(said(), ["Line 2, in X../.../...: no idea"]);
  assert.deepEqual([buttons(), wrongLines()], [["Go to line 2", "Show the position"], [2]]);
  press("Go to line 2");
  assert.deepEqual([document.activeElement, area().value.slice(area().selectionStart, area().selectionEnd)], [area(), "  throw new Error('no idea');"]);
  press("Show the position");
  await shows("X........");
  assert.doesNotMatch(status(), /Start/); // it is no step of a game
  write(FIRST_EMPTY);
  assert.deepEqual(wrongLines(), []);
});

for (const [line, selected] of [[1, "function move() {"], [2, "  throw new Error('no idea');"], [3, "}"]]) {
  test(`line ${line} of an error is selected without its end`, () => {
    write(FAULTY);
    const form = one("form").cloneNode(true);
    new Editor(form, QUIET).goTo(line);
    const { selectionStart: start, selectionEnd: end, value } = form.elements.code;
    assert.equal(value.slice(start, end), selected);
  });
}

test("an error without a line leads only to its position", async () => {
  await examine(LOST);
  assert.deepEqual([said(), buttons(), wrongLines()], [["In X../.../...: lost"], ["Show the position"], []]);
});

test("a mark and a message are gone with the next exam", async () => {
  await examine(FAULTY);
  one("form").requestSubmit();
  assert.deepEqual([wrongLines(), buttons()], [[], []]);
  await becomes(wrongLines, [2]);
});

test("a service that does not answer is an error without a line", async (t) => {
  t.mock.method(network, "fetch", async () => { throw new TypeError("offline"); });
  await examine(FIRST_EMPTY);
  assert.equal(said().length, 1);
  assert.deepEqual([one("#said p").className, buttons(), wrongLines()], ["wrong", [], []]);
});

// A game

test("a person plays the other side, and sees nothing of the last exam", async () => {
  await examine(FIRST_EMPTY);
  press("Play against it");
  assert.equal(textOf(one("#said")), "");
  await says("Your turn: X.");
  assert.equal(board().viewOnly, false);
  for (const [number, reply, shown] of [[4, "a1", "O...X...."], [6, "b1", "OO..X.X.."]]) {
    cell(number).click();
    await says(`O played ${reply}. Your turn: X.`);
    assert.equal(marks(), shown);
  }
  cell(2).click();
  await says("X completed c1, b2, a3. X wins.");
});

test("a player of X moves first", async () => {
  write(FIRST_EMPTY);
  choose(choice("side"), "X");
  press("Play against it");
  await says("X played a1. Your turn: O.");
});

test("a player that fails in a game is told of, as in an exam", async () => {
  write(FAULTY);
  choice("side").value = "X";
  press("Play against it");
  await becomes(said, ["Line 2, in .../.../...: no idea"]);
});

test("the position of a failure ends the game", async () => {
  const { length } = sandboxes;
  press("Show the position");
  assert.equal(board().viewOnly, true);
  await board().game.settled();
  assert.equal(sandboxes.length, length); // the player is not asked again
});

test("a game replaces an exam, and what comes too late for a game changes nothing of the next one", async (t) => {
  const { fetch } = network;
  let signal;
  t.mock.method(network, "fetch", async (target, options) => {
    if (String(target).includes("/exam")) ({ signal } = options);
    return fetch(target, options);
  });
  write(FIRST_EMPTY);
  choice("side").value = "O";
  one("form").requestSubmit();
  await until(() => assert.ok(signal));
  press("Play against it");
  assert.equal(signal.aborted, true);
  await says("Your turn: X.");
  cell(0).click();
  assert.equal(marks(), "X........"); // the reply is still to come
  press("Play against it");
  await shows(".........");
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual([marks(), status(), textOf(one("#said"))], [".........", "Your turn: X.", ""]);
});

test("an exam ends the game", async () => {
  write(FIRST_EMPTY);
  choice("side").value = "O";
  press("Play against it");
  await says("Your turn: X.");
  await examine(FIRST_EMPTY);
  assert.deepEqual([board().viewOnly, marks()], [true, "........."]);
  const before = status();
  cell(8).click();
  assert.equal(status(), before);
});

// The players

for (const [board, side, cell, rule] of [
  ["XX.OO....", "X", 2, "a win, before a block"],
  ["XX.OO....", "O", 5, "a win of its own side"],
  ["XX..O....", "O", 2, "a block"],
  ["..X.O...X", "O", 5, "a block beside the corners"],
  ["X...O...X", "X", 2, "a fork"],
  ["X........", "O", 4, "the center"],
  ["....X....", "O", 0, "the first corner"],
  ["X...O....", "O", 2, "the next corner"],
  ["XOXXOOOX.", "X", 8, "the last cell"],
  ["XOXOOX.XO", "X", 6, "a corner that is left"],
  ["XOXXO.OXO", "X", 5, "any cell"],
]) {
  test(`the rule-based player takes ${rule}`, () => {
    const game = { columns: 3, rows: 3, inARow: 3, misere: false, lines: linesOf({ columns: 3, rows: 3, in_a_row: 3 }) };
    const move = new Function(...Object.keys(game), `${STARTER}\nreturn move;`)(...Object.values(game));
    assert.equal(move([...board].map((mark) => (mark === "." ? null : mark)), side), cell);
  });
}

test("code is started once for a board, and again after a change, an error, or a second of moves", async () => {
  const settings = { columns: 3, rows: 3, inARow: 3, misere: false, startingSide: "X" };
  const position = emptyPosition(settings);
  let code = FIRST_EMPTY;
  const player = new Player(() => code);
  sandboxes.length = 0;
  const started = async (where = position) => {
    await player.move(where).catch(() => {});
    return sandboxes.length;
  };
  assert.deepEqual([await started(), await started()], [1, 1]);
  sandboxes[0].used = 1000;
  assert.equal(await started(), 1);
  sandboxes[0].used = 1001;
  assert.deepEqual([await started(), sandboxes[0].isClosed, sandboxes[1].isClosed], [2, true, false]);
  for (const change of [{ columns: 4 }, { rows: 4 }, { inARow: 2 }, { misere: true }]) {
    await started();
    const { length } = sandboxes;
    assert.equal(await started(emptyPosition({ ...settings, ...change })), length + 1, JSON.stringify(change));
  }
  code = LOST;
  assert.deepEqual([await started(), await started(), sandboxes.at(-1).isClosed], [10, 11, true]);
});

test("moves are made one after the other, also after an error", async () => {
  let code = LOST;
  const player = new Player(() => code);
  const position = emptyPosition({ columns: 3, rows: 3, inARow: 3, misere: false, startingSide: "X" });
  const first = player.move(position);
  const second = player.move(position);
  await assert.rejects(first, { message: "lost" });
  code = FIRST_EMPTY;
  await assert.rejects(second, { message: "lost" }).catch(() => {});
  assert.equal(await player.move(position), 0);
});

test("the player has the side that the person leaves", async () => {
  go("/learn/player?side=O");
  await import("../../../service/static/player/main.js?again");
  assert.equal(choice("side").value, "X");
});
