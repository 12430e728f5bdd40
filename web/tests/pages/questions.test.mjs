// The questions of the lessons: what is asked, the right choice, its reason, and where the answer is seen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LEARN } from "./modules.mjs";
import { searchOf } from "./searches.mjs";

const { LESSONS } = await import(new URL("lessons.js", LEARN));
const { questionOf } = await import(new URL("questions.js", LEARN));

const { ORDERS } = await import(new URL("search.js", LEARN));

for (const order of Object.keys(ORDERS)) {
  test(`the moves that a cutoff skips with the order ${order} are those not tried`, async () => {
    const { nodes } = await searchOf({ board: "XO./OX./..." }, { algorithm: "alpha_beta", values: "score", order });
    const cut = nodes.filter(({ end }) => end === "cutoff");
    assert.ok(cut.length);
    for (const { marks, children, leftOut } of cut) {
      const cells = [...children.map(({ cell }) => cell), ...leftOut].sort((one, other) => one - other);
      assert.deepEqual(cells, [...marks].flatMap((mark, cell) => (mark ? [] : [cell])));
    }
  });
}

const choices = (question) => question.choices.map(([words, isRight]) => (isRight ? `*${words}` : words)).join(" / ");
const shown = ({ shown: nodes }) => nodes.map(({ id }) => id).join(" ");

