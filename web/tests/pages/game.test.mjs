// A game on the board and its URL: whose turn it is, undo and redo, and what the service is asked.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, STATIC } from "./dom.mjs";

openPage();
const CLIENT = new URL("client/", STATIC);
const { Game, paced } = await import(new URL("game.js", CLIENT));
const { placed, positionOf } = await import(new URL("board.js", CLIENT));
const { settingsByDefault } = await import(new URL("settings.js", CLIENT));
const { readGame, readPuzzle, toSearch, writeGame, writePuzzle } = await import(new URL("shared/query.js", STATIC));

// A service whose level always plays the first empty cell.
function service() {
  const asked = [];
  const positionIn = (request) => positionOf({ ...request, in_a_row: request.in_a_row ?? 3 });
  const client = {
    asked,
    async analysis(request) {
      asked.push(["analysis", request]);
      return { position: positionIn(request) };
    },
    async bestMove(request) {
      asked.push(["bestMove", request]);
      const position = positionIn(request);
      const cell = position.cells.indexOf(null);
      return { move: { cell, trap: null }, position: placed(position, cell) };
    },
    async review({ moves }) {
      asked.push(["review", moves]);
      return { position: moves.reduce(placed, positionOf({ board: ".../.../...", in_a_row: 3 })) };
    },
  };
  return client;
}

async function started({ moves, ...settings } = {}) {
  const client = service();
  const game = new Game(client);
  const told = [];
  for (const name of ["move", "gameover", "error"]) {
    game.addEventListener(name, ({ detail }) => told.push(detail.by ? `${detail.side}${detail.cell} ${detail.by}` : name));
  }
  await game.start({ seed: 1, ...settings }, { moves });
  return { game, client, told };
}

const marks = ({ position }) => position.notation;

test("the level replies to the person, and each move is told", async () => {
  const { game, told } = await started();
  await game.play(4);
  assert.equal(marks(game), "O../.X./...");
  assert.deepEqual(told, ["X4 person", "O0 level"]);
  assert.equal(game.isPersonsTurn, true);
});

test("a taken cell, a move out of turn and one after the end change nothing", async () => {
  const { game } = await started();
  await game.play(4);
  await game.play(0);
  assert.equal(marks(game), "O../.X./...");
  const pending = game.play(3);
  await game.play(7);
  await pending;
  await game.play(5);
  assert.equal(marks(game), "OO./XXX/...");
  assert.deepEqual([game.isOver, game.isPersonsTurn], [true, false]);
  await game.play(8);
  assert.equal(marks(game), "OO./XXX/...");
});

test("the end is told once, also if the person makes the last move", async () => {
  for (const moves of [[4, 3, 5], [8, 7, 4]]) {
    const { game, told } = await started();
    for (const cell of moves) await game.play(cell);
    assert.equal(told.filter((each) => each === "gameover").length, 1, `${moves}`);
  }
});

test("undo skips the replies to the start, and works at the end of a game", async () => {
  const { game } = await started();
  assert.equal(game.canUndo, false);
  for (const cell of [8, 7, 4]) await game.play(cell);
  assert.deepEqual([game.isOver, game.canUndo, game.canRedo], [true, true, false]);
  game.undo();
  assert.deepEqual([game.at, marks(game), game.canRedo], [4, "OO./.../.XX", true]);
  game.undo();
  game.undo();
  assert.deepEqual([game.at, game.canUndo], [0, false]);
  for (const ply of [2, 4, 6, 6]) {
    game.redo();
    assert.equal(game.at, ply);
  }
});

test("two people undo a move each, and a move after undo replaces what followed", async () => {
  const { game } = await started({ side: "both" });
  for (const cell of [4, 0, 8]) await game.play(cell);
  game.undo();
  assert.equal(game.at, 2);
  game.undo();
  assert.equal(game.at, 1);
  await game.play(2);
  assert.deepEqual([game.moves, game.canRedo, game.lastCell], [[4, 2], false, 2]);
});

test("a level begins if it is to move, and plays itself to the end", async () => {
  const second = await started({ side: "O" });
  assert.equal(marks(second.game), "X../.../...");
  const none = await started({ side: "none" });
  assert.deepEqual([none.game.moves.length, none.game.isOver], [7, true]);
});

