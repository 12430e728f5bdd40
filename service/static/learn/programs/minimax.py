def minimax(board, side):
    if is_over(board):
        return outcome(board, MAX) * (100 - ply(board))
    if ply(board) == LIMIT:
        return evaluation(board, MAX) * (100 - ply(board))
    best = -inf if side == MAX else inf
    for cell in empty_cells(board):
        board[cell] = side
        value = minimax(board, other(side))
        board[cell] = None
        best = max(best, value) if side == MAX else min(best, value)
    return best
