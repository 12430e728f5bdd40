// The element <noughts-board> as a page sees it: attributes, properties, events, shapes and keys.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { hold, release } from "./held.mjs";
import { becomes, board, cell, errors, fault, focused, marks, network, onBoard, openWithBoards, says, shows, status, type, until } from "./page.mjs";

await openWithBoards();
const TOP_ROW = [0, 4, 1, 5, 2]; // moves with which the first side completes it
let noted;
for (const name of ["move", "gameover", "fault"]) {
  window.addEventListener(name, ({ detail }) => noted.push([name, detail]));
}

// Puts a board with these attributes on the page.
async function embed(attributes) {
  noted = [];
  document.body.innerHTML = `<noughts-board ${attributes}></noughts-board>`;
  await until(() => assert.ok(onBoard(".cell").length || fault()));
  return board();
}

const settled = () => board().game.settled();

async function play(...cells) {
  for (const number of cells) {
    await settled();
    cell(number).click();
  }
  await settled();
}

afterEach(() => assert.deepEqual(errors.splice(0), [])); // a test removes those that it expects

test("attributes set the board, the side and the scores", async () => {
  await embed('columns="4" rows="3" in-a-row="4" side="O" show-scores seed="7"');
  assert.equal(onBoard(".cell").length, 12);
  await becomes(() => onBoard(".mark").length, 1);
  await becomes(() => onBoard(".score").length, 11);
});

test("level and seed determine the reply, and moves are reported", async () => {
  for (let times = 0; times < 2; times += 1) {
    await embed('level="perfect" seed="7"');
    cell(0).click();
    await shows("X...O...."); // the only move that draws
    const told = noted.map(([name, { side, cell, by, position }]) => [name, side, cell, by, position.notation]);
    assert.deepEqual(told, [
      ["move", "X", 0, "person", "X../.../..."],
      ["move", "O", 4, "level", "X../.O./..."],
    ]);
  }
});

test("a move chosen while the level thinks waits for the reply, and can be changed or taken back", async () => {
  for (const [clicks, marked, end] of [[[8], 1, "X...o...X"], [[8, 7], 1, "X...o..X."], [[8, 8], 0, "X...o...."], [[4], 1, "X...o...."]]) {
    await embed('level="perfect" seed="7"');
    hold();
    cell(0).click();
    clicks.forEach((number) => cell(number).click());
    assert.deepEqual([marks(), onBoard(".faint.X").length], ["X........", marked]);
    await release();
    await until(() => assert.ok(!board().game.isReplying && board().game.isPersonsTurn));
    assert.deepEqual([marks().replace("O", "o").replace("O", "."), onBoard(".faint").length], [end, 0], clicks.join());
  }
});

test("a move that waits is dropped with the position it was chosen for", async () => {
  await embed('level="perfect" seed="7"');
  await play(0);
  hold();
  cell(8).click();
  cell(1).click();
  board().undo();
  assert.equal(onBoard(".faint").length, 0);
  await release();
  await settled();
  assert.equal(marks(), "X...O....");
});

test("a mouse shows the mark that a click would make, and a touch does not", async () => {
  await embed('side="both"');
  const point = (name, pointerType) => cell(4).dispatchEvent(Object.assign(new Event(name, { bubbles: true }), { pointerType }));
  for (const [pointerType, expected] of [["touch", 0], ["mouse", 1]]) {
    point("pointerover", pointerType);
    assert.equal(onBoard(".faint.X").length, expected, pointerType);
  }
  await play(4);
  assert.equal(onBoard(".faint").length, 0);
  onBoard(".board")[0].dispatchEvent(new Event("pointerleave"));
  board().undo();
  assert.equal(onBoard(".faint").length, 0);
});

test("scores of a large board are shown if they are not those of most moves, which one sentence tells", async () => {
  await embed('columns="6" rows="6" in-a-row="5" side="both" show-scores');
  await play(14, 15);
  await becomes(() => onBoard(".score").length, 34);
  assert.deepEqual([onBoard(".cell:not(.on-demand) .score").length, status()], [0, "O played d3. X to move. All 34 moves draw."]);
  await embed('columns="5" rows="5" in-a-row="4" side="both" show-scores');
  await play(12, 0, 11);
  await becomes(() => onBoard(".score").length, 22);
  const shown = onBoard(".cell:not(.on-demand) .score span:last-child").map((each) => each.textContent);
  const { moves } = board().game.analysis;
  const [, count] = status().match(/(\d+) of 22 moves lose\.$/);
  assert.equal(shown.length, 22 - Number(count));
  assert.ok(shown.length > 0 && Number(count) > 11 && moves.length === 22);
});