test("only perfect gets the budget and sets traps; a weaker level gets the fewest nodes", async () => {
  for (const [settings, expected] of [
    [{ level: "perfect", traps: true, maxNodes: 5000 }, { traps: true, max_nodes: 5000 }],
    [{ level: "perfect", traps: false, maxNodes: null }, { traps: null, max_nodes: null }],
    [{ level: "hard", traps: true, maxNodes: 5000 }, { traps: undefined, max_nodes: 1000 }],
  ]) {
    const { game, client } = await started(settings);
    await game.play(4);
    const [, { level, seed, traps, max_nodes }] = client.asked.at(-1);
    assert.deepEqual({ traps, max_nodes, level, seed }, { ...expected, level: settings.level, seed: 1 });
  }
});

test("moves of a link are shown at once, unless a cell is taken, which the service explains", async () => {
  const { game, client } = await started({ moves: [4, 0] });
  assert.deepEqual([game.moves, game.at, marks(game)], [[4, 0], 2, "O../.X./..."]);
  assert.deepEqual(client.asked, []);
  const invalid = new Game({ ...service(), review: async () => { throw new Error("illegal"); } });
  await invalid.start({ seed: 1 }, { moves: [4, 4] });
  assert.deepEqual([invalid.moves, invalid.fault.error.message], [[], "illegal"]);
});

test("only a game that was played here has ended, and nobody is to move on a board to view", async () => {
  const { game } = await started({ side: "both" });
  for (const cell of [4, 0, 3, 1, 5]) await game.play(cell);
  for (const [settings, isSo] of [[{}, true], [{ controlled: true }, false], [{ viewOnly: true }, false]]) {
    Object.assign(game.settings, { controlled: false, viewOnly: false, ...settings });
    assert.equal(game.hasEnded, isSo, JSON.stringify(settings));
  }
  await game.start({ seed: 1 }, { position: { ...game.position } });
  assert.deepEqual([game.isOver, game.hasEnded], [true, false]);
  const viewed = await started({ viewOnly: true });
  assert.equal(viewed.game.isPersonsTurn, false);
});

test("two people redo a move each, and the next move is no step", async () => {
  const { game } = await started({ side: "both" });
  for (const cell of [4, 0, 8]) await game.play(cell);
  game.goTo(1);
  assert.deepEqual([game.last, game.wentTo], [null, true]);
  game.redo();
  assert.equal(game.at, 2);
  await game.play(7);
  assert.deepEqual([game.wentTo, game.last.cell, game.moves], [false, 7, [4, 0, 7]]);
});

test("against a level, one move is made at a time, and an analysis does not interrupt it", async () => {
  const { game, client } = await started();
  const moves = [game.play(4), game.play(0)];
  assert.equal(await game.analyse(), null);
  await Promise.all(moves);
  assert.deepEqual([game.moves, client.asked.length, game.fault], [[4, 0], 1, null]);
});

test("at an earlier position the service makes no move, and the end is not told", async () => {
  const { game, client, told } = await started();
  const moves = [4, 0, 3, 1, 5];
  await game.start({ seed: 1 }, { moves, at: 1 });
  game.change({ level: "hard" });
  await new Promise(setImmediate);
  assert.deepEqual([game.at, told, client.asked], [1, [], []]);
  await game.start({ seed: 1 }, { moves, at: 9 });
  assert.deepEqual([game.at, told], [5, ["gameover"]]);
});

test("what is told of a move has its trap, and of a level that a page asked to move, who made it", async () => {
  const { game, client } = await started({ side: "both" });
  const { bestMove } = client;
  const trap = { replies: 3, safe_replies: 1 };
  client.bestMove = async (request) => {
    const answer = await bestMove(request);
    return { ...answer, move: { ...answer.move, trap } };
  };
  const told = [];
  for (const name of ["move", "gameover"]) game.addEventListener(name, ({ detail }) => told.push(detail));
  await game.playLevel("easy");
  assert.deepEqual([told[0].by, told[0].cell], ["level", 0]);
  game.change({ side: "O" });
  await game.settled();
  await game.play(5);
  assert.deepEqual(told.at(-1).trap, trap);
  assert.deepEqual(told.slice(-2).map(({ cell, position }) => [cell, position.notation]), [[5, "X../..O/..."], [1, "XX./..O/..."]]);
  game.place(2, { ...game.position, status: "drawn" });
  assert.deepEqual([told.at(-1).status, told.at(-1).position], ["drawn", game.position]);
});

