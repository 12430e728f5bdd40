"""The recorded strength of the levels: complete, consistent, and the result of their games."""

import json
from collections.abc import Iterable
from itertools import combinations
from typing import Any

import pytest

from service.engine.board.position import Mark, Position, Status
from service.engine.play.choice import play_level
from service.engine.play.levels import Level
from tests.engine.positions import EMPTY_3X3
from tests.live import ROOT
from tests.parameters import in_release

RECORDED = json.loads((ROOT / "service" / "api" / "ladder.json").read_text())
BOARDS = [(3, 3, 3), (4, 4, 4), (5, 5, 4), (9, 9, 5)]
TOO_HARD = BOARDS[-1]  # for perfect to solve

Board = tuple[int, int, int]
Row = dict[str, Any]


def row_of(board: Board, player: Level, opponent: Level, *, traps: bool = False) -> Row:
    key = (*board, opponent, traps)
    names = ("columns", "rows", "in_a_row", "opponent", "traps")
    [found] = [row for row in RECORDED[player] if tuple(row[name] for name in names) == key]
    return dict(found)


def counts_of(row: Row) -> list[int]:
    return [row["wins"], row["draws"], row["losses"]]


def winner(start: Position, x: Level, o: Level, seed: int, *, traps: bool) -> Mark | None:
    position = start
    while position.status is Status.IN_PROGRESS:
        level = x if position.side_to_move is Mark.X else o
        sets_traps = traps and level is Level.PERFECT
        position = position.play(play_level(position, level, seed, traps=sets_traps))
    return position.winner


def counts(player: Level, opponent: Level, seeds: Iterable[int], *, traps: bool) -> list[int]:
    """The wins, draws and losses of a level, which is X and moves first with even seeds."""
    found = [0, 0, 0]
    for seed in seeds:
        side = Mark.O if seed % 2 else Mark.X
        sides = (opponent, player) if seed % 2 else (player, opponent)
        won = winner(EMPTY_3X3, *sides, seed, traps=traps)
        found[0 if won is side else 1 if won is None else 2] += 1
    return found


def test_every_level_has_a_row_against_every_other_one() -> None:
    assert list(RECORDED) == list(Level)
    for board in BOARDS:
        for low, high in combinations(Level, 2):
            row, turned = row_of(board, high, low), row_of(board, low, high)
            assert sum(counts_of(row)) == row["games"] >= 200
            assert counts_of(turned) == counts_of(row)[::-1]
            assert row["losses"] == 0 or high is not Level.PERFECT or board == TOO_HARD


@pytest.mark.parametrize("traps", in_release(False, True))
def test_ladder_of_3x3_is_reproducible(traps: bool) -> None:
    pairs = list(combinations(Level, 2))
    for low, high in [pair for pair in pairs if not traps or pair[1] is Level.PERFECT]:
        row = row_of(BOARDS[0], high, low, traps=traps)
        games = counts(high, low, range(row["games"]), traps=traps)
        assert games == counts_of(row), (high, low)


def test_hard_seldom_loses_to_perfect() -> None:
    assert 0 < counts(Level.PERFECT, Level.HARD, range(200), traps=False)[0] < 20
