// The playground with the responses of the service: settings, history, scores, hints, the end and the review.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { all, ask, becomes, board, cell, choose, errors, fault, go, marks, network, onBoard, one, point, press, says, shows, status, textOf, textsOf, type, until, visit } from "./page.mjs";
import { STATIC } from "./modules.mjs";

const { messages } = await import(new URL("shared/messages/en.js", STATIC));
const FIRST_MOVES = "/?seed=1&moves=4.1"; // of X, a person; O has answered
const LOST = "/?level=medium&seed=3&moves=4.2.0.8.1.5";
await visit("/?side=both", "play/index.html", "play/main.js");

const settled = () => board().game.settled();
const field = (name, value) => one(value === undefined ? `[name=${name}]` : `[name=${name}][value="${value}"]`);
const ends = async (verdict) => {
  await says(verdict);
  await becomes(() => one("#ending").hidden, false);
};
const query = () => new URLSearchParams(location.search);

async function open(target, expected) {
  go(target);
  await until(() => assert.equal(board().game.task, null));
  if (expected) await shows(expected);
}

async function play(...cells) {
  for (const number of cells) {
    await settled();
    cell(number).click();
  }
  await settled();
}

async function back(times = -1) {
  history.go(times);
  await settled();
}

afterEach(() => assert.deepEqual(errors.splice(0), [])); // a test removes those that it expects

// Games

for (const [name, { level, cells, board: end, verdict }] of Object.entries({
  won: { level: "beginner", cells: [0, 1, 4, 7], board: "XX.OXOOX.", verdict: "You beat the computer!" },
  lost: { level: "medium", cells: [0, 1, 3], board: "XXOX.O..O", verdict: "The computer beat you." },
  drawn: { level: "perfect", cells: [0, 1, 6, 5, 7], board: "XXOOOXXXO", verdict: "A draw: nobody can do better." },
})) {
  test(`a game that is ${name}, and the next one`, async () => {
    await open(`/?level=${level}&seed=0`, ".........");
    await play(...cells);
    await ends(verdict);
    assert.equal(marks(), end);
    press("Play again");
    const { level: nextLevel, side } = board().settings;
    assert.deepEqual([nextLevel, side, marks()], [level, "X", "........."]);
    assert.equal(document.activeElement, board());
  });
}

test("a finished game takes no move", async () => {
  await open("/?level=perfect&seed=1&misere=true&moves=0.5.1.6", "XX...OO..");
  await play(2);
  await ends("You completed a line, so O wins.");
  await open(LOST, "XXO.XO..O");
  await play(3);
  assert.equal(marks(), "XXO.XO..O");
});

test("a level plays itself", async () => {
  await open("/", ".........");
  choose(field("side"), "none");
  choose(field("level"), "perfect");
  assert.equal(one(".against").hidden, true);
  await ends("A draw.");
});

// The URL and the browser's history

test("back undoes moves, and undo is one of them", async () => {
  await open("/?side=both", ".........");
  await play(4, 1);
  await back();
  await shows("....X....");
  await play(1);
  press("Undo");
  await shows("....X....");
  await back();
  await shows(".O..X....");
});

test("undo while a game starts has an entry of its own", async () => {
  go("/?side=both&moves=4.1");
  await becomes(() => one("#undo").disabled, false);
  press("Undo");
  await shows("....X....");
  await back();
  await shows(".O..X....");
});

test("back restores the settings and the game before", async () => {
  await open(LOST, "XXO.XO..O");
  choose(field("level"), "easy");
  await shows(".........");
  await play(4);
  const moved = location.href;
  choose(field("board", "4 4 4"), true);
  await shows(".".repeat(16));
  await back();
  assert.deepEqual([location.href, onBoard(".mark").length, field("board", "3 3 3").checked], [moved, 2, true]);
  await back(-2);
  await ends("The computer beat you.");
  assert.equal(field("level").value, "medium");
});

test("a new game has a seed of its own", async () => {
  await open("/?seed=5&level=easy&moves=4.1", ".O..X....");
  press("New game");
  await shows(".........");
  assert.equal(board().getAttribute("seed"), null);
});

