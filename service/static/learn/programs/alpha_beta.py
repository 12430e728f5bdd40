def alpha_beta(board, side, alpha, beta):
    if is_over(board):
        return outcome(board, side) * (100 - ply(board))
    if ply(board) == LIMIT:
        return evaluation(board, side) * (100 - ply(board))
    best = -inf
    for cell in empty_cells(board):
        board[cell] = side
        value = -alpha_beta(board, other(side), -beta, -alpha)
        board[cell] = None
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