test("the hint is the best move with the hardest trap, and never a worse one", async () => {
  const { game, client } = await started();
  client.analyze = async (_, options) => assert.ok(options.signal instanceof AbortSignal) ?? ({ moves: [{ cell: 2, rank: 1 }, { cell: 6, rank: 1 }, { cell: 1, rank: 3 }] });
  for (const [cell, hinted] of [[6, 6], [1, 2]]) {
    const asked = [];
    client.bestMove = async (...request) => {
      asked.push(request);
      return { move: { cell, trap: null } };
    };
    const move = await game.hint();
    const [[{ level, traps }, { signal }]] = asked;
    assert.deepEqual([move.cell, level, traps, signal instanceof AbortSignal], [hinted, "perfect", true, true]);
  }
});

test("a small board is answered at once, a large one with progress, and both can be aborted", async () => {
  for (const [columns, hasProgress] of [[3, false], [4, true]]) {
    const { game, client } = await started({ columns, level: "perfect" });
    let options;
    client.bestMove = async (_, given) => new Promise(() => { options = given; });
    game.fail(new Error("gone"));
    game.play(4);
    assert.equal(game.fault, null);
    await new Promise(setImmediate);
    assert.deepEqual([options.signal instanceof AbortSignal, typeof options.onProgress === "function", game.task], [true, hasProgress, "reply"]);
    game.cancel();
    assert.deepEqual([options.signal.aborted, game.task], [true, null]);
  }
});

test("a reply takes a moment only at a person's pace, and not if motion is reduced", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  for (const [isPaced, isReduced, isLate] of [[true, false, true], [true, true, false], [false, false, false]]) {
    globalThis.matchMedia = () => ({ matches: isReduced });
    let answer = null;
    paced(Promise.resolve(7), isPaced).then((found) => { answer = found; });
    await new Promise(setImmediate);
    assert.equal(answer, isLate ? null : 7);
    t.mock.timers.tick(400);
    await new Promise(setImmediate);
    assert.equal(answer, 7);
  }
  delete globalThis.matchMedia;
});

test("a preview is asked for quietly, within its budget, and kept if it is proved", async () => {
  const { client } = await started();
  const asked = [];
  const quiet = { analysis: async (request) => asked.push(request.max_nodes) && { principal_variation: [0], solved: asked.length > 1 } };
  const game = new Game(client, quiet);
  await game.start({ seed: 1 });
  for (const isProved of [false, true, true]) assert.deepEqual(await game.variation(4), { variation: [4, 0], isProved });
  assert.deepEqual(asked, [20_000, 20_000]);
});

test("a reply that arrives after undo changes nothing", async () => {
  const client = service();
  let reply;
  client.bestMove = () => new Promise((resolve) => { reply = resolve; });
  const game = new Game(client);
  await game.start({ seed: 1 });
  const pending = game.play(4);
  await new Promise(setImmediate);
  game.undo();
  reply({ move: { cell: 0, trap: null }, position: game.positions[1] });
  await pending;
  assert.deepEqual([marks(game), game.moves, game.isReplying], [".../.../...", [4], false]);
});

test("a request that fails can be repeated, and the move is not lost", async () => {
  const client = service();
  const { bestMove } = client;
  client.bestMove = async () => { throw new Error("gone"); };
  const game = new Game(client);
  await game.start({ seed: 1 });
  await game.play(4);
  assert.deepEqual([marks(game), game.fault.error.message, game.task], [".../.X./...", "gone", null]);
  client.bestMove = bestMove;
  await game.retry();
  assert.deepEqual([marks(game), game.fault], ["O../.X./...", null]);
});