test("the address has only what differs from the defaults, and the seed from the first move on", async () => {
  await open("/", ".........");
  assert.equal(location.search, "");
  const { length } = history;
  await play(4);
  assert.match(location.search, /^\?seed=\d+&moves=4\.\d$/);
  assert.equal(history.length, length + 1);
  const [link, shown] = [location.search, marks()];
  await open("/", ".........");
  await open(`/${link}`, shown);
  choose(field("level"), "hard");
  await play(marks().indexOf("."));
  assert.match(location.search, /^\?level=hard&seed=\d+&moves=/);
});

test("another level or side goes on with the game, and what drops it can be undone", async () => {
  await open(FIRST_MOVES, ".O..X....");
  choose(field("level"), "hard");
  await settled();
  assert.deepEqual([marks(), query().get("level"), board().game.moves], [".O..X....", "hard", [4, 1]]);
  choose(field("side"), "O");
  await until(() => assert.equal(onBoard(".mark").length, 3));
  const before = marks();
  choose(field("misere"), true);
  await shows(".........");
  assert.equal(textOf(one("#hint-text")), "Undo brings the last game back.");
  press("Undo");
  await shows(before);
  assert.deepEqual([field("misere").checked, textOf(one("#hint-text"))], [false, ""]);
});

test("nothing that is of no use is shown, and the hint comes with the first move or a link", async () => {
  const isShown = () => !one(".controls").classList.contains("unused");
  await open("/", ".........");
  assert.equal(isShown(), false);
  await play(4);
  assert.equal(isShown(), true);
  await open("/?board=X../.O./...", "X...O....");
  assert.equal(isShown(), true);
});

test("cells of 3x3 are named in words, until the arrow keys or a setting show coordinates", async () => {
  await open("/?side=both&moves=4", "....X....");
  assert.deepEqual([board().dataset.coordinates, status()], ["false", "O to move."]);
  await play(8);
  assert.equal(status(), "O took the bottom right corner. X to move.");
  choose(field("coordinates"), true);
  assert.deepEqual([board().dataset.coordinates, localStorage.getItem("noughts.coordinates")], ["true", "true"]);
  assert.equal(status(), "O took c3. X to move.");
  choose(field("coordinates"), false);
  await open("/?side=both&columns=4", ".".repeat(12));
  assert.equal(board().dataset.coordinates, "true");
});

test("the first move of a level replaces the entry", async () => {
  const { length } = history;
  go("/?side=O&level=perfect&seed=3");
  await says(/Your turn: O\.$/);
  assert.equal(history.length, length + 1);
  assert.match(location.search, /side=O.*&moves=\d$/);
});

test("a URL has all settings, and a board instead of moves", async () => {
  await open("/?columns=4&rows=3&in_a_row=3&side=O&starting_side=O&level=hard&misere=true&scores=true&moves=5.6", ".....OX.....");
  await says(/Your turn: O\.$/);
  const checked = ["side", "level"].map((name) => field(name).value);
  checked.push(...["startingSide", "board"].map((name) => one(`[name=${name}]:checked`).value));
  assert.deepEqual([...checked, field("misere").checked, field("showScores").checked], ["O", "hard", "O", "", true, true]);
  await open("/?board=XX./OO./...&side_to_move=X", "XX.OO....");
  await play(2);
  await ends("You beat the computer!");
  assert.match(location.search, /&board=XXX\/OO\.\/\.\.\.&side_to_move=O$/);
  assert.deepEqual(textsOf("#ending button"), ["Play again"]); // and no review
  assert.equal(history.state, null); // the board in the address has the move
});

// Settings

test("who starts is asked only where no side decides it", async () => {
  for (const [search, isHidden] of [["", true], ["side=O", true], ["side=both", false], ["side=none&level=easy", false], ["starting_side=O", false]]) {
    await open(`/?${search}`);
    assert.equal(one("#starts").hidden, isHidden, search);
  }
});

test("another board and misère are played", async () => {
  await open("/?side=both", ".........");
  choose(field("board", ""), true);
  for (const [name, value] of [["columns", "5"], ["rows", "4"], ["inARow", "4"]]) choose(field(name), value);
  await shows(".".repeat(20));
  choose(field("misere"), true);
  for (const verdict of ["X completed a line, so O wins.", "X wins."]) {
    await play(0, 5, 1, 6, 2, 7, 3);
    await ends(verdict);
    choose(field("misere"), false);
    await shows(".".repeat(20));
  }
});