test("a win is reported once, with its line", async () => {
  await embed('side="both"');
  await play(...TOP_ROW);
  assert.equal(status(), "X completed a1, b1, c1. X wins.");
  const end = noted.pop();
  assert.deepEqual(noted.map(([name, { position }]) => [name, position.status]), [
    ...Array(4).fill(["move", "in_progress"]), ["move", "won"],
  ]);
  const [name, { winner, status: how, position }] = end;
  assert.deepEqual([name, winner, how, position.winning_lines], ["gameover", "X", "won", [[0, 1, 2]]]);
  assert.deepEqual([".winning", ".winning.X"].map((each) => onBoard(each).length), [3, 3]);
  const [line] = onBoard(".lines line");
  assert.deepEqual(["x1", "y1", "x2", "y2"].map((each) => Math.floor(line.getAttribute(each) / 100)), [0, 0, 2, 0]);
});

test("misère and the starting side take effect", async () => {
  await embed('misere starting-side="O" side="both"');
  await play(...TOP_ROW);
  assert.equal(status(), "O completed a1, b1, c1. Completing a line loses, so X wins.");
});

test("attributes are properties, and a change restarts the game", async () => {
  const element = await embed('in-a-row="3" side="both"');
  for (const [change, count] of [
    [() => element.setAttribute("columns", 4), 12],
    [() => Object.assign(element, { columns: 5, inARow: 4, level: "hard" }), 15],
  ]) {
    await play(0);
    assert.equal(marks()[0], "X");
    change();
    await shows(".".repeat(count));
  }
  const { columns, misere, seed } = element;
  assert.deepEqual([element.getAttribute("in-a-row"), columns, misere, seed], ["4", 5, false, null]);
});

test("the names of properties are attributes too, as React, Vue and Svelte render them", async () => {
  const element = await embed('columns="4" rows="4" inARow="4" startingSide="O" misere="false" side="both"');
  await says("O to move.");
  assert.deepEqual([element.inARow, element.startingSide, element.misere, element.position.in_a_row], [4, "O", false, 4]);
  // In place of undefined, Vue sets an empty value, and then removes the attribute with the name of the property.
  for (const values of [{ inARow: null, startingSide: undefined }, { inARow: 0, startingSide: "" }]) {
    Object.assign(element, { inARow: 4, startingSide: "O", seed: 0 });
    await says("O to move.");
    assert.deepEqual(["in-a-row", "seed"].map((name) => element.getAttribute(name)), ["4", "0"]);
    Object.assign(element, { ...values, seed: null });
    await says("X to move.");
  }
  // Only without adopted style sheets, as in Safari before 16.4 and here, the shape is in the style.
  assert.deepEqual(element.getAttributeNames(), ["columns", "rows", "misere", "side", "style"]);
});

test("another game begins with the other side, and the cell keeps the focus", async () => {
  for (const replay of ["", "replay"]) {
    const element = await embed(`side="X" seed="7" ${replay}`);
    element.moves = [0, 3, 1, 4];
    await says("Your turn: X.");
    cell(2).focus();
    await play(2);
    assert.equal(onBoard(".replay")[0].hidden, !replay);
    assert.equal(onBoard(".replay")[0].textContent, "Play again as O");
    element.messages = { playAgain: "Another one" };
    assert.equal(onBoard(".replay")[0].textContent, "Another one");
  }
  onBoard(".replay")[0].focus();
  onBoard(".replay")[0].click();
  await says(/Your turn: O\.$/);
  assert.deepEqual([board().getAttribute("side"), onBoard(".replay")[0].hidden, focused()], ["O", true, 2]);
});

