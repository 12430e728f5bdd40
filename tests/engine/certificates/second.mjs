// A second checker of certificates, written from docs/certificates.md alone. It reads a JSON list of
// texts, and writes a list of the statements that they prove, with null for a text that proves none.

import { readFileSync } from "node:fs";

const HEADER = /^Noughts certificate: (\d+)x(\d+), (\d+) in a row, (X wins|draw), (\d+) lines$/;
const CELL = /^\d+$/;
const NEW_PAIR = 256; // The code of the first letter for new pairs; those in files are ASCII.

class Refused extends Error {}
function demand(condition) {
  if (!condition) throw new Refused();
}

function newGame(columns, rows, length) {
  const lines = [];
  for (let cell = 0; cell < columns * rows; cell++) {
    for (const [right, down] of [[1, 0], [0, 1], [1, 1], [-1, 1]]) {
      const column = (cell % columns) + right * (length - 1);
      const row = Math.floor(cell / columns) + down * (length - 1);
      if (column < 0 || column >= columns || row >= rows) continue;
      lines.push(Array.from({ length }, (_, i) => cell + i * (right + down * columns)));
    }
  }
  return { lines, images: symmetries(columns, rows) };
}

function symmetries(columns, rows) {
  const numbered = (row) => Array.from({ length: columns }, (_, column) => row * columns + column);
  let grids = [Array.from({ length: rows }, (_, row) => numbered(row))];
  grids = grids.flatMap((grid) => [grid, grid.toReversed()]);
  grids = grids.flatMap((grid) => [grid, grid.map((row) => row.toReversed())]);
  const turned = (grid) => grid[0].map((_, column) => grid.map((row) => row[column]));
  if (columns === rows) grids = grids.flatMap((grid) => [grid, turned(grid)]);
  return grids.map((grid) => grid.flat());
}

// The same text for all images of a board and all exchanges of its letters.
function keyOf(game, board) {
  const keys = game.images.map((image) => {
    const mapped = image.map((cell) => board[cell]).join("");
    const letters = [...new Set(mapped.replace(/[XO.]/g, ""))];
    return mapped.replace(/[^XO.]/g, (letter) => letterOf(letters.indexOf(letter)));
  });
  return keys.sort()[0];
}

const letterOf = (pair) => String.fromCharCode(NEW_PAIR + pair);
const play = (board, cell, mark) => board.slice(0, cell) + mark + board.slice(cell + 1);

function completing(game, board, side) {
  const lacking = game.lines.map((line) => line.filter((cell) => board[cell] !== side));
  const cells = lacking.flatMap((each) => (each.length === 1 ? each : []));
  return [...new Set(cells)].filter((cell) => board[cell] === ".");
}

// The replies that matter to a side that has just moved.
function replies(game, board, side) {
  const cells = completing(game, board, side);
  if (cells.length) return cells.length > 1 ? [] : cells;
  return [...board].flatMap((mark, cell) => (mark === "." ? [cell] : []));
}

function winsByThreats(game, board, threats) {
  for (const threat of threats) {
    if (board[threat] !== ".") return false;
    if (completing(game, board, "O").some((cell) => cell !== threat)) return false;
    board = play(board, threat, "X");
    const cells = completing(game, board, "X");
    if (cells.length !== 1) return cells.length > 1;
    board = play(board, cells[0], "O");
  }
  return false;
}

function reachedIfXWins(game, board, move, items) {
  demand(/^[XO.]*$/.test(board) && items.every((item) => CELL.test(item)));
  const after = playMove(board, move, "X");
  demand(!completing(game, after, "O").length && after.includes("."));
  const boards = replies(game, after, "X").map((reply) => play(after, reply, "O"));
  return boards.filter((each) => !winsByThreats(game, each, items.map(Number)));
}

function reachedIfDraw(game, board, move, items) {
  demand((move === "-") === /^[.]*$/.test(board));
  let after = move === "-" ? board : playMove(board, move, "O");
  for (const [number, cells] of items.map((item) => item.split("-")).entries()) {
    demand(cells.length === 2);
    for (const cell of cells) after = playMove(after, cell, letterOf(number));
  }
  const sets = smallestSets(game, after);
  demand(sets.every((set) => set.length > 1));
  const weightAfter = (reply) =>
    sets.reduce((sum, set) => sum + 2 ** (Number(set.includes(reply)) - set.length), 0);
  const harmful = replies(game, after, "O").filter((reply) => weightAfter(reply) >= 1);
  return harmful.map((reply) => play(after, reply, "X"));
}

// The empty cells of each open line, without sets that contain another.
function smallestSets(game, board) {
  const sets = new Map();
  for (const line of game.lines) {
    const letters = line.map((cell) => board[cell]).filter((mark) => !"X.".includes(mark));
    if (letters.includes("O") || new Set(letters).size < letters.length) continue;
    const set = line.filter((cell) => board[cell] === ".");
    sets.set(String(set), set);
  }
  const all = [...sets.values()];
  const isWithin = (other, set) => other !== set && other.every((cell) => set.includes(cell));
  return all.filter((set) => !all.some((other) => isWithin(other, set)));
}

function playMove(board, text, mark) {
  demand(CELL.test(text) && board[Number(text)] === ".");
  return play(board, Number(text), mark);
}

function statementOf(text) {
  const [header, ...lines] = text.split("\n");
  const found = HEADER.exec(header);
  demand(found && lines.pop() === "" && lines.length === Number(found[5]));
  const [columns, rows, length] = found.slice(1, 4).map(Number);
  const game = newGame(columns, rows, length);
  const strategy = new Map();
  for (const [drawn, move, ...items] of lines.map((line) => line.split(" "))) {
    const row = `[A-Za-z.]{${columns}}`;
    demand(move && new RegExp(`^${row}(/${row}){${rows - 1}}$`).test(drawn));
    const board = drawn.replaceAll("/", "");
    strategy.set(keyOf(game, board), [board, move, items]);
  }
  const reachedBy = found[4] === "draw" ? reachedIfDraw : reachedIfXWins;
  const reached = new Set([keyOf(game, ".".repeat(columns * rows))]);
  for (const key of reached) {
    demand(strategy.has(key));
    for (const board of reachedBy(game, ...strategy.get(key))) reached.add(keyOf(game, board));
  }
  demand(reached.size === lines.length); // None is missing, repeated or unused.
  return `${columns}x${rows}, ${length} in a row: ${found[4]}.`;
}

function verdictOn(text) {
  try {
    return statementOf(text);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(verdictOn)));