test("a size outside its bounds changes nothing, and another one gets the last chip", async () => {
  await open("/", ".........");
  choose(field("board", ""), true);
  for (const wrong of ["12", ""]) {
    choose(field("columns"), wrong);
    assert.deepEqual([marks(), field("columns").checkValidity()], [".........", false]);
  }
  choose(field("columns"), "9");
  await shows(".".repeat(27));
  assert.equal(textOf(field("board", "").nextSibling), "9x3, 3 in a row");
  choose(field("board", "4 4 4"), true);
  await shows(".".repeat(16));
  assert.deepEqual([textOf(field("board", "").nextSibling), query().get("columns")], ["other", "4"]);
});

test("a line can be as long as the longer side, and no longer", async () => {
  await open("/", ".........");
  choose(field("board", ""), true);
  for (const [columns, rows, longest] of [[5, 3, 5], [3, 7, 7], [3, 3, 3]]) {
    choose(field("inARow"), "3");
    choose(field("columns"), `${columns}`);
    choose(field("rows"), `${rows}`);
    for (const length of [longest, longest + 1]) choose(field("inARow"), `${length}`);
    assert.deepEqual([field("inARow").max, board().settings.inARow], [`${longest}`, longest]);
  }
});

test("the sides decide who moves first, and every level is described", async () => {
  await open("/?level=perfect&seed=1", ".........");
  choose(field("startingSide", "O"), true);
  await says(/Your turn: X\.$/);
  assert.equal(onBoard(".mark.O").length, 1);
  await open("/?seed=1", ".........");
  choose(field("side"), "O");
  await says(/Your turn: O\.$/);
  const { levels } = await ask("/v1/levels");
  for (const { level, description } of levels) {
    choose(field("level"), level);
    assert.ok(textOf(one("#hint-text")).includes(description), level);
    await becomes(() => query().get("level") ?? "medium", level);
  }
});

test("only perfect sets traps, unless a person switches them off", async () => {
  await open("/?seed=1", ".........");
  assert.equal(one("#traps").hidden, true);
  choose(field("level"), "perfect");
  assert.deepEqual([one("#traps").hidden, field("traps").checked], [false, true]);
  choose(field("traps"), false);
  await becomes(() => query().get("traps"), "false");
  choose(field("traps"), true);
  choose(field("side"), "O");
  await says(/Your turn: O\.$/);
  assert.ok(["0", "2", "6", "8"].includes(onBoard(".cell.X")[0].dataset.cell)); // where a reply is hardest
});

// Every URL, also a wrong one, opens a game, and says in words for players that a part was left out.
for (const [search, expected, says = ""] of [
  ["level=foo", {}], ["level=PERFECT", {}], ["side=x", {}], ["side=Z&level=hard", { level: "hard" }],
  ["in_a_row=4", {}], ["in_a_row=99", {}], ["in_a_row=4&columns=5", { columns: 5, inARow: 4 }, null],
  ["columns=12&rows=4", { rows: 4 }], ["columns=-3", {}], ["rows=1e3", {}], ["columns=4.0", {}], ["seed=99999999999999999", {}],
  ["starting_side=Q", {}], ["moves=0.0&side=both", { side: "both" }, "X........"], ["moves=0.9&side=both", { side: "both" }, "X........"], ["moves=a.b", {}], ["moves=-1", {}], ["moves=1..2", {}],
  ["moves=0.3.1.4.2.5", {}, "XXXOO...."], ["moves=4.0&at=7", {}, "O...X...."], ["moves=%00", {}], ["moves[]=4", {}, null],
  ["board=XO./.../...&moves=3", {}, "XO......."], ["board=XO../..../..../....&in_a_row=4", { columns: 4, rows: 4, inARow: 4 }, "XO.............."], ["board=hello", {}], ["board=XO./..", {}], ["board=XO./.../...&side_to_move=Z", {}, "XO......."],
  ["misere=maybe", {}], ["traps=0", {}], ["scores=on", {}], ["review=1&moves=4.0", {}, "O...X...."],
  ["review=true", {}, null], ["columns=&level=&moves=", {}, null], ["nonsense=1&lang=xx", {}, null],
]) {
  test(`a URL with ${search} opens a game that makes sense`, async () => {
    await open(`/?${search}`);
    await becomes(fault, null);
    const { level, side, columns, rows, inARow, startingSide } = board().settings;
    const basic = { level: "medium", side: "X", columns: 3, rows: 3, inARow: 3, startingSide: "X" };
    assert.deepEqual({ level, side, columns, rows, inARow, startingSide }, { ...basic, ...expected });
    await shows(says || ".".repeat(columns * rows));
    assert.doesNotMatch(document.body.textContent, /undefined|NaN|null/);
  });
}

