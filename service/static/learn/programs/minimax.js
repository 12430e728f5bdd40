function minimax(board, side) {
  if (isOver(board)) return outcome(board, MAX) * (100 - ply(board));
  if (ply(board) === LIMIT) return evaluation(board, MAX) * (100 - ply(board));
  let best = side === MAX ? -Infinity : Infinity;
  for (const cell of emptyCells(board)) {
    board[cell] = side;
    const value = minimax(board, other(side));
    board[cell] = null;
    best = side === MAX ? Math.max(best, value) : Math.min(best, value);
  }
  return best;
}