// Of each question of the lessons: its step, the choices (* is right), the reason, the nodes shown, and their step.
const ASKED = {
  tree: [
    [8, "*It goes on to X a3, O c3. / It goes on to X c3. / It returns from X a3. / It returns from the top.", "c3 is the next move after X a3.", "5", 9],
    [16, "X has won / O has won / *a draw / it goes on", "The game ends here: the board is full, a draw.", "9", 17],
    [24, "*5 / 6 / 9 / 12", "Each leaf ends one game: 5 of the 12 nodes are leaves. The 3 cells can be filled in 6 orders, but some games end early.", "1 4 6 9 11", 24],
  ],
  build: [
    [3, "O has won / X has won / *a draw / it goes on", "The game ends here: the board is full, a draw.", "2", 4],
    [5, "*It goes on to O c3. / It returns from the top.", "c3 is the next move at the top.", "3", 6],
    [7, "O has won / *X has won / a draw / it goes on", "The game ends here: X has completed a line.", "4", 8],
    [10, "*2 / 4 / 5", "Each leaf ends one game: 2 of the 5 nodes are leaves. The 2 cells can be filled in 2 orders.", "2 4", 10],
  ],
  rules: [
    [705, "0 / 1 / *2 / 3", "a1-a2-a3, a3-b3-c3. O can block only one.", "286", 705],
    [706, "0 / *1 / 2 / 3", "a2-b2-c2.", "353", 706],
    [707, "0 / *1 / 2 / 3", "c1-c2-c3.", "412", 823],
  ],
  value: [
    [2, "−1, a loss / 0, a draw / *1, a win", "The game ends here: X has completed a line.", "1", 3],
    [9, "−1, a loss / 0, a draw / *1, a win", "X is to move and takes the highest value, 1 for X, with c2.", "5 6", 12],
  ],
  opponent: [
    [4, "*−1, a loss / 0, a draw / 1, a win", "O is to move and takes the lowest value, −1 for X, with c1.", "2 3", 11],
    [12, "*−1, a loss / 0, a draw / 1, a win", "O is to move and takes the lowest value, −1 for X, with c1.", "6 7", 19],
  ],
  recursion: [
    [3, null],
    [4, "*It goes on to X b1, O b2. / It goes on to X c1. / It returns from X b1. / It returns from the top.", "b2 is the next move after X b1.", "3", 5],
    [5, "−1, a loss / 0, a draw / *1, a win", "X is to move and takes the highest value, 1 for X, with c1.", "3 4", 8],
    [10, "−1, a loss / *0, a draw / 1, a win", "O is to move and takes the lowest value, 0 for X, with b1.", "5 6 7", 19],
    [14, null],
  ],
  depth: [[2, "−97 / *97 / 99", "O is to move and takes the lowest value, 97 for X, with c1 or c2.", "1 2 3", 11]],
  equals: [[2106, "1 / 2 / 3 / *4 / 5 / 6", "b1, a2, c2, b3 have the highest value, 0.", "1 353 527 879", 2106]],
  negamax: [
    [8, "−1 / 0 / *1", "X is to move. The tree shows 1 for X, the same side, so the sign stays.", "3", 8],
    [9, "−1 / 0 / *1", "O is to move. The tree shows −1 for X, the other side, so the sign changes.", "1", 9],
  ],
  skip: [
    [14, "*Yes / No", "O has 0 here, with b1, but X has nothing as good elsewhere, so a better reply still counts.", "5 6 1", 14],
    [24, "Yes / *No", "O has 0 here, with b1, so this is no better for X than c1, worth 0.", "10 11 5", 24],
  ],
  cut: [
    [12, "none / *c3", "O's reply b2 makes this worth 0 or less for X. X already has 0 with b2 instead of a3, so X gains nothing by coming here.", "6 7 1", 17],
    [17, "It would be bad for O to play c3. / *Whatever follows c3, the value at the top stays the same. / The same positions were searched before.", "O's reply b2 makes this worth 0 or less for X. X already has 0 with b2 instead of a3, so X gains nothing by coming here.", "6 7 1", 17],
    [22, "*It is worth at most 0. / It is worth at least 0. / It is worth exactly 0.", "The search skips a3. O's reply b2 makes this worth 0 or less for X. X already has 0 with b2 instead of c3, so X gains nothing by coming here.", "9 10 1", 23],
  ],
  window: [
    [9, "−∞ / *−1 / 0 / 1 / ∞", "It is the best value so far at a ▲ max position above: −1, with b1.", "5 1", 10],
    [14, "−∞ / −1 / *0 / 1 / ∞", "It is the lowest value so far at a ▼ min position above: 0, with b1.", "8 6", 15],
    [20, "none / *c1", "O's reply b1 makes this worth 0 or less for X. X already has 0 with c1 instead of b2, so X gains nothing by coming here.", "10 11 5", 25],
  ],
  order: [
    [4, "none / c3 / *c2, c3", "O already has 1 with c1 instead of a2, and no value is better for O.", "2 3 1", 7],
    [11, "It would be bad for X to play a2 or c3. / *Whatever follows a2 or c3, the value at the top stays the same. / The same positions were searched before.", "O already has 1 with c1 instead of c2, and no value is better for O.", "4 5 1", 11],
  ],
  cache: [
    [67, "*looked up / searched", "The same board was searched in the same window after O b2, X c1, O a3.", "35 19", 68],
    [69, "looked up / *searched", "This board has not come up before.", "36", 70],
    [75, "looked up / *searched", "This board was searched after O c1, X b2, O a3, but in another window.", "39 3", 76],
    [87, "*looked up / searched", "The same board was searched in the same window after O b2, X c3, O a3.", "45 31", 88],
    [101, "none / *a3", "O's reply c1 makes this worth 0 or more for O. X already has 0 with c1 instead of b2, so X gains nothing by coming here.", "51 52 47", 106],
    [107, "*looked up / searched", "The same board was searched in the same window after O c1, X a3, O c3.", "55 10", 108],
  ],
  key: [
    [51, "looked up / *searched", "This board was searched after X c1, O b1, X a2, but in another window.", "27 11", 52],
    [58, "*It is worth at most −1. / It is worth at least −1. / It is worth exactly −1.", "The search skips b3. X already has 1 with c1 instead of a2, and no value is better for X.", "30 31 9", 61],
    [71, "*looked up / searched", "The same board was searched in the same window after X a2, O b1, X c2.", "37 30", 72],
    [74, "none / *a2", "X already has 1 with c1 instead of c2, and no value is better for X.", "38 39 9", 77],
  ],
  limit: [
    [4, "2 / 3 / *4 / 5 / 6", "Without a mark of O: b1-b2-b3, c1-b2-a3, c1-c2-c3, a3-b3-c3.", "2", 5],
    [3, "*−1, a loss / 0, a draw / 1, a win", "O is to move and takes the lowest value, −1 for X, with a3 or c3.", "3 4", 9],
    [12, "b1 / b2 / c2 / *a3", "Worth 1: a3. Not as good: b1 (−1, after b2), b2 (≤ −1, after a3), c2 (≤ −1, after a3).", "45", 150],
  ],
  horizon: [
    [10, "0 / *1 / 2 / 3", "c1-b2-a3.", "5", 10],
    [33, "−0.99 / *−0.59 / −0.19 / 0.33 / 0.59", "O is to move and takes the highest value, −0.59 for O, with c1.", "0 1 2", 34],
    [3, "0 / 1 / *2 / 3", "a1-b2-c3, a2-b2-c2. O can block only one.", "2", 3],
    [13, "−1, a loss / 0, a draw / *1, a win", "O is to move and takes the highest value, 1 for O, with b2.", "7 8", 20],
    [34, "c1 / *b2 / *c2 / *c3", "Worth 0: b2, c2, c3. Not as good: c1 (−1, after b2).", "15 29 45", 122],
  ],
  large: [[33, "32 / *240 / 257", "Each of the 16 moves has 15 replies.", "0", 514]],
  whole: [[15, "−1, a loss / *0, a draw / 1, a win", "X is to move and takes the highest value, 0 for X, with a1.", "0 1 810 811 812 537 563 564 565 553 554 555", 10808]],
};