test("a link to a position that no game reaches says so, and a new game is the way on", async () => {
  go("/?board=XXX/.../...");
  await becomes(fault, "The link leads to a position that no game reaches. Start a new game.");
  assert.equal(errors.splice(0).length, 1);
  press("New game");
  await says("Your turn: X.");
  assert.deepEqual([fault(), marks()], [null, "........."]);
});

// Scores, hints and previews

test("each cell has the score of the service, also in its name", async () => {
  await open(FIRST_MOVES, ".O..X....");
  choose(field("showScores"), true);
  await becomes(() => onBoard(".score").length, 7);
  const { moves } = await ask("/v1/analysis?board=.O./.X./...");
  for (const { cell: number, outcome, plies_to_end: plies } of moves) {
    const words = outcome === "draw" ? "draw" : `${outcome} ${plies}`;
    assert.deepEqual([onBoard(`[data-cell='${number}'] .score span:last-child`)[0].textContent, cell(number).dataset.outcome], [words, outcome]);
    assert.match(cell(number).getAttribute("aria-label"), new RegExp(`, ${words}$`));
  }
  assert.equal(one("#legend").hidden, false);
  choose(field("showScores"), false);
  await becomes(() => onBoard(".score").length, 0);
  assert.equal(one("#legend").hidden, true);
  assert.deepEqual(onBoard("[data-cell]").map((each) => each.dataset.outcome).join(""), "");
});

test("a hint has a circle, a name and a reason until the next move", async () => {
  await open(FIRST_MOVES, ".O..X....");
  press("Hint");
  const { move } = await ask("/v1/best-move?board=.O./.X./...&traps=true");
  await becomes(() => textOf(one("#hint-text")), `Take ${messages.places[move.cell]}: it wins, move by move.`);
  assert.equal(onBoard("[part='circle good']").length, 1);
  point(cell(0)); // a preview does not replace it
  assert.match(textOf(one("#hint-text")), /^Take /);
  assert.match(cell(move.cell).getAttribute("aria-label"), new RegExp(`, best move: ${move.text}$`));
  await play(move.cell);
  assert.deepEqual([onBoard(".circle").length, textOf(one("#hint-text"))], [0, ""]);
});

test("the only move that does not lose is the hint", async () => {
  await open("/?side=both&moves=0.4.1", "XX..O....");
  press("Hint");
  await until(() => assert.match(textOf(one("#hint-text")), /^Take the top right corner: it stops X\.$/));
});

test("a hint waits until the game has started", async () => {
  go(FIRST_MOVES);
  press("Hint");
  await until(() => assert.match(textOf(one("#hint-text")), /^Take /));
});

for (const [name, rank] of [["best", 0], ["worst", -1]]) {
  test(`the ${name} move is previewed with best play after it`, async () => {
    await open(`${FIRST_MOVES}&scores=true`, ".O..X....");
    await becomes(() => onBoard(".score").length, 7);
    const { cell: first } = (await ask("/v1/analysis?board=.O./.X./...")).moves.at(rank);
    const cells = [...".O..X...."].with(first, "X").join("");
    const { principal_variation: rest } = await ask(`/v1/analysis?board=${cells}`);
    point(cell(first));
    assert.equal(onBoard(".ghost")[0].textContent, "X1"); // before the response
    const line = [first, ...rest];
    await becomes(() => onBoard(".ghost").length, line.length);
    line.forEach((number, step) => {
      assert.equal(onBoard(`[data-cell='${number}'] .ghost`)[0].textContent, `${"XO"[step % 2]}${step + 1}`);
    });
    point(onBoard(".board")[0], "pointerleave");
    assert.equal(onBoard(".ghost").length, 0);
  });
}

