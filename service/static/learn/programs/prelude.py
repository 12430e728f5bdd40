# The game, for a search whose settings (BOARD, MAX, IN_A_ROW, MISERE, ORDER) precede it.
from math import inf

rows = BOARD.split("/")
width = len(rows[0])
board = [None if mark == "." else mark for row in rows for mark in row]
start = board.count(None)  # The number of empty cells at the root.
cache = {}
nodes = 0


def other(side):
    return "O" if side == "X" else "X"


def empty_cells(board):
    return [cell for cell in ORDER if board[cell] is None]


def ply(board):
    """Return the number of moves since the root."""
    return start - board.count(None)


def line(row, column, down, right):
    """Return the cells of the line from a cell in a direction, or none if it leaves the board."""
    last_row = row + down * (IN_A_ROW - 1)
    last_column = column + right * (IN_A_ROW - 1)
    if last_row >= len(rows) or not 0 <= last_column < width:
        return []
    return [(row + i * down) * width + column + i * right for i in range(IN_A_ROW)]


directions = [(0, 1), (1, 0), (1, 1), (1, -1)]
everywhere = [line(*divmod(cell, width), *way) for cell in range(len(board)) for way in directions]
lines = [cells for cells in everywhere if cells]


def winner(board):
    """Return the side that has won, or None; in misère, completing a line loses."""
    for cells in lines:
        side = board[cells[0]]
        if side and all(board[cell] == side for cell in cells):
            return other(side) if MISERE else side
    return None


def is_over(board):
    global nodes
    nodes += 1  # A search calls this function once for each node.
    return winner(board) is not None or None not in board


def outcome(board, side):
    """Return 1 if the side has won, 0 for a draw, and -1 if it has lost."""
    won = winner(board)
    return 0 if won is None else 1 if won == side else -1


def potential(board, side):
    """Return the total weight of the lines open to a side; each mark doubles a line's weight."""
    marks = [[board[cell] for cell in cells] for cells in lines]
    return sum(2 ** line.count(side) for line in marks if other(side) not in line)


def evaluation(board, side):
    """Return an estimate between -0.99 and 0.99, where -1 is a loss and 1 is a win."""
    own, others = potential(board, side), potential(board, other(side))
    if own == others:
        return 0
    share = 99 * abs(own - others) // (own + others) / 100
    return share if (own > others) != MISERE else -share
