// Requests that are slow, that fail, or that are answered after the person has gone on: with each of them,
// every button is pressed. The game must go on, and nothing may be shown for another position.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { HELD, hold, release, rest, restore, testButtons } from "./held.mjs";
import {
  all, ask, becomes, board, button, cell, choose, errors, fault, go, marks, onBoard, one, says, shows, status,
  textOf, until, visit,
} from "./page.mjs";
import { STATIC } from "./modules.mjs";

await visit("/?side=both", "play/index.html", "play/main.js");
const { messages } = await import(new URL("shared/messages/en.js", STATIC));
const field = (name, value) => one(`[name=${name}][value="${value}"]`);
const isIdle = () => board().game.task === null;
const open = async (target) => {
  restore();
  go(target);
  await until(() => assert.ok(isIdle()));
};

const WAITING = { // what asks the service, and the game in which it does
  "a reply": ["/?seed=1&level=medium", () => cell(0).click()],
  "the first move": ["/?seed=1&level=medium", () => choose(one("[name=side]"), "O")],
  "a hint": ["/?seed=1&moves=0.4", () => one("#hint").click()],
  "a hint after a move": ["/?seed=1&level=medium", () => (cell(0).click(), one("#hint").click())],
  "the scores": ["/?seed=1&moves=0.4", () => choose(one("[name=showScores]"), true)],
  "a board in a link": ["/?seed=1", () => go("/?board=XO./.../...&side=X")],
};
const BUTTONS = {
  nothing: () => {},
  hint: () => one("#hint").click(),
  undo: () => one("#undo").click(),
  "new game": () => one("#new-game").click(),
  "a cell": () => onBoard("[data-cell][data-mark='']")[0]?.click(),
  "another level": () => choose(one("[name=level]"), "easy"),
  "the other side": () => choose(one("[name=side]"), "O"),
  "two players": () => choose(one("[name=side]"), "both"),
  "another board": () => choose(field("board", "4 4 4"), true),
  "try again": () => onBoard(".fault button")[0].click(),
  "the scores": () => choose(one("[name=showScores]"), true),
  "a link": () => go("/?seed=1&moves=4.0"),
  back: () => history.back(),
  forward: () => history.forward(),
};

// A hint names a best move of the position shown, or there is none.
async function hintIsRight() {
  const words = textOf(one("#hint-text"));
  const [, place] = words.match(/^Take (.+?):/) ?? [];
  const arrows = onBoard("[part='circle good']").length;
  assert.equal(arrows, place ? 1 : 0, words);
  if (!place) return;
  const { notation, side_to_move: side, in_a_row: inARow } = board().position;
  const analysis = await ask(`/v1/analysis?board=${notation}&side_to_move=${side}&in_a_row=${inARow}`);
  const [column, row] = place; // of a name such as b1, which has no words
  const number = /^[a-c][1-3]$/.test(place) ? "abc".indexOf(column) + 3 * (row - 1) : messages.places.indexOf(place);
  assert.ok(analysis.best_moves.includes(number), `${place} on ${notation}`);
}

// The person can play on: at once, or after trying again.
async function goesOn() {
  const { game } = board();
  if (fault() !== null) {
    assert.equal(onBoard(".fault button")[0].hidden, false, fault());
    onBoard(".fault button")[0].click();
  }
  await until(() => assert.ok(isIdle() && fault() === null, fault() ?? game.task));
  assert.doesNotMatch(status(), /thinking|Setting up|Scoring/);
  assert.ok(game.isPersonsTurn, status());
  const before = marks();
  cell(before.indexOf(".")).click();
  await until(() => assert.ok(isIdle() && fault() === null, fault() ?? game.task));
  assert.notEqual(marks(), before);
}

afterEach(() => {
  restore();
  assert.deepEqual(errors.splice(0), []);
});

for (const [request, [target, begin]] of Object.entries(WAITING)) {
  testButtons(request, BUTTONS, {
    open: () => open(target),
    begin,
    async goesOn() {
      await until(() => assert.ok(isIdle()));
      await hintIsRight();
      await goesOn();
    },
  });
}

// The moves of the finished game are listed, or there is a way to review it again.
async function reviewGoesOn() {
  if (one("#review").hidden) return;
  const again = all("#review button").find((each) => textOf(each) === "Try again" && !each.closest("[hidden]"));
  again?.click();
  await becomes(() => all(".plies li").length, 6);
}

