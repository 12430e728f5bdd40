"""The recorded strength of the levels: complete, consistent, and the result of their games."""

import json
import math
from itertools import combinations, pairwise
from typing import Any

import pytest

from service.engine.board.geometry import Geometry
from service.engine.board.position import Mark, Position, Status
from service.engine.play.levels import Level
from service.engine.play.opponent import play_level
from service.engine.search.analyze import analyze
from tests.engine.play.games import counts
from tests.engine.positions import EMPTY_3X3
from tests.live import ROOT

RECORDED = json.loads((ROOT / "service" / "api" / "ladder.json").read_text())
BOARDS = [(3, 3, 3), (4, 4, 4), (5, 5, 4), (9, 9, 5)]
TOO_HARD = BOARDS[-1]  # for perfect to solve

Board = tuple[int, int, int]
Row = dict[str, Any]


def row_of(board: Board, player: Level, opponent: Level, *, traps: bool = False) -> Row:
    """The only row of a level against another one on a board."""
    key = (*board, opponent, traps)
    names = ("columns", "rows", "in_a_row", "opponent", "traps")
    [found] = [row for row in RECORDED[player] if tuple(row[name] for name in names) == key]
    return dict(found)


def counts_of(row: Row) -> list[int]:
    return [row["wins"], row["draws"], row["losses"]]


def score_of(row: Row) -> float:
    return float(row["wins"] + row["draws"] / 2) / float(row["games"])


def test_every_level_has_a_row_against_every_other_one() -> None:
    assert list(RECORDED) == list(Level)
    for board in BOARDS:
        for low, high in combinations(Level, 2):
            row, turned = row_of(board, high, low), row_of(board, low, high)
            assert sum(counts_of(row)) == row["games"] >= 200
            assert counts_of(turned) == counts_of(row)[::-1]
            assert row["losses"] == 0 or high is not Level.PERFECT or board == TOO_HARD


def test_elo_is_the_difference_that_gives_the_score_with_its_interval() -> None:
    """The expected score is 1 / (1 + 10 ** (-difference / 400))."""
    for row in (row for rows in RECORDED.values() for row in rows):
        score, games = score_of(row), row["games"]
        if score in {0, 1}:
            assert row["elo"] is row["elo_error"] is None
            continue
        assert 1 / (1 + 10 ** (-row["elo"] / 400)) == pytest.approx(score, abs=0.002)
        squares = [(result - score) ** 2 for result in (1, 0.5, 0)]
        variance = sum(map(math.prod, zip(counts_of(row), squares, strict=True))) / games
        slope = 400 / math.log(10) / (score * (1 - score))
        assert row["elo_error"] == pytest.approx(1.96 * math.sqrt(variance / games) * slope, abs=1)


@pytest.mark.parametrize("board", BOARDS)
def test_each_level_is_stronger_than_the_one_below(board: Board) -> None:
    for low, high in pairwise(Level):
        row = row_of(board, high, low)
        assert (
            row["wins"] >= 0.6 * (row["wins"] + row["losses"]) or row["draws"] > 0.8 * row["games"]
        )
    aims = [0.6, 0.6, 0.55, 0.5]
    for (low, high), aim in zip(pairwise(Level), aims, strict=True):
        assert score_of(row_of(BOARDS[0], high, low)) >= aim


def test_traps_win_more_games() -> None:
    for opponent in list(Level)[:-1]:
        rows = [row_of(BOARDS[0], Level.PERFECT, opponent, traps=traps) for traps in (True, False)]
        assert score_of(rows[0]) > score_of(rows[1])


@pytest.mark.full
@pytest.mark.parametrize("traps", [False, True])
def test_ladder_of_3x3_is_reproducible(traps: bool) -> None:
    pairs = list(combinations(Level, 2))
    for low, high in [pair for pair in pairs if not traps or pair[1] is Level.PERFECT]:
        row = row_of(BOARDS[0], high, low, traps=traps)
        games = counts(EMPTY_3X3, high, low, range(row["games"]), traps=traps)
        assert games == counts_of(row), (high, low)


def test_hard_seldom_loses_to_perfect() -> None:
    games = [range(parity, 500, 2) for parity in (0, 1)]  # with either side
    lost = [counts(EMPTY_3X3, Level.PERFECT, Level.HARD, seeds)[0] for seeds in games]
    assert 0 < max(lost) < 50


@pytest.mark.full
@pytest.mark.parametrize("geometry", [Geometry(4, 4, 4), Geometry(5, 4, 4)], ids=str)
def test_perfect_never_loses_from_a_solved_position_of_a_larger_board(geometry: Geometry) -> None:
    for seed in range(6):
        side = Mark.O if seed % 2 else Mark.X
        position, safe = Position(geometry, 0, 0, Mark.X), False
        while position.status is Status.IN_PROGRESS:
            if position.side_to_move is side:
                analysis = analyze(position)
                safe |= analysis.solved and analysis.score.outcome != "loss"
                position = position.play(play_level(position, Level.PERFECT, seed))
            else:
                position = position.play(play_level(position, Level.HARD, seed))
        assert safe
        assert position.winner is not side.opponent
