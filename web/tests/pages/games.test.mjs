// The counts of all games of tic-tac-toe, against those of the service.

import assert from "node:assert/strict";
import { test } from "node:test";
import { STATIC } from "./modules.mjs";
import { ask } from "./searches.mjs";

const { outcomesOf, pathOf, positionAt } = await import(new URL("play/games.js", STATIC));

const maskOf = (notation, side) => [...notation].reduce((mask, mark, cell) => (mark === side ? mask | (1 << cell) : mask), 0);

for (const [notation, side] of [
  [".........", "X"], ["....X....", "O"], ["X...O....", "X"], ["XO..X...O", "X"], ["XOX.O.X..", "O"], ["XOXXOXOXO", "O"], ["XXX.OO...", "O"],
]) {
  test(`the games from ${notation} are those of the service, by outcome and by ply`, async () => {
    const other = side === "X" ? "O" : "X";
    const [own, theirs] = [maskOf(notation, side), maskOf(notation, other)];
    const isFirst = [...notation].filter((mark) => mark !== ".").length % 2 === 0; // whose turn it is
    const [first, second] = isFirst ? [side, other] : [other, side];
    for (const misere of [false, true]) {
      const tree = await ask(`/v1/game-tree?board=${notation}&side_to_move=${side}&misere=${misere}`);
      const { first: one, second: two, drawn } = outcomesOf(positionAt(own, theirs).ends, misere);
      const wins = { [first]: one, [second]: two };
      assert.deepEqual({ x_wins: wins.X, o_wins: wins.O, draws: drawn }, tree.outcomes);
      assert.equal(positionAt(own, theirs).games, tree.games);
    }
  });
}

for (const [game, number] of [
  ["0.1.2.3.4.5.6", 1], ["1.4.8.0.2.3.5", 42_367], ["4.0.8.2.6.7.1.3.5", 117_457], ["8.7.6.5.4.3.2", 255_168],
]) {
  test(`${game} is game ${number}`, () => {
    const path = pathOf(game.split(".").map(Number));
    assert.deepEqual(path.at(-1), { before: number - 1, games: 1 });
    path.reduce((outer, inner) => { // each position is within the one before
      assert.ok(inner.before >= outer.before && inner.before + inner.games <= outer.before + outer.games);
      return inner;
    });
  });
}

test("moves after the end, and on a taken cell, are no game", () => {
  for (const moves of [[0, 1, 3, 4, 6, 7], [4, 4]]) assert.throws(() => pathOf(moves), RangeError);
});

test("a position is followed by a move to each empty cell, in order", () => {
  assert.deepEqual(positionAt(0b1, 0b10).moves.map(({ cell }) => cell), [2, 3, 4, 5, 6, 7, 8]);
  assert.deepEqual(positionAt(0b11000, 0b111).moves, []); // the game is over
});
