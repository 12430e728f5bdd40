// Boards and positions in the format of the API: their names and notations.

/** @import { Mark, Position } from "./noughts.js" */

// The name of a cell: a letter for its column and a number for its row; a1 is cell 0, top left.
export function nameOf({ columns }, cell) {
  return `${columnName(cell % columns)}${Math.floor(cell / columns) + 1}`;
}

export function columnName(column) {
  return String.fromCharCode(97 + column);
}

/** @type {Record<Mark, Mark>} */
export const OTHER = { X: "O", O: "X" };

export function emptyPosition({ columns, rows, inARow, misere, startingSide }) {
  return {
    notation: notationOf(Array(columns * rows).fill(null), columns),
    cells: Array(columns * rows).fill(null),
    columns,
    rows,
    in_a_row: inARow,
    misere,
    side_to_move: startingSide,
    status: "in_progress",
    winner: null,
    winning_lines: [],
  };
}

/**
 * The position after a move. Its status is unknown until the service responds: it stays "in_progress".
 * @param {Position} position
 * @param {number} cell
 * @returns {Position}
 */
export function placed(position, cell) {
  const cells = position.cells.with(cell, position.side_to_move);
  return { ...withCells(position, cells), side_to_move: OTHER[position.side_to_move] };
}

// The side to move on a board in string notation if it follows from the starting side; otherwise null, and
// the service chooses the side that makes the position legal.
export function sideToMoveOn(board, startingSide) {
  const [x, o] = ["X", "O"].map((mark) => board.toUpperCase().split(mark).length);
  return startingSide === "O" && x === o ? "O" : null;
}

// The position with other marks.
export function withCells(position, cells) {
  return { ...position, cells, notation: notationOf(cells, position.columns) };
}

/**
 * The positions of a game; only the start if a cell played is not empty.
 * @param {Position} start
 * @param {readonly number[]} moves
 */
export function played(start, moves) {
  const positions = [start];
  for (const cell of moves) {
    if (positions.at(-1).cells[cell] !== null) return [start];
    positions.push(placed(positions.at(-1), cell));
  }
  return positions;
}

/**
 * The request fields that describe a position.
 * @param {Pick<Position, "notation" | "side_to_move" | "in_a_row" | "misere">} position
 */
export function requestFor({ notation, side_to_move, in_a_row, misere }) {
  return { board: notation, side_to_move, in_a_row, misere: misere || null };
}

export function keyOf(position) {
  return JSON.stringify(requestFor(position));
}

function notationOf(cells, columns) {
  const rows = Array.from({ length: cells.length / columns }, (_, row) =>
    cells.slice(row * columns, (row + 1) * columns).map((mark) => mark ?? ".").join(""));
  return rows.join("/");
}