test("invalid attributes are a fault until they are corrected", async () => {
  const element = await embed('in-a-row="9" side="o" rows="abc" level="expert"');
  const words = "rows must be a whole number from 3 to 9. level must be beginner, easy, medium, hard or perfect.";
  assert.equal(fault(), words);
  assert.equal(onBoard(".fault button")[0].hidden, true);
  assert.deepEqual(noted.map(([name, { error }]) => [name, error.code]), [["fault", "wrong_setting"]]);
  Object.assign(element, { rows: 9, level: null });
  await becomes(() => onBoard(".mark.X").length, 1); // a lowercase side is one
  element.setAttribute("level", "godlike");
  assert.match(fault(), /^level must be beginner/);
  element.setAttribute("level", "easy");
  assert.equal(fault(), null);
  assert.equal(onBoard(".mark.X").length, 1);
  assert.deepEqual(errors.splice(0).map((each) => each.slice(0, 30)), [`<noughts-board>: ${words}`.slice(0, 30), "<noughts-board>: level must be"]);
});

test("an impossible board is a fault", async () => {
  const element = await embed('board="XXX/.../..."');
  const words = "The board has 3 X and 0 O, but the sides take turns; add or remove marks until their counts differ by at most one.";
  await becomes(fault, words);
  assert.deepEqual(errors.splice(0), [`<noughts-board>: ${words}`]);
  element.setAttribute("board", "XOX/O../...");
  await shows("XOXO.....");
});

for (const [attributes, words] of [
  ['board="XO./.../..."', "Your turn: X."],
  ['board="XO./.../..." starting-side="O" side="O"', "Your turn: O."],
  ['board="OX./.../..O" starting-side="O"', "Your turn: X."],
  ['board="xoX/_-o/..." side="none" view-only', "X to move."],
  ['board="XXX/OO./O.." starting-side="O"', "X wins."],
  ['board="XX./OO./..." misere starting-side="O" side="both"', "O to move."],
]) {
  test(`the side to move on ${attributes}`, async () => {
    await embed(attributes);
    await says(words);
  });
}

test("a board is the position that games begin with", async () => {
  const element = await embed('board="XO../.X../..../...." in-a-row="4" side="both" replay');
  await says("O to move.");
  await play(15);
  assert.equal(marks(), "XO...X.........O");
  for (const [change, expected] of [
    [() => element.newGame(), "XO...X.........."],
    [() => {
      element.setAttribute("board", "X../.../...");
      element.inARow = null;
    }, "X........"],
    [() => Object.assign(element, { moves: [4] }), "....X...."],
    [() => element.newGame(), "X........"],
    [() => element.removeAttribute("board"), "........."],
  ]) {
    change();
    await shows(expected);
  }
});

test("a board that is set before the attributes is kept, as React sets it", async () => {
  const element = await embed("");
  const other = document.createElement("noughts-board");
  Object.assign(other, { board: "X.../..../..../....", inARow: 4, side: "O" });
  element.replaceWith(other);
  await says("Your turn: O.");
  assert.equal(marks(), "X...............");
});

test("moves that the page keeps are undone to the first ones, and corrected after a fault", async () => {
  const element = await embed('side="both"');
  element.moves = [];
  await play(0, 4);
  for (const [moves, expected] of [[[0, 4], "X...O...."], [[], "........."], [[0], "X........"], [[], "........."]]) {
    element.moves = moves;
    await shows(expected);
  }
  element.moves = [0, 0];
  await until(() => assert.match(fault(), /cell 0/i));
  element.moves = [];
  await becomes(fault, null);
  await says("X to move.");
  errors.length = 0;
});

test("a position can be set, and a move prevented", async () => {
  const element = await embed('side="both"');
  element.moves = [0, 3, 1, 4, 2];
  await says("X wins.");
  const won = element.position;
  element.board = "XO./.../...";
  await shows("XO.......");
  assert.equal(element.board, "XO./.../...");
  element.addEventListener("beforemove", (event) => event.detail.cell === 4 && event.preventDefault());
  await play(4, 8);
  assert.equal(marks(), "XO......X");
  element.position = won;
  await says("X wins.");
});

test("a page that controls the board makes the moves itself", async () => {
  const element = await embed("controlled");
  const asked = [];
  element.addEventListener("beforemove", ({ detail }) => asked.push(detail.cell));
  await play(4);
  assert.deepEqual([asked, marks()], [[4], "........."]);
});