const { nothing, undo, "new game": newGame, "another level": level, "a link": link, back } = BUTTONS;
const WAYS = { // away from a review, or back to it
  nothing, undo, newGame, level, link, back,
  again: () => all("#ending button").find((each) => textOf(each) === "Review")?.click(),
  reload: () => go(location.search),
};
testButtons("a review", WAYS, {
  open: () => open("/?seed=3&level=medium&moves=4.2.0.8.1.5"),
  begin: () => button("Review").click(),
  async goesOn() {
    await until(() => assert.ok(isIdle()));
    await reviewGoesOn();
    if (!board().game.isPersonsTurn) one("#new-game").click(); // at the end, or at a move of the level
    await goesOn();
  },
});

test("two players never wait, and see each move, the win and the draw at once", async () => {
  for (const [cells, end] of [[[0, 3, 1, 4, 2], "X wins."], [[0, 1, 2, 4, 3, 5, 7, 6, 8], "A draw."]]) {
    await open("/?side=both");
    hold();
    let played = "";
    for (const [ply, number] of cells.entries()) {
      cell(number).click();
      played = [...marks()].filter((mark) => mark !== ".").join("");
      assert.equal(played.length, ply + 1);
      if (ply < cells.length - 1) assert.match(status(), new RegExp(`${"OX"[ply % 2]} to move\\.$`));
    }
    assert.equal(status(), end);
    one("#ending button").click();
    assert.equal(marks(), ".........");
  }
});

test("a line against a level wins at once, and undo works meanwhile", async () => {
  await open("/?level=beginner&seed=0&moves=0.3.1.6"); // two of X's in a row
  hold();
  cell(2).click();
  assert.equal(status(), "You beat the computer!");
  assert.deepEqual(HELD.filter(({ url }) => url.includes("best-move")), []);
  assert.equal(one("#ending").hidden, false);
  history.back();
  await shows("XX.O..O..");
  assert.equal(status(), "Your turn: X.");
});

test("undo drops a reply that comes later", async () => {
  await open("/?seed=1&level=medium");
  hold();
  cell(4).click();
  await rest();
  one("#undo").click();
  await release();
  assert.deepEqual([marks(), status()], [".........", "Start of the game. Your turn: X."]);
});

test("a link to the end of a game does not celebrate it, and a win does", async () => {
  await open("/?level=beginner&moves=0.3.1.4.2");
  await says("You beat the computer!");
  assert.deepEqual([board().dataset.new, all(".stars").length], ["false", 0]);
  assert.equal(onBoard(".drawing")[0].classList.contains("live"), false);
  await open("/?level=beginner&moves=0.3.1.4");
  cell(2).click();
  await says("You beat the computer!");
  assert.deepEqual([board().dataset.new, all(".stars").length], ["true", 1]);
});

test("a review survives back and a reload, and its link has the whole game", async () => {
  await open("/?level=medium&seed=3&moves=4.2.0.8.1.5");
  button("Review").click();
  await becomes(() => all(".plies li").length, 6);
  for (const name of ["First position", "Forward one move"]) button(name).click();
  assert.equal(status(), "Move 1 of 6. X took b2.");
  const link = location.search;
  assert.match(link, /&moves=4\.2\.0\.8\.1\.5&at=1&review=true$/);
  history.back(); // to the end of the game, before the review
  await becomes(status, "The computer beat you.");
  assert.equal(one("#review").hidden, true);
  await open("/");
  assert.equal(one("#review").hidden, true);
  await open(`/${link}`);
  await becomes(() => all(".plies li").length, 6);
  assert.deepEqual([status(), board().game.moves.length, location.search], ["Move 1 of 6. X took b2.", 6, link]);
});

test("a late review, its progress and its reasons are dropped", async () => {
  await open("/?level=medium&seed=3&moves=4.2.0.8.1.5");
  hold();
  button("Review").click();
  await rest();
  history.pushState(null, "", "/?level=medium&seed=3&moves=4.2");
  window.dispatchEvent(new PopStateEvent("popstate", { state: null }));
  await rest();
  await release();
  assert.deepEqual([one("#review").hidden, marks(), fault()], [true, "..O.X....", null]);
  assert.equal(status(), "Your turn: X.");
});