test("only a preview that is not proved says so, until it ends", async () => {
  await open(`${FIRST_MOVES}&scores=true`, ".O..X....");
  await becomes(() => onBoard(".score").length, 7);
  for (const [detail, words] of [
    [{ cell: 2, isProved: false }, "The line shown after c1 is not proved to be best play."], [{ cell: null, isProved: false }, ""],
    [{ cell: 2, isProved: false }, "The line shown after c1 is not proved to be best play."], [{ cell: 0, isProved: true }, ""],
  ]) {
    board().dispatchEvent(new CustomEvent("preview", { detail }));
    assert.equal(textOf(one("#hint-text")), words);
  }
});

test("a preview follows the focus, and ends with the move", async () => {
  await open(`${FIRST_MOVES}&scores=true`, ".O..X....");
  await becomes(() => onBoard(".score").length, 7);
  cell(0).focus();
  assert.equal(onBoard("[data-cell='0'] .ghost")[0].textContent, "X1");
  type("Enter");
  await becomes(() => onBoard(".mark").length, 4);
  assert.equal(onBoard(".ghost").length, 0);
});

test("a long search shows its progress and can be canceled", async (t) => {
  const { fetch } = network;
  let stream, signal;
  t.mock.method(network, "fetch", async (target, options) => {
    if (!String(target).includes("/stream")) return fetch(target, options);
    ({ signal } = options);
    return new Response(new ReadableStream({ start(controller) { stream = controller; } }));
  });
  const send = (progress) => stream.enqueue(new TextEncoder().encode(`event: progress\ndata: ${JSON.stringify(progress)}\n\n`));
  const proved = { nodes: 100_000, max_nodes: 1_000_000, moves: 30, moves_proved: 1 };
  await open("/?columns=6&rows=5&in_a_row=4&side=both");
  choose(field("showScores"), true);
  await says("Scoring every move…");
  send(proved);
  await becomes(() => onBoard(".progress")[0].hidden, false);
  assert.deepEqual([onBoard("progress")[0].value, onBoard(".progress span")[0].textContent], [0.1, "Moves proved: 1 of 30"]);
  send({ ...proved, nodes: 500_000, moves_proved: 7 });
  await becomes(() => [onBoard("progress")[0].value, onBoard(".progress span")[0].textContent], [0.5, "Moves proved: 7 of 30"]);
  onBoard(".progress button")[0].click();
  assert.deepEqual([onBoard(".progress")[0].hidden, fault(), field("showScores").checked], [true, null, false]);
  assert.equal(signal.aborted, true);
});

// A service that is slow, gone or behind a broken proxy

for (const [name, target, words] of [
  ["a move", () => cell(0), /^X took (the top left corner|a1)\. O is thinking…$/],
  ["a hint", () => one("#hint"), "Scoring every move…"],
  ["undo", () => one("#undo"), "Start of the game. Your turn: X."],
  ["another side", () => ({ click: () => choose(field("side"), "O") }), "X is thinking…"],
  ["another board", () => field("board", "4 4 4"), "Your turn: X."],
]) {
  test(`${name} has an immediate effect`, async (t) => {
    await open(FIRST_MOVES, ".O..X....");
    t.mock.method(network, "fetch", () => new Promise(() => {})); // no response
    target().click();
    await new Promise(setImmediate);
    assert.match(status(), words instanceof RegExp ? words : new RegExp(`^${words}$`));
  });
}

for (const [name, respond, words] of [
  ["is gone", async () => { throw new TypeError("Failed to fetch"); }, "does not respond"],
  ["is behind a broken proxy", async () => new Response("<h1>", { status: 502 }), "cannot respond right now (502)"],
]) {
  test(`a service that ${name} is reported, and the game goes on later`, async (t) => {
    await open("/?seed=1", ".........");
    const failing = t.mock.method(network, "fetch", respond);
    choose(field("board", "4 4 4"), true); // needs no service
    await shows(".".repeat(16));
    cell(5).click();
    await becomes(fault, `The service ${words}. Your game is not lost.`);
    assert.deepEqual([marks()[5], onBoard(".fault button")[0].hidden], ["X", false]);
    failing.mock.restore();
    onBoard(".fault button")[0].click();
    await becomes(() => onBoard(".mark").length, 2);
    assert.equal(fault(), null);
  });
}