test("a long reply shows its latest progress after 300 milliseconds", async (t) => {
  const client = service();
  let report, reply;
  client.bestMove = (_, { onProgress }) => {
    report = onProgress;
    return new Promise((resolve) => { reply = resolve; });
  };
  const game = new Game(client);
  await game.start({ seed: 1, columns: 4, rows: 4, level: "perfect" });
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const pending = game.play(5);
  await new Promise(setImmediate);
  report({ nodes: 1, max_nodes: 10 });
  t.mock.timers.tick(299);
  assert.equal(game.progress, null);
  t.mock.timers.tick(1);
  assert.deepEqual(game.progress, { nodes: 1, max_nodes: 10 });
  report({ nodes: 5, max_nodes: 10 });
  assert.equal(game.progress.nodes, 5);
  reply({ move: { cell: 0, trap: null }, position: placed(game.position, 0) });
  await pending;
  assert.deepEqual([game.progress, game.moves], [null, [5, 0]]);
});

// URLs

function linked(search) {
  const { settings: { showScores, ...given }, from } = readGame(search);
  const settings = { ...settingsByDefault, seed: 1 }; // as a game that has started
  for (const [name, value] of Object.entries(given)) settings[name] = value ?? settings[name];
  const game = { settings, moves: from.moves, at: from.moves.length, fromEmptyBoard: !from.board, position: null };
  return { game, hasAttribute: (name) => name === "show-scores" && showScores };
}

test("a URL with every setting is read and written unchanged", () => {
  assert.equal(writeGame(linked("?columns=3&rows=3&in_a_row=3&side=X&starting_side=X&level=medium"), { lang: "" }), "/");
  for (const query of [
    "?columns=5&rows=4&in_a_row=4&misere=true&side=both&starting_side=O&level=hard&seed=7&traps=false&scores=true&moves=4.1.0",
  ]) assert.equal(writeGame(linked(query), { lang: "" }), query);
  assert.match(writeGame(linked("?columns=3"), { lang: "de" }), /[?]lang=de$/);
});

test("only the moves before the position shown are in the URL, and a board instead of moves", () => {
  const board = linked("?moves=4.1.0");
  board.game.at = 2;
  assert.match(writeGame(board, { lang: "" }), /&moves=4\.1$/);
  board.game.at = 0;
  assert.doesNotMatch(writeGame(board, { lang: "" }), /moves/);
  Object.assign(board.game, { fromEmptyBoard: false, position: { notation: "XO./.../...", side_to_move: "X" } });
  assert.match(writeGame(board, { lang: "" }), /&board=XO\.\/\.\.\.\/\.\.\.&side_to_move=X$/);
});

test("what is not a number, a word or a list of cells is not read", () => {
  const { settings, from } = readGame("?columns=-3&rows=1e3&seed=12345678901234567&side=X!&level=&moves=1.x");
  for (const name of ["columns", "rows", "seed", "side", "level"]) assert.equal(settings[name], null, name);
  assert.deepEqual([settings.misere, settings.showScores], [false, false]);
  assert.deepEqual(from.moves, []);
  assert.equal(readGame("?seed=9007199254740991").settings.seed, 9007199254740991); // the largest
  assert.deepEqual(["?traps=false", ""].map((search) => readGame(search).settings.traps), [false, true]);
});

test("a puzzle's link has the board, the side and the line, and an unreadable one is no puzzle", () => {
  const position = readPuzzle("#puzzle=.O./XO./.X.&side_to_move=O&in_a_row=3");
  assert.deepEqual([position.notation, position.side_to_move], [".O./XO./.X.", "O"]);
  assert.equal(writePuzzle(position), "#puzzle=.O./XO./.X.&side_to_move=O&in_a_row=3");
  assert.equal(readPuzzle("#other"), null);
  assert.equal(readPuzzle("#puzzle=hello").notation, ".../.../...");
  for (const board of ["XO", "XO./..", "XO./.Z./...", "../../.."]) assert.equal(positionOf({ board, in_a_row: 3 }), null, board);
  const sides = { "X../.../...": "O", "O../.../...": "X", "xo./.../...": "X" };
  for (const [board, side] of Object.entries(sides)) assert.equal(positionOf({ board, in_a_row: 3 }).side_to_move, side);
});

test("the link to the search names misère only if it applies", () => {
  const position = { notation: "X../.../...", side_to_move: "O", in_a_row: 3, misere: false };
  assert.equal(toSearch(position), "learn?board=X../.../...&side_to_move=O&in_a_row=3");
  assert.match(toSearch({ ...position, misere: true }), /&misere=true$/);
});
