"""Opponents: programs from other projects.

None of them uses the engine's search, tactics or estimates. The programs do not play misère, easyAI
plays only 3x3, and OpenSpiel only square boards. `make bench` installs them.
"""

import random
from collections.abc import Callable
from importlib import import_module

from benchmarks.simple import Player
from service.engine.board.geometry import Geometry, cells_of
from service.engine.board.notation import marks
from service.engine.board.position import Mark, Position

TIC_TAC_TOE = Geometry(3, 3, 3)
NUMBER_OF = {None: 0, Mark.X: 1, Mark.O: 2}  # marks as easyAI writes them
PLIES = 3  # easyAI's search depth; at its example's depth of 6, it never lost to `one-ply`
SIMULATIONS = 3_000  # OpenSpiel's simulations per move: a tenth of a second on 9x9
SIMULATIONS_3X3 = 100  # with 1,000, it did not lose to `one-ply`


def easyai(_geometry: Geometry) -> Player:
    """The Negamax of easyAI on easyAI's own tic-tac-toe, by Zulko and others (MIT license).

    It uses alpha-beta pruning and looks PLIES ahead. It ignores the seed: among equal moves it
    plays the first cell.
    """
    library = import_module("easyAI")
    game_type = import_module("easyAI.games.TicTacToe").TicTacToe
    search = library.Negamax(PLIES)

    def play(position: Position, _seed: int) -> int:
        game = game_type([library.Human_Player(), library.Human_Player()])
        game.board = [NUMBER_OF[mark] for mark in marks(position)]
        game.current_player = NUMBER_OF[position.side_to_move]
        return int(search(game)) - 1

    return play


def openspiel(geometry: Geometry) -> Player:
    """The Monte Carlo tree search of OpenSpiel in C++, by Google DeepMind (Apache License 2.0).

    It starts a new tree for each move, and plays one random game in each simulation. Other settings
    are those of OpenSpiel's example: an exploration constant of 2, and proven outcomes are kept.
    OpenSpiel's gomoku has the rules of its mnk on square boards, and is ten times as fast.
    """
    library = import_module("pyspiel")
    game = library.load_game("gomoku", {"size": geometry.rows, "connect": geometry.in_a_row})
    simulations = SIMULATIONS_3X3 if geometry == TIC_TAC_TOE else SIMULATIONS

    def play(position: Position, seed: int) -> int:
        state = game.new_initial_state()
        ply = geometry.size - position.plies_left
        sides = (list(cells_of(position.own)), list(cells_of(position.other)))
        for before in range(ply):  # the side to move now has played the even or the odd plies
            state.apply_action(sides[(ply - before) % 2][before // 2])
        evaluator = library.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
        bot = library.MCTSBot(
            game,
            evaluator,
            uct_c=2,
            max_simulations=simulations,
            max_memory_mb=1_000,
            solve=True,
            seed=seed,
            verbose=False,
        )
        return int(bot.step(state))

    return play


def titato(geometry: Geometry) -> Player:
    """The player of titato, a tic-tac-toe of any size, by Steppe-Mammoth (MIT license).

    It does not search. It completes a line, else blocks one, else adds to one of its longest lines
    that are still open. It has no settings, and draws from the shared generator of `random`.
    """
    choose = import_module("titato.core.game").AIDefault.get_step
    table = import_module("titato.core.table")
    symbol_type = import_module("titato.core.player").Symbol
    symbols = {side: symbol_type(side) for side in Mark}
    lines = table.CombDefault.get_combinations(geometry.rows, geometry.columns, geometry.in_a_row)

    def play(position: Position, seed: int) -> int:
        cells = [table.Cell(symbols[mark]) if mark else None for mark in marks(position)]
        starts = range(0, geometry.size, geometry.columns)
        rows = [cells[start : start + geometry.columns] for start in starts]
        random.seed(f"{seed} {position.empty}")
        row, column = choose(symbols[position.side_to_move], rows, lines)
        return int(row * geometry.columns + column)

    return play


PROGRAMS: dict[str, Callable[[Geometry], Player]] = {
    "easyAI": easyai,
    "OpenSpiel": openspiel,
    "titato": titato,
}
