// The game, for a search whose settings (BOARD, MAX, IN_A_ROW, MISERE, ORDER) precede it.
const rows = BOARD.split("/");
const width = rows[0].length;
const board = [...rows.join("")].map((mark) => (mark === "." ? null : mark));
const emptyIn = (board) => board.filter((mark) => !mark).length;
const start = emptyIn(board); // empty cells at the root
const cache = new Map();
let nodes = 0;

const other = (side) => (side === "X" ? "O" : "X");
const emptyCells = (board) => ORDER.filter((cell) => !board[cell]);
const ply = (board) => start - emptyIn(board); // moves since the root

// The cells of a line from here, or none if it leaves the board.
function line(cell, [down, right]) {
  const row = Math.floor(cell / width);
  const lastRow = row + down * (IN_A_ROW - 1);
  const lastColumn = (cell % width) + right * (IN_A_ROW - 1);
  if (lastRow >= rows.length || lastColumn < 0 || lastColumn >= width) return [];
  return Array.from({ length: IN_A_ROW }, (_, i) => cell + i * (down * width + right));
}
const directions = [[0, 1], [1, 0], [1, 1], [1, -1]];
const lines = board
  .flatMap((_, cell) => directions.map((direction) => line(cell, direction)))
  .filter((cells) => cells.length);

// The side that has won, or null; in misère, completing a line loses.
function winner(board) {
  for (const cells of lines) {
    const side = board[cells[0]];
    if (side && cells.every((cell) => board[cell] === side)) return MISERE ? other(side) : side;
  }
  return null;
}

function isOver(board) {
  nodes += 1; // a search checks each node once
  return winner(board) !== null || emptyIn(board) === 0;
}

// 1 for a win, 0 for a draw, -1 for a loss.
function outcome(board, side) {
  const won = winner(board);
  return won === null ? 0 : won === side ? 1 : -1;
}

// The sum of the lines still open to a side: each mark doubles a line's weight.
function potential(board, side) {
  const open = lines.filter((cells) => cells.every((cell) => board[cell] !== other(side)));
  const weights = open.map((cells) => 2 ** cells.filter((cell) => board[cell] === side).length);
  return weights.reduce((sum, weight) => sum + weight, 0);
}

// An estimate between a loss and a win.
function evaluation(board, side) {
  const [own, others] = [potential(board, side), potential(board, other(side))];
  if (own === others) return 0;
  const share = Math.floor((99 * Math.abs(own - others)) / (own + others)) / 100;
  return (own > others) !== MISERE ? share : -share;
}
