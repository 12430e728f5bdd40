"""Section `traps`: how `perfect` scores with and without traps, against players that err."""

from collections.abc import Callable
from functools import partial
from random import Random

from benchmarks.positions import empty_board
from benchmarks.table import heading, paragraph, table
from service.engine.board.geometry import cells_of
from service.engine.board.position import Mark, Position, Status
from service.engine.board.tactics import tactics_of
from service.engine.play.levels import Level
from service.engine.play.opponent import play_level

GAMES = 1_000
Player = Callable[[Position, int], int]  # from a position and the seed of the game to a cell


def run() -> None:
    """Play against each opponent, starting half of the games."""
    heading("Traps: perfect against players that err, on 3x3")
    paragraph(
        f"The share of points in {GAMES:,} games each: 1 for a win, 0.5 for a draw. `one-ply` "
        "completes a line if it can, else blocks one if it can, else plays at random."
    )
    opponents: dict[str, Player] = {"random": at_random, "one-ply": one_ply}
    levels = [level for level in Level if level is not Level.PERFECT]
    opponents |= {level: partial(_level, level) for level in levels}
    rows = [
        [name, *(_result(player, traps) for traps in (False, True))]
        for name, player in opponents.items()
    ]
    table(["opponent", "perfect", "perfect with traps"], rows)


def at_random(position: Position, seed: int) -> int:
    """Any legal move."""
    return Random(f"{seed} {position.empty}").choice(position.legal_moves)


def one_ply(position: Position, seed: int) -> int:
    """A move that completes a line, or blocks one, or any."""
    tactics = tactics_of(position.geometry, position.own, position.other)
    cells = tactics.own_winning or tactics.other_winning or position.empty
    return Random(f"{seed} {position.empty}").choice(list(cells_of(cells)))


def _level(level: Level, position: Position, seed: int) -> int:
    return play_level(position, level, seed)


def _result(opponent: Player, traps: bool) -> str:
    """The wins, draws and losses of perfect, and its share of points."""
    results = [_game(opponent, traps, seed) for seed in range(GAMES)]
    wins, draws, losses = (results.count(points) for points in (1, 0.5, 0))
    return f"{wins}–{draws}–{losses}: {sum(results) / GAMES:.1%}"


def _game(opponent: Player, traps: bool, seed: int) -> float:
    """The points of perfect, which is X and moves first with an even seed."""
    side = Mark.O if seed % 2 else Mark.X
    position = empty_board(3, 3, 3)
    while position.status is Status.IN_PROGRESS:
        if position.side_to_move is side:
            cell = play_level(position, Level.PERFECT, seed, traps=traps)
        else:
            cell = opponent(position, seed)
        position = position.play(cell)
    return 0.5 if position.winner is None else float(position.winner is side)