for (const lesson of LESSONS) {
  test(`the questions of "${lesson.id}" have their answers and reasons`, async () => {
    const searches = await Promise.all(lesson.searches.map((search) => searchOf({ board: lesson.board, in_a_row: lesson.in_a_row ?? 3 }, search)));
    const asked = lesson.asks.map((each) => {
      const question = questionOf(searches[each.of], each);
      return question ? [each.step, choices(question), question.why, shown(question), question.at] : [each.step, null];
    });
    assert.deepEqual(asked, ASKED[lesson.id]);
  });
}

const LATE = { board: "XX./XOO/O.." }; // X wins with c1
const EARLY = { board: "X../X.O/OXO" }; // a draw with c1
const ESTIMATED = { board: "XO./X../OX.", side_to_move: "O" };
const [MINIMAX, ALPHA_BETA] = [{ algorithm: "minimax" }, { algorithm: "alpha_beta" }];

// What the lessons do not ask: a question as above, about the node of a path or a step.
for (const [position, search, { kind, path = null, step = 0 }, ...asked] of [
  [EARLY, MINIMAX, { kind: "value", path: "" }, "−1, a loss / *0, a draw / 1, a win", "X is to move and takes the highest value, 0 for X, with c1.", "0 5 6 7", 28],
  [ESTIMATED, { ...MINIMAX, max_depth: 1 }, { kind: "value", path: "b2" }, "−0.66 / 0.19 / 0.33 / *0.66", "The game ends here: at the limit, the position is estimated.", "2", 5],
  [{ board: "XX./OO./..." }, { ...MINIMAX, max_depth: 2 }, { kind: "end", path: "a3 c2" }, "X has won / *O has won / a draw / it goes on", "The game ends here: O has completed a line.", "9", 18],
  [LATE, MINIMAX, { kind: "end", path: "b3" }, "X has won / O has won / a draw / *it goes on", "No line is complete, and O can still move.", "2", 11],
  [LATE, MINIMAX, { kind: "best" }, "*c1 / b3 / c3", "Worth 1: c1. Not as good: b3 (−1, after c1), c3 (−1, after c1).", "1", 20],
  [{ board: "XOX/XOO/.X." }, MINIMAX, { kind: "best" }, "*a3 / c3", "Worth 0: a3. Not as good: c3 (−1, after a3).", "1", 10],
  [{ board: "XOX/XOO/.X." }, MINIMAX, { kind: "negated", path: "a3" }, "−1 / *0 / 1", "X is to move. The tree shows 0 for O, the other side, so the sign changes.", "1", 5],
  [{ board: "OXO/XX./.O." }, { ...MINIMAX, max_depth: 1 }, { kind: "games" }, "*3 / 4", "Each of the 3 moves has 2 replies.", "1 2 3", 8],
  [{ board: "X.O/.O./X.." }, { ...MINIMAX, max_depth: 1 }, { kind: "open", path: "a2" }, "0 / 1 / *2 / 3 / 4", "Without a mark of O: a1-a2-a3, a3-b3-c3.", "2", 5],
  [{ board: "X.O/.X./..O" }, { ...MINIMAX, max_depth: 1 }, { kind: "open", path: "b1" }, "1 / 2 / *3 / 4 / 5", "Without a mark of O: a1-a2-a3, b1-b2-b3, a2-b2-c2.", "1", 3],
  [LATE, ALPHA_BETA, { kind: "cut", path: "c1" }, "*none", "No value reaches a bound: every move is searched.", "1", 3],
  [EARLY, ALPHA_BETA, { kind: "cut", path: "c1" }, "*none / b2", "No value reaches a bound: every move is searched.", "5 6 1", 19],
  [LATE, ALPHA_BETA, { kind: "bound", path: "b3" }, "*It is worth at most −1. / It is worth at least −1. / It is worth exactly −1.", "The search skips c3. X already has 1 with c1 instead of b3, and no value is better for X.", "2 3 1", 7],
  [LATE, ALPHA_BETA, { kind: "bound", path: "" }, "It is worth at most 1. / It is worth at least 1. / *It is worth exactly 1.", "X is to move and takes the highest value, 1 for X, with c1.", "0 1", 12],
  [EARLY, ALPHA_BETA, { kind: "bound", path: "c1 b2" }, "It is worth at most 1. / *It is worth at least 1. / It is worth exactly 1.", "X is to move and takes the highest value, 1 for X, with b1.", "8 9 6", 18],
  [LATE, ALPHA_BETA, { kind: "alpha", path: "" }, "*−∞ / −1 / 0 / 1 / ∞", "No such value is known yet: the window is open.", "0", 1],
  [LATE, ALPHA_BETA, { kind: "beta", path: "b3" }, "−∞ / −1 / 0 / 1 / *∞", "No such value is known yet: the window is open.", "2", 4],
  [LATE, ALPHA_BETA, { kind: "why", path: "c1" }, null],
  [LATE, ALPHA_BETA, { kind: "cut", path: "a1" }, null],
  [LATE, MINIMAX, { kind: "next", step: 6 }, "*It goes on to X b3, O c3. / It goes on to X c3. / It returns from X b3. / It returns from the top.", "c3 is the next move after X b3.", "4", 7],
  [LATE, MINIMAX, { kind: "next", step: 10 }, "It goes on to X c3. / *It returns from X b3. / It returns from the top.", "No move is left after X b3, so its value is known.", "2", 11],
  [LATE, MINIMAX, { kind: "next", step: 19 }, "*It returns from the top.", "No move is left at the top, so its value is known.", "0", 20],
]) {
  test(`a question about ${kind} on ${position.board}${path === null ? `, step ${step}` : ` after "${path}"`} has its answer`, async () => {
    const made = questionOf(await searchOf(position, search), { kind, path, step });
    assert.deepEqual(made && [choices(made), made.why, shown(made), made.at], asked[0] && asked);
  });
}

