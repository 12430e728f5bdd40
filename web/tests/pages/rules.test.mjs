// The rules of the pages are those of the service, on boards of all sizes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { STATIC } from "./dom.mjs";

const { emptyPosition, inARowOn, linesOf, OTHER, placed, played, withCells } = await import(new URL("client/board.js", STATIC));
const { contract: { bounds } } = await import(new URL("client/contract.js", STATIC));
const { Noughts } = await import(new URL("client/noughts.js", STATIC));

const noughts = new Noughts({ base: process.env.NOUGHTS_BASE });
const from = ({ minimum, maximum }) => Array.from({ length: maximum - minimum + 1 }, (_, i) => minimum + i);
const AT_ONCE = 500; // positions in a request

let state = 67; // of a generator, so that each run has the same games
const random = (below) => (state = (state * 48271) % 2147483647) % below;

function shuffled(cells) {
  const order = [...cells];
  for (let i = order.length - 1; i > 0; i -= 1) {
    const other = random(i + 1);
    [order[i], order[other]] = [order[other], order[i]];
  }
  return order;
}

// The position in which the side to move has completed a line, and done nothing else.
function completed(line, start) {
  const { cells, side_to_move: side } = start;
  const [last, ...own] = shuffled(line);
  const others = shuffled([...cells.keys()].filter((cell) => !line.includes(cell))).slice(0, own.length);
  const mark = (cell) => (own.includes(cell) ? side : others.includes(cell) ? OTHER[side] : null);
  return placed(withCells(start, cells.map((_, cell) => mark(cell))), last);
}

// Every line, the end of three random games, and of one of them the position before it.
function* positionsOn(columns, rows) {
  for (const inARow of from(inARowOn({ columns, rows }))) {
    for (const misere of [false, true]) {
      const start = emptyPosition({ columns, rows, inARow, misere, startingSide: misere ? "O" : "X" });
      const game = () => played(start, shuffled(start.cells.keys()));
      for (const line of linesOf(start)) yield completed(line, start);
      yield* [game().at(-1), game().at(-1), ...game().slice(-2)];
    }
  }
}

for (const columns of from(bounds.columns)) {
  test(`positions with ${columns} columns have the same status, winner and lines`, async () => {
    const all = from(bounds.rows).flatMap((rows) => [...positionsOn(columns, rows)]);
    assert.deepEqual([...new Set(all.map(({ status }) => status))].sort(), ["drawn", "in_progress", "won"]);
    while (all.length) {
      const some = all.splice(0, AT_ONCE);
      const positions = some.map(({ notation: board, side_to_move, in_a_row, misere }) => ({ board, side_to_move, in_a_row, misere }));
      const { results } = await noughts.analyses({ positions, max_nodes: bounds.max_nodes.minimum });
      assert.deepEqual(some, results.map(({ analysis, problem }) => analysis?.position ?? problem));
    }
  });
}
