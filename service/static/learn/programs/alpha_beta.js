function alphaBeta(board, side, alpha, beta) {
  if (isOver(board)) return outcome(board, side) * (100 - ply(board));
  if (ply(board) === LIMIT) return evaluation(board, side) * (100 - ply(board));
  let best = -Infinity;
  for (const cell of emptyCells(board)) {
    board[cell] = side;
    const value = -alphaBeta(board, other(side), -beta, -alpha);
    board[cell] = null;
    best = Math.max(best, value);
    alpha = Math.max(alpha, best);
    if (alpha >= beta) break;
  }
  return best;
}