for (const [board, path, against] of [
  ["X../X.O/OXO", "c1", ["O cannot force that.", "O has a better move.", "O has a better move."]], // a draw
  ["X../X.O/OXO", "", ["X has a better move.", "X has a better move.", "X cannot force that."]],
  ["XX./XOO/O..", "c1", ["", "", ""]],
]) {
  test(`a wrong value after "${path}" on ${board} has what speaks against it`, async () => {
    const { choices: made } = questionOf(await searchOf({ board }, MINIMAX), { kind: "value", path, step: 0 });
    assert.deepEqual(made.map(([, , each]) => each), against);
  });
}

const WHY_LINE = {
  entered: /^The function is called for the position (at the top|after .+), and starts at its first line\.$/,
  "entered cached": /^Before a call, the program looks in the cache\.$/,
  "left cached": /^The cache has the value\.$/,
  "left cutoff": /^The best value has reached the bound, so the loop ends\.$/,
  "left draw": /^[a-c]\d ends the game or reaches the limit, so the call returns at once\.$/,
  "left loss": /^[a-c]\d ends the game/,
  "left searched": /^No move is left (at the top|after .+), so the best value is returned\.$/,
};

test("the next line is one of up to five, and has its reason", async () => {
  const search = await searchOf({ board: "XO./O.X/.X." }, { algorithm: "alpha_beta_cached" });
  const met = new Set();
  for (const [many, count] of [[3, 3], [7, 5]]) {
    search.line = (step) => `line ${step % many}`;
    for (let step = 0; step < search.steps; step += 1) {
      const { node, isEntered } = search.eventAt(step + 1);
      const made = questionOf(search, { kind: "line", path: null, step });
      const event = isEntered && node.end !== "cached" ? "entered" : `${isEntered ? "entered" : "left"} ${node.end}`;
      assert.match(made.why, WHY_LINE[event]);
      met.add(event);
      assert.deepEqual(made.choices.filter(([, isRight]) => isRight), [[`line ${(step + 1) % many}`, true]]);
      assert.equal(new Set(made.choices.map(([words]) => words)).size, count);
      assert.deepEqual([made.choices.length, made.shown, made.at], [count, [node], step + 1]);
    }
  }
  assert.equal(met.size, Object.keys(WHY_LINE).length);
});
