"""A peer: easyAI's Negamax with its transposition table, on easyAI's own tic-tac-toe.

The rules are those of easyAI's example as it ships. The key of the table is added in the way of
easyAI's documentation (How To Make The AI Faster), as the example itself has none.
"""

from collections.abc import Callable
from importlib import import_module

from benchmarks.contestant import Contestant, NotInstalledError, Points
from service.engine.board.notation import marks
from service.engine.board.position import Mark, Position

DEPTH = 9  # plies that each search may look ahead: all that a game has
NUMBER_OF = {None: 0, Mark.X: 1, Mark.O: 2}

Values = dict[int, float]


def easyai() -> Contestant:
    """The contestant; raises NotInstalledError."""
    try:
        library = import_module("easyAI")
        game_type = import_module("easyAI.games.TicTacToe").TicTacToe
    except ImportError as error:
        raise NotInstalledError(f"easyAI is left out ({error}): run `make bench`.") from error
    game_type.ttentry = lambda game: tuple(game.board)

    def prepare(position: Position) -> Callable[[], Values]:
        game = game_type([library.Human_Player(), library.Human_Player()])
        game.board = [NUMBER_OF[mark] for mark in marks(position)]
        game.current_player = NUMBER_OF[position.side_to_move]

        def score_moves() -> Values:
            search = library.Negamax(DEPTH, tt=library.TranspositionTable())
            values: Values = {}
            for move in game.possible_moves():
                game.make_move(move)
                game.switch_player()
                if game.is_over():
                    values[move] = -game.scoring() * (1 + 0.001 * DEPTH)
                else:
                    search(game)
                    values[move] = -search.alpha
                game.switch_player()
                game.unmake_move(move)
            return values

        return score_moves

    return Contestant("easyAI", prepare, _read)


def _read(values: Values) -> Points:
    """The points of easyAI's values: 100 for a win, and 0.1 for each ply of DEPTH not used."""
    points = {}
    for move, value in values.items():
        plies_to_end = 1 + DEPTH - round((abs(value) - 100) * 10)
        points[move - 1] = round(value / 100) * (100 - plies_to_end)
    return points
