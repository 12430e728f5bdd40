// Puzzles whose requests are slow, fail, or are answered after the person has gone on: with each of them, every
// button is pressed. There must be a way on, and no verdict or hint may be shown for another position.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { hold, release, rest, restore, testButtons } from "./held.mjs";
import {
  all, ask, becomes, board, button, cell, errors, fault, go, marks, onBoard, one, textOf, until, visit,
} from "./page.mjs";

const { setTimeout: wait } = globalThis;
globalThis.setTimeout = (act, time, ...rest) => wait(act, time === 2000 ? 20 : time, ...rest); // what a person reads
await visit("/puzzles", "puzzles/index.html", "puzzles/main.js");
const LINKED = "/puzzles#puzzle=XX./OO./...&in_a_row=3"; // not of the list
const said = () => textOf(one("#puzzle [role=status]"));
const failure = () => textOf(one("#puzzle [role=alert] p") ?? { textContent: "" });
const boxButton = (name) => one(`#puzzle [name=${name}]`);
const pressIfShown = (name) => boxButton(name).hidden || boxButton(name).click();
const isIdle = () => board().game.task === null;

// Follows a change of the fragment, which happy-dom tells nobody.
function follow(act) {
  act();
  window.dispatchEvent(new PopStateEvent("popstate"));
}

async function open() {
  restore();
  go("/puzzles#puzzle=.../.../...&in_a_row=3");
  await until(() => assert.match(said(), /^This link contains no puzzle/));
  follow(() => all(".puzzles button")[2].click());
  await until(() => assert.match(said(), /^[XO] to move\. Win in /));
}

async function worstMove() {
  const { notation, side_to_move: side } = board().position;
  return (await ask(`/v1/analysis?board=${notation}&side_to_move=${side}`)).moves.at(-1).cell;
}

let wrong;
const WAITING = {
  "a try": () => cell(wrong).click(),
  "a hint": () => boxButton("hint").click(),
  "a second hint": () => (boxButton("hint").click(), boxButton("hint").click()),
  "a puzzle in a link": () => go(LINKED),
};
const BUTTONS = {
  nothing: () => {},
  hint: () => pressIfShown("hint"),
  again: () => pressIfShown("again"),
  next: () => follow(() => pressIfShown("next")),
  "another puzzle": () => follow(() => all(".puzzles button")[3].click()),
  "a cell": () => onBoard("[data-cell][data-mark='']")[0]?.click(),
  "try again on the board": () => onBoard(".fault button")[0].click(),
};

// A puzzle can be tried: at once, after trying again, or after taking the move back.
async function goesOn() {
  await until(() => assert.ok(isIdle()));
  if (failure()) button("Try again", one("#puzzle [role=alert]")).click();
  if (fault() !== null) onBoard(".fault button")[0].click();
  await until(() => assert.ok(isIdle() && !fault() && !failure() && said()));
  await until(() => {
    pressIfShown("again");
    assert.ok(board().game.isPersonsTurn, said());
    const before = marks();
    cell(before.indexOf(".")).click();
    assert.notEqual(marks(), before, said());
  });
  assert.deepEqual(board().shapes, []); // those of a wrong try are gone
}

afterEach(() => {
  restore();
  errors.length = 0; // the page reports failures there, too
});

for (const [request, begin] of Object.entries(WAITING)) {
  testButtons(request, BUTTONS, {
    async open() {
      await open();
      wrong = await worstMove();
    },
    begin,
    goesOn,
  });
}

test("the box is empty until a linked puzzle is known", async () => {
  await open();
  hold();
  go(LINKED);
  await rest();
  assert.deepEqual([said(), all("#puzzle button").filter(({ hidden }) => !hidden)], ["", []]);
  await release();
  await becomes(said, "X to move. Win in one move.");
});