test("a hint and a review that the service does not send are asked for again", async (t) => {
  const gone = () => t.mock.method(network, "fetch", async () => { throw new TypeError("Failed to fetch"); });
  await open("/?seed=1&moves=4.0", "O...X....");
  let failing = gone();
  press("Hint");
  await until(() => assert.match(textOf(one("#hint-text")), /^There is no hint/));
  await until(() => assert.match(fault(), /^The service does not respond/));
  failing.mock.restore();
  onBoard(".fault button")[0].click();
  await becomes(fault, null);
  press("Hint");
  await until(() => assert.match(textOf(one("#hint-text")), /^Take /));
  assert.equal(status(), "Your turn: X.");
  await open(LOST, "XXO.XO..O");
  failing = gone();
  press("Review");
  await until(() => assert.match(textOf(one("#review [role=alert]")), /^The service does not respond/));
  failing.mock.restore();
  press("Try again");
  await becomes(() => all(".plies li").length, 6);
});

test("the board is busy while a level thinks", async () => {
  await open("/?seed=1", ".........");
  const isBusy = () => onBoard(".board")[0].getAttribute("aria-busy");
  assert.equal(isBusy(), "false");
  cell(4).click();
  assert.equal(isBusy(), "true");
  await settled();
  assert.equal(isBusy(), "false");
});

test("the page follows the side to move until the end", async () => {
  for (const [target, shown, turn] of [["/?side=both&moves=4", "....X....", "O"], ["/?side=both", ".........", "X"], ["/?side=both&moves=4.0.2.1.6", "OOX.X.X..", ""]]) {
    await open(target, shown);
    await becomes(() => board().dataset.turn, turn);
  }
});

test("a trap is told only if a reply falls into it", () => {
  for (const [safe, isTold] of [[2, true], [3, false]]) {
    one("#hint-text").textContent = "";
    board().dispatchEvent(new CustomEvent("move", { detail: { trap: { safe_replies: safe, replies: 3 } } }));
    assert.equal(textOf(one("#hint-text")) !== "", isTold);
  }
});

test("the scores are explained until the game is over", async () => {
  for (const [moves, isHidden] of [["4.0", false], ["4.0.2.1.6", true]]) {
    await open(`/?side=both&scores=true&moves=${moves}`);
    await becomes(() => one("#legend").hidden, isHidden);
  }
});

test("the fields of a size show unless a chip has it, and while it is edited", async () => {
  const isHidden = () => one("form .fields").hidden;
  const bounds = ["columns", "rows", "inARow"].map((name) => field(name).min);
  assert.deepEqual(bounds, ["3", "3", "3"]);
  await open("/?columns=5", ".".repeat(15));
  assert.equal(isHidden(), false);
  await open("/", ".........");
  assert.equal(isHidden(), true);
  choose(field("board", ""), true);
  for (const name of ["columns", "rows", "inARow"]) choose(field(name), "4");
  await shows(".".repeat(16));
  assert.deepEqual([one("[name=board]:checked").value, isHidden()], ["4 4 4", false]);
});

test("the rule is told, except that of tic-tac-toe", async () => {
  for (const [search, words] of [["", /^$/], ["columns=4", /3 in a row/], ["rows=4", /3 in a row/], ["misere=true", /loses/]]) {
    await open(`/?${search}`);
    await until(() => assert.match(textOf(one("#rule")), words));
  }
});

test("a language is kept, and leads to the page in it with the same game", async (t) => {
  await open(FIRST_MOVES, ".O..X....");
  assert.equal(field("language").value, "en");
  const assign = t.mock.method(location, "assign", () => {});
  choose(field("language"), "de");
  assert.match(assign.mock.calls[0].arguments[0], /&moves=4\.1&lang=de$/);
  assert.equal(localStorage.getItem("noughts.language"), '"de"');
  document.documentElement.lang = "es";
  await open("/?seed=1", ".........");
  assert.equal(field("language").value, "es");
  document.documentElement.lang = "en";
  await open("/?seed=1&lang=en", ".........");
  await becomes(() => query().get("lang"), "en");
});

