"""The strength of the levels: the recorded results, and whether they can be reproduced."""

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

RECORDED = json.loads(LADDER.read_text())
START = empty_board(3, 3, 3)
PAIRS = list(combinations(Level, 2))


def recorded(start: Position, level: Level, opponent: Level) -> dict[str, object]:
    """The row of the ladder for two levels on a board."""
    geometry = start.geometry
    key = (geometry.columns, geometry.rows, geometry.in_a_row, opponent)
    names = ("columns", "rows", "in_a_row", "opponent")
    [found] = [row for row in RECORDED[level] if tuple(row[name] for name in names) == key]
    return dict(found)


def result_of(start: Position, level: Level, opponent: Level) -> Result:
    """The recorded counts."""
    row = recorded(start, level, opponent)
    return Result(*(int(str(row[name])) for name in Result._fields))


def check_rows(start: Position, low: Level, high: Level, result: Result) -> None:
    """Compare both rows of a pairing with its result."""
    assert entry(start, low, result) == recorded(start, high, low)
    assert entry(start, high, result.turned()) == recorded(start, low, high)


@pytest.mark.full
@pytest.mark.parametrize(("low", "high"), PAIRS)
def test_ladder_of_3x3_is_reproducible(low: Level, high: Level) -> None:
    check_rows(START, low, high, pairing(START, high, low, range(TOURNAMENTS[START])))


def test_ladder_is_complete_and_perfect_never_lost() -> None:
    assert list(RECORDED) == list(Level)
    for start, games in TOURNAMENTS.items():
        for low, high in PAIRS:
            result = result_of(start, high, low)
            assert result.games == games
            assert result.losses == 0 or high is not Level.PERFECT
            check_rows(start, low, high, result)


def test_each_level_is_stronger_than_the_one_below() -> None:
    aims = [0.6, 0.6, 0.55, 0.5]
    for (low, high), aim in zip(pairwise(Level), aims, strict=True):
        assert result_of(START, high, low).score >= aim


def test_hard_seldom_loses_to_perfect() -> None:
    games = [range(parity, 500, 2) for parity in (0, 1)]  # with either side
    lost = [pairing(START, Level.PERFECT, Level.HARD, seeds).wins for seeds in games]
    assert 0 < max(lost) < 50


def test_random_player_loses_more_than_it_wins_against_beginner() -> None:
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
    assert 0 < wins < losses


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


def test_elo_is_the_difference_that_gives_the_expected_score() -> None:
    """The expected score is 1 / (1 + 10 ** (-difference / 400))."""
    result = Result(640, 120, 240)
    assert result.elo
    elo, error = result.elo
    assert 1 / (1 + 10 ** (-elo / 400)) == pytest.approx(0.7, abs=0.002)
    assert result.turned().elo == (-elo, error)
    deviation = math.sqrt((0.64 * 0.3**2 + 0.12 * 0.2**2 + 0.24 * 0.7**2) / 1_000)
    above = 0.7 + 1.96 * deviation
    assert elo + error == pytest.approx(400 * math.log10(above / (1 - above)), abs=2)


def test_elo_is_unbounded_if_one_side_won_every_game() -> None:
    assert Result(9, 0, 0).elo is None
    assert Result(0, 0, 9).elo is None
    assert Result(0, 9, 0).elo == (0, 0)
