"""Ways to score every move of a 3x3 position: Noughts, textbook minimax and easyAI."""

from collections.abc import Callable
from importlib import import_module

from service.engine.board.notation import marks
from service.engine.board.position import Mark, Position
from service.engine.budget import DEFAULT_NODES
from service.engine.search.analyze import analyze

Points = dict[int, int]  # cell -> score of the move there, as in the API
Contestant = Callable[[Position], Callable[[], Points]]  # converts a position; returns what to time

EMPTY = " "
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
DEPTH = 9  # plies that easyAI may look ahead: all of a game
NUMBER_OF = {None: 0, Mark.X: 1, Mark.O: 2}  # marks as easyAI writes them


def noughts(position: Position) -> Callable[[], Points]:
    """A new search of Noughts, even if the service has the scores in its cache."""

    def score_moves() -> Points:
        moves = analyze(position, DEFAULT_NODES, None).moves
        return {move.cell: move.score.points for move in moves if move.score.points is not None}

    return score_moves


def minimax(position: Position) -> Callable[[], Points]:
    """Minimax without pruning or a cache."""
    board = [str(mark or EMPTY) for mark in marks(position)]
    side = str(position.side_to_move)
    sign = 1 if side == "X" else -1

    def score_moves() -> Points:
        points = {}
        for cell in range(9):
            if board[cell] == EMPTY:
                board[cell] = side
                points[cell] = sign * _minimax(board, "O" if side == "X" else "X", 1)
                board[cell] = EMPTY
        return points

    return score_moves


def _minimax(board: list[str], side: str, ply: int) -> int:
    """The value of a board for X."""
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != EMPTY:
            return 100 - ply if board[a] == "X" else ply - 100
    other = "O" if side == "X" else "X"
    values = []
    for cell in range(9):
        if board[cell] == EMPTY:
            board[cell] = side
            values.append(_minimax(board, other, ply + 1))
            board[cell] = EMPTY
    return (max if side == "X" else min)(values, default=0)


def easyai() -> Contestant:
    """The Negamax of easyAI on easyAI's tic-tac-toe; raises ImportError if it is not installed.

    The rules are easyAI's example as shipped. The example has no transposition table; its key is
    added as in easyAI's documentation (How To Make The AI Faster).
    """
    library = import_module("easyAI")
    game_type = import_module("easyAI.games.TicTacToe").TicTacToe
    game_type.ttentry = lambda game: tuple(game.board)

    def prepare(position: Position) -> Callable[[], Points]:
        game = game_type([library.Human_Player(), library.Human_Player()])
        game.board = [NUMBER_OF[mark] for mark in marks(position)]
        game.current_player = NUMBER_OF[position.side_to_move]

        def score_moves() -> Points:
            search = library.Negamax(DEPTH, tt=library.TranspositionTable())
            points = {}
            for move in game.possible_moves():
                game.make_move(move)
                game.switch_player()
                if game.is_over():
                    value = -game.scoring() * (1 + 0.001 * DEPTH)
                else:
                    search(game)
                    value = -search.alpha
                points[move - 1] = _points(value)
                game.switch_player()
                game.unmake_move(move)
            return points

        return score_moves

    return prepare


def _points(value: float) -> int:
    """The score for easyAI's value: 100 for a win, and 0.1 for each unused ply of DEPTH."""
    plies_to_end = 1 + DEPTH - round((abs(value) - 100) * 10)
    return round(value / 100) * (100 - plies_to_end)