test("the link to skip the header leads to the board, and is no entry of the history", () => {
  const { href } = location;
  one(".skip").focus();
  one(".skip").click();
  assert.deepEqual([document.activeElement, location.href], [board(), href]);
});

test("a button that is of no more use passes the focus to the board", async () => {
  await open("/?columns=4&rows=3&moves=5.0", "O....X......");
  one("#new-game").focus();
  one("#new-game").click();
  await shows("............");
  assert.equal(document.activeElement, board());
  await open("/?side=both&moves=4.0", "O...X....");
  one("#hint").focus();
  press("Undo");
  await shows("....X....");
  one("#undo").focus();
  await open("/?side=both&moves=4", "....X....");
  assert.equal(document.activeElement, one("#undo")); // still of use
  one("#hint").focus();
  press("Undo");
  await shows(".........");
  assert.equal(document.activeElement, one("#hint")); // a button that goes on
});

// The end and the review

test("a review marks each move, leads to its position, and lets a move be tried again", async () => {
  await open(LOST, "XXO.XO..O");
  press("Review");
  await becomes(() => all(".plies li").length, 6);
  const { plies, turning_point: turning } = await ask("/v1/review?moves=4,2,0,8,1,5");
  const listed = [...plies].sort((one, other) => (one.verdict === "best") - (other.verdict === "best")); // mistakes first
  listed.forEach(({ ply, side, cell: number, verdict }, index) => {
    const place = `${"abc"[number % 3]}${Math.floor(number / 3) + 1}`;
    const label = all(".plies button")[index].getAttribute("aria-label");
    assert.ok(label.startsWith(`${ply} ${side} ${place} ${verdict}`), label);
  });
  assert.equal(all(".plies .turning .number").map(textOf).join(), `${turning}`);
  await until(() => assert.match(textOf(one(".detail")), /decided the game.*Best was .*O answers /));
  for (const [name, expected] of [
    ["First position", "........."], ["Forward one move", "....X...."], ["Last position", "XXO.XO..O"], ["Back one move", "XXO.X...O"],
  ]) {
    press(name);
    assert.equal(marks(), expected);
  }
  type("ArrowLeft", one("h1"));
  assert.equal(status(), "Move 4 of 6. O took c3.");
  type("ArrowRight", one("h1"));
  assert.equal(marks(), "XXO.X...O");
  all(".points button")[2].click();
  assert.equal(marks(), "..O.X....");
  type("ArrowRight", all(".points button")[2]);
  assert.equal(marks(), "X.O.X....");
  all(".plies .turning")[0].click();
  press("Try this move again");
  assert.deepEqual([one("#review").hidden, marks()], [true, "X.O.X...O"]);
  await play(5);
  assert.deepEqual([onBoard(".mark").length, one("#ending").hidden], [6, true]);
});

test("steps of a review are not in the history, and have no side to move", async () => {
  await open(LOST, "XXO.XO..O");
  press("Review");
  await becomes(() => all(".plies li").length > 0, true);
  const { length } = history;
  for (const name of ["First position", "Forward one move", "Forward one move", "Last position"]) press(name);
  assert.deepEqual([history.length, board().dataset.turn, query().get("at")], [length, "", "6"]);
});

test("a reload keeps the moves after the position shown", async () => {
  await open(LOST, "XXO.XO..O");
  press("Review");
  await becomes(() => all(".plies li").length, 6);
  press("Back one move");
  assert.deepEqual(history.state, { moves: [4, 2, 0, 8, 1, 5], at: 4, game: null });
  window.dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  await settled();
  assert.deepEqual([marks(), board().game.moves.length], ["X.O.X...O", 6]);
});

test("a former link to a puzzle leads to the page of puzzles", async (t) => {
  await open("/", ".........");
  const replace = t.mock.method(location, "replace", () => {});
  history.pushState(null, "", "/#puzzle=XX./OO./...");
  await import("../../../service/static/play/main.js?again");
  assert.deepEqual(replace.mock.calls.map(({ arguments: [target] }) => target), ["puzzles#puzzle=XX./OO./..."]);
});
