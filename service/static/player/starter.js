// The player to start from. It lacks a rule on purpose: the exam finds the game that it loses.

export const STARTER = `// A rule-based player: it takes the first rule that fits a cell,
// and the first such cell.
//
// board: the cells, row by row: "X", "O" or null
// side: "X" or "O", the side to move
// The board is also described by columns, rows, inARow, misere and
// lines, a list such as [[0, 1, 2], [3, 4, 5], ...].

function move(board, side) {
  const other = side === "X" ? "O" : "X";
  const empty = [...board.keys()].filter((cell) => board[cell] === null);
  const center = (board.length - 1) / 2;
  const corners = [0, columns - 1, board.length - columns, board.length - 1];

  const rules = [
    (cell) => count(board, side, cell, inARow - 1) > 0, // win
    (cell) => count(board, other, cell, inARow - 1) > 0, // block
    (cell) => count(board, side, cell, inARow - 2) > 1, // fork: two threats
    (cell) => cell === center,
    (cell) => corners.includes(cell),
    () => true, // any cell
  ];
  for (const rule of rules) {
    const cell = empty.find(rule);
    if (cell !== undefined) return cell;
  }
}

// The lines through a cell with this many marks of a side and no others.
function count(board, side, cell, marks) {
  return lines.filter((line) => {
    const filled = line.map((each) => board[each]).filter(Boolean);
    return line.includes(cell) && filled.length === marks
      && filled.every((mark) => mark === side);
  }).length;
}
`;
