"""The strength of the levels: what was measured is written down, and can be measured again."""

import json
import math
from itertools import combinations, pairwise
from random import Random

import pytest

from benchmarks.ladder import LADDER, TOURNAMENTS, Result, entry, pairing
from benchmarks.positions import empty_board
from service.engine.board.position import Mark, Position, Status
from service.engine.play.levels import Level
from service.engine.play.opponent import play_level
from service.engine.search.analyze import analyze

WRITTEN = json.loads(LADDER.read_text())
START = empty_board(3, 3, 3)
PAIRS = list(combinations(Level, 2))
SHORT = {start: 20 for start in TOURNAMENTS if start != START}


def written(start: Position, level: Level, opponent: Level) -> dict[str, object]:
    """What the ladder says of two levels on a board."""
    geometry = start.geometry
    board = (geometry.columns, geometry.rows, geometry.in_a_row)
    [found] = [
        row
        for row in WRITTEN[level]
        if (row["columns"], row["rows"], row["in_a_row"]) == board and row["opponent"] == opponent
    ]
    return dict(found)


def result_of(row: dict[str, object]) -> Result:
    """The counts of a row of the ladder."""
    return Result(*(int(str(row[name])) for name in Result._fields))


@pytest.mark.full
@pytest.mark.parametrize(("low", "high"), PAIRS)
def test_the_ladder_of_3x3_can_be_played_again(low: Level, high: Level) -> None:
    result = pairing(START, high, low, range(TOURNAMENTS[START]))
    assert entry(START, low, result) == written(START, high, low)
    assert entry(START, high, result.turned()) == written(START, low, high)


def test_the_ladder_is_complete() -> None:
    assert list(WRITTEN) == list(Level)
    for start, games in TOURNAMENTS.items():
        for low, high in PAIRS:
            result = result_of(written(start, high, low))
            assert result.games == games
            assert entry(start, low, result) == written(start, high, low)
            assert entry(start, high, result.turned()) == written(start, low, high)


def test_each_level_is_clearly_stronger_than_the_one_below() -> None:
    aims = [0.6, 0.6, 0.55, 0.5]
    for (low, high), aim in zip(pairwise(Level), aims, strict=True):
        assert result_of(written(START, high, low)).score >= aim


def test_perfect_has_never_lost() -> None:
    for start in TOURNAMENTS:
        for low in list(Level)[:-1]:
            assert result_of(written(start, Level.PERFECT, low)).losses == 0


def test_hard_loses_to_perfect_at_times_and_seldom() -> None:
    lost = [pairing_as(side, Level.PERFECT, Level.HARD, 1_000).wins for side in Mark]
    assert 0 < max(lost) < 200


def pairing_as(side: Mark, level: Level, opponent: Level, games: int) -> Result:
    """Games in which the first level always has the same side; X begins."""
    parity = 1 if side is Mark.O else 0
    return pairing(START, level, opponent, range(parity, 2 * games, 2))


def test_who_moves_at_random_loses_more_than_they_win_against_beginner() -> None:
    random = Random(5)
    wins = losses = 0
    for seed in range(1_000):
        side = Mark.O if seed % 2 else Mark.X
        position = START
        while position.status is Status.IN_PROGRESS:
            at_random = position.side_to_move is side
            moves = position.legal_moves
            cell = random.choice(moves) if at_random else play_level(position, Level.BEGINNER, seed)
            position = position.play(cell)
        wins += position.winner is side
        losses += position.winner is side.opponent
    assert wins < losses
    assert wins > 0


@pytest.mark.full
@pytest.mark.parametrize("start", [empty_board(4, 4, 4), empty_board(5, 4, 4)], ids=str)
def test_perfect_never_loses_from_a_solved_position_of_a_larger_board(start: Position) -> None:
    for seed in range(6):
        side = Mark.O if seed % 2 else Mark.X
        position, safe = start, False
        while position.status is Status.IN_PROGRESS:
            if position.side_to_move is side:
                analysis = analyze(position)
                safe |= analysis.solved and analysis.score.outcome != "loss"
                position = position.play(play_level(position, Level.PERFECT, seed))
            else:
                position = position.play(play_level(position, Level.HARD, seed))
        assert safe
        assert position.winner is not side.opponent


def test_elo_is_the_difference_that_the_score_means() -> None:
    """The expected score is 1 / (1 + 10 ** (-difference / 400))."""
    result = Result(640, 120, 240)
    assert result.elo
    elo, error = result.elo
    assert 1 / (1 + 10 ** (-elo / 400)) == pytest.approx(0.7, abs=0.002)
    turned = result.turned().elo
    assert turned == (-elo, error)
    deviation = math.sqrt((0.64 * 0.3**2 + 0.12 * 0.2**2 + 0.24 * 0.7**2) / 1_000)
    above = 0.7 + 1.96 * deviation
    assert elo + error == pytest.approx(400 * math.log10(above / (1 - above)), abs=2)


def test_elo_has_no_bound_where_one_side_has_won_every_game() -> None:
    assert Result(9, 0, 0).elo is None
    assert Result(0, 0, 9).elo is None
    assert Result(0, 9, 0).elo == (0, 0)
