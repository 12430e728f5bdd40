function negamax(board, side) {
  if (isOver(board)) return outcome(board, side) * (100 - ply(board));
  if (ply(board) === LIMIT) return evaluation(board, side) * (100 - ply(board));
  let best = -Infinity;
  for (const cell of emptyCells(board)) {
    board[cell] = side;
    const value = -negamax(board, other(side));
    board[cell] = null;
    best = Math.max(best, value);
  }
  return best;
}
