"""Games between two levels."""

from collections.abc import Iterable

from service.engine.board.position import Mark, Position, Status
from service.engine.play.levels import Level
from service.engine.play.opponent import play_level


def winner(start: Position, x: Level, o: Level, seed: int, *, traps: bool = False) -> Mark | None:
    """The winner of a game; only perfect sets traps."""
    position = start
    while position.status is Status.IN_PROGRESS:
        level = x if position.side_to_move is Mark.X else o
        sets_traps = traps and level is Level.PERFECT
        position = position.play(play_level(position, level, seed, traps=sets_traps))
    return position.winner


def counts(
    start: Position, player: Level, opponent: Level, seeds: Iterable[int], *, traps: bool = False
) -> list[int]:
    """The wins, draws and losses of a level, which is X and moves first with even seeds."""
    found = [0, 0, 0]
    for seed in seeds:
        side = Mark.O if seed % 2 else Mark.X
        sides = (opponent, player) if seed % 2 else (player, opponent)
        won = winner(start, *sides, seed, traps=traps)
        found[0 if won is side else 1 if won is None else 2] += 1
    return found
