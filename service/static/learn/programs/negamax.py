def negamax(board, side):
    if is_over(board):
        return outcome(board, side) * (100 - ply(board))
    if ply(board) == LIMIT:
        return evaluation(board, side) * (100 - ply(board))
    best = -inf
    for cell in empty_cells(board):
        board[cell] = side
        value = -negamax(board, other(side))
        board[cell] = None
        best = max(best, value)
    return best