test("the language and the messages can be set", async () => {
  const element = await embed('lang="de" side="both"');
  await says("X ist am Zug.");
  element.messages = { toMove: (side) => `${side}, los!` };
  await says("X, los!");
  Object.assign(element, { lang: "es", messages: {} });
  await says("Juega X.");
  await play(...TOP_ROW);
  assert.equal(status(), "X ha completado a1, b1, c1. Gana X.");
  element.messages = { won: () => "" };
  assert.equal(status(), "X ha completado a1, b1, c1.");
});

test("a board to view is explored with the keys, but not played, and asks nothing", async (t) => {
  const asked = t.mock.method(network, "fetch");
  const element = await embed('view-only side="O"'); // of which X is to move first
  await says("X to move.");
  cell(4).click();
  cell(4).focus();
  for (const key of ["ArrowDown", "Enter"]) type(key);
  assert.deepEqual([focused(), marks(), cell(4).getAttribute("aria-disabled"), asked.mock.callCount()], [7, ".........", "true", 0]);
  element.viewOnly = false;
  await becomes(() => onBoard(".mark.X").length, 1);
});

test("a click on a board acts on no link, label or summary around it, unless it is one to view", async () => {
  for (const [attributes, isPrevented] of [["", true], ["replay", true], ["view-only", false]]) {
    await embed(`seed="7" ${attributes}`);
    const click = new MouseEvent("click", { bubbles: true, cancelable: true, composed: true });
    assert.equal(cell(0).dispatchEvent(click), !isPrevented, attributes);
    await settled();
  }
});

test("keys move around the board and play", async () => {
  await embed('columns="4" rows="3" side="both"');
  cell(0).focus();
  for (const [key, expected] of Object.entries({ ArrowUp: 8, End: 11, ArrowRight: 8, ArrowDown: 0, ArrowLeft: 3, Home: 0 })) {
    type(key);
    assert.equal(focused(), expected, key);
  }
  type(" ");
  await becomes(() => marks()[0], "X");
  assert.deepEqual(onBoard("[tabindex='0']"), [cell(0)]); // one tab stop
});

test("cells are named by place, mark and line", async () => {
  const element = await embed('side="both"');
  element.moves = TOP_ROW;
  await says("X wins.");
  assert.deepEqual([0, 4, 8].map((number) => cell(number).getAttribute("aria-label")), [
    "column a, row 1, X, part of a line", "column b, row 2, O", "column c, row 3, empty",
  ]);
});

test("the last move is framed in every position", async () => {
  const element = await embed('side="both"');
  element.newGame({ moves: [4, 0, 8] });
  for (const [at, expected] of [[3, ["8"]], [1, ["4"]], [0, []]]) {
    element.game.goTo(at);
    assert.deepEqual(onBoard(".last").map(({ dataset }) => dataset.cell), expected);
  }
});

test("shapes are drawn and named, and others are ignored", async () => {
  const element = await embed('side="both"');
  element.shapes = [
    { type: "arrow", to: 4, color: "good", label: "play here" },
    { type: "arrow", from: 0, to: 8, color: "pink" },
    { type: "circle", cell: 2 },
    { type: "highlight", cell: 6, color: "fair" },
    { type: "badge", cell: 1, text: "??", color: "bad" },
    { type: "mark", cell: 5, side: "O" },
    // not on this board, or not shapes
    { type: "circle", cell: 9 }, { type: "arrow", from: 3, to: 3 }, { type: "mark", cell: 7, side: "Z" }, { type: "star", cell: 7 }, null,
  ];
  const parts = () => onBoard("svg [part]:not([part=grid])").map((each) => each.getAttribute("part")).sort();
  assert.deepEqual(parts(), ["arrow accent", "arrow good", "badge bad", "circle accent", "highlight fair", "mark faint"]);
  assert.deepEqual(onBoard("svg text").map((each) => each.textContent), ["??"]);
  assert.deepEqual([cell(1).getAttribute("aria-label"), cell(4).getAttribute("aria-label")], ["column b, row 1, empty, ??", "column b, row 2, empty, play here"]);
  await play(4);
  const [arrow] = onBoard("[part='arrow good']"); // until the page removes it
  element.shapes = element.shapes.slice(0, 1);
  assert.deepEqual(parts(), ["arrow good", "mark"]);
  assert.equal(arrow.isConnected, true); // so its animation does not restart
  element.shapes = null;
  assert.deepEqual(parts(), ["mark"]);
});
