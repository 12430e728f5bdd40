// Boards and positions in the format of the API: their rules, names and notations.

import { contract } from "./contract.js";

/** @import { Mark, Position } from "./noughts.js" */

// The name of a cell: a letter for its column and a number for its row; a1 is cell 0, top left.
export function nameOf({ columns }, cell) {
  return `${columnName(cell % columns)}${Math.floor(cell / columns) + 1}`;
}

export const columnName = (column) => String.fromCharCode(97 + column);

/** @type {Record<Mark, Mark>} */
export const OTHER = { X: "O", O: "X" };
const DIRECTIONS = [[1, 0], [-1, 1], [0, 1], [1, 1]]; // columns to the right, rows down

export function emptyPosition({ columns, rows, inARow, misere, startingSide }) {
  const cells = Array(columns * rows).fill(null);
  return withCells({ columns, rows, in_a_row: inARow, misere, side_to_move: startingSide }, cells);
}

// The position after a move.
/** @type {(position: Position, cell: number) => Position} */
export function placed(position, cell) {
  const { cells, side_to_move: side } = position;
  const after = cells.map((mark, each) => (each === cell ? side : mark));
  return { ...withCells(position, after), side_to_move: OTHER[side] };
}

// The side to move on a board in string notation if it follows from the starting side; otherwise null, and
// the service chooses the side that makes the position legal.
export function sideToMoveOn(board, startingSide) {
  const [x, o] = ["X", "O"].map((mark) => board.toUpperCase().split(mark).length);
  return startingSide === "O" && x === o ? "O" : null;
}

// The position with these marks, from which its status, its winner and its lines follow.
export function withCells(position, cells) {
  const isOfOne = (line) => cells[line[0]] !== null && line.every((cell) => cells[cell] === cells[line[0]]);
  const lines = linesOf(position).filter(isOfOne);
  const mark = lines.length ? cells[lines[0][0]] : null;
  return {
    ...position,
    cells,
    notation: notationOf(cells, position.columns),
    status: mark ? "won" : cells.includes(null) ? "in_progress" : "drawn",
    winner: mark && position.misere ? OTHER[mark] : mark,
    winning_lines: lines,
  };
}

// All lines of a board, sorted by their cells.
export function linesOf({ columns, rows, in_a_row: length }) {
  const lines = [];
  for (let cell = 0; cell < columns * rows; cell += 1) {
    for (const [right, down] of DIRECTIONS) {
      const column = (cell % columns) + right * (length - 1);
      const row = Math.floor(cell / columns) + down * (length - 1);
      if (column < 0 || column >= columns || row >= rows) continue;
      lines.push(Array.from({ length }, (_, step) => cell + step * (right + down * columns)));
    }
  }
  return lines;
}

// The positions of a game, up to a move that is impossible: its cell is taken, or the game is over.
/** @type {(start: Position, moves: readonly number[]) => Position[]} */
export function played(start, moves) {
  const positions = [start];
  for (const cell of moves) {
    const position = positions.at(-1);
    if (position.status !== "in_progress" || position.cells[cell] !== null) break;
    positions.push(placed(position, cell));
  }
  return positions;
}

// The request fields that describe a position.
/** @param {Pick<Position, "notation" | "side_to_move" | "in_a_row" | "misere">} position */
export function requestFor({ notation, side_to_move, in_a_row, misere }) {
  return { board: notation, side_to_move, in_a_row, misere: misere || null };
}

export const keyOf = (position) => JSON.stringify(requestFor(position));

// The rows of a board, joined with slashes.
export function notationOf(cells, columns) {
  const rows = Array.from({ length: cells.length / columns }, (_, row) =>
    cells.slice(row * columns, (row + 1) * columns).map((mark) => mark ?? ".").join(""));
  return rows.join("/");
}

export function isWithin(value, { minimum, maximum }) {
  return Number.isInteger(value) && value >= minimum && value <= maximum;
}

// The shape of a board in any notation: a string, the cells of a square, or rows; null if it has none.
export function shapeOf(board) {
  const lines = typeof board === "string" && board.includes("/") ? board.split("/") : (board ?? "");
  const isInLines = lines[0]?.length > 1;
  const columns = isInLines ? lines[0].length : Math.sqrt(lines.length);
  const shape = { columns, rows: isInLines ? lines.length : columns };
  const isBoard = ["columns", "rows"].every((name) => isWithin(shape[name], contract.bounds[name]));
  return isBoard ? shape : null;
}

// The bounds of a line's length.
export function inARowOn({ columns, rows }) {
  return { ...contract.bounds.in_a_row, maximum: Math.max(columns, rows) };
}

// The position on a board in string notation, with X to move unless it has more marks; null if it is
// unreadable.
/** @param {{ board: string, in_a_row: number | string, side_to_move?: string, misere?: boolean }} given */
export function positionOf({ board, in_a_row, side_to_move: side, misere = false }) {
  const shape = shapeOf(board);
  const rows = board.toUpperCase().replace(/[-_]/g, ".").split("/");
  const inARow = Number(in_a_row);
  if (!shape || !rows.every((row) => /^[XO.]+$/.test(row) && row.length === rows[0].length)) return null;
  if (!isWithin(inARow, inARowOn(shape))) return null;
  const cells = [...rows.join("")].map((mark) => (mark === "." ? null : mark));
  const count = (mark) => cells.filter((each) => each === mark).length;
  const startingSide = contract.marks.includes(side) ? side : count("X") > count("O") ? "O" : "X";
  return withCells(emptyPosition({ ...shape, inARow, misere, startingSide }), cells);
}
