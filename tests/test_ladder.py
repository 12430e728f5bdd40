"""The strength of the levels: the recorded results, and whether they can be reproduced."""

import json
import math
from itertools import pairwise

import pytest

from benchmarks.games import LevelPlayer, Result, pairing
from benchmarks.ladder import LADDER, LEVELS, TOURNAMENTS, TRAPS, Pair, entry, pairs
from benchmarks.players import at_random
from benchmarks.positions import empty_board, title
from service.engine.board.position import Mark, Position, Status
from service.engine.play.levels import Level
from service.engine.play.opponent import play_level
from service.engine.search.analyze import analyze

RECORDED = json.loads(LADDER.read_text())
START = empty_board(3, 3, 3)
TOO_HARD = empty_board(9, 9, 5)  # for perfect to solve


def recorded(start: Position, pair: Pair) -> dict[str, object]:
    """The first player's row of the ladder against the second on a board."""
    player, opponent = pair
    geometry = start.geometry
    key = (geometry.columns, geometry.rows, geometry.in_a_row, opponent.level, player.traps)
    names = ("columns", "rows", "in_a_row", "opponent", "traps")
    [found] = [row for row in RECORDED[player.level] if tuple(row[name] for name in names) == key]
    return dict(found)


def result_of(start: Position, pair: Pair) -> Result:
    """The recorded counts."""
    row = recorded(start, pair)
    return Result(*(int(str(row[name])) for name in Result._fields))


def check_rows(start: Position, pair: Pair, result: Result) -> None:
    """Compare the rows of a pair with its result; a level has none against traps."""
    player, opponent = pair
    assert entry(start, pair, result) == recorded(start, pair)
    if not player.traps:
        turned = (opponent, player)
        assert entry(start, turned, result.turned()) == recorded(start, turned)


@pytest.mark.full
@pytest.mark.parametrize("pair", pairs(START), ids=str)
def test_ladder_of_3x3_is_reproducible(pair: Pair) -> None:
    check_rows(START, pair, pairing(START, *pair, range(TOURNAMENTS[START])))


def test_ladder_is_complete_and_perfect_lost_only_on_9x9() -> None:
    assert list(RECORDED) == list(Level)
    for start, games in TOURNAMENTS.items():
        for pair in pairs(start):
            result = result_of(start, pair)
            assert result.games == games
            assert result.losses == 0 or pair[0].level is not Level.PERFECT or start == TOO_HARD
            check_rows(start, pair, result)


@pytest.mark.parametrize("start", TOURNAMENTS, ids=title)
def test_each_level_wins_most_decisive_games_against_the_one_below(start: Position) -> None:
    for low, high in pairwise(LEVELS):
        wins, draws, losses = result_of(start, (high, low))
        assert wins >= 0.6 * (wins + losses) or draws > 0.8 * TOURNAMENTS[start]


def test_traps_win_more_games() -> None:
    for opponent in LEVELS[:-1]:
        perfect = LevelPlayer(Level.PERFECT)
        scores = [result_of(START, (player, opponent)).score for player in (TRAPS, perfect)]
        assert scores[0] > scores[1]


def test_each_level_is_stronger_than_the_one_below() -> None:
    aims = [0.6, 0.6, 0.55, 0.5]
    for (low, high), aim in zip(pairwise(LEVELS), aims, strict=True):
        assert result_of(START, (high, low)).score >= aim


def test_hard_seldom_loses_to_perfect() -> None:
    games = [range(parity, 500, 2) for parity in (0, 1)]  # with either side
    perfect, hard = LevelPlayer(Level.PERFECT), LevelPlayer(Level.HARD)
    lost = [pairing(START, perfect, hard, seeds).wins for seeds in games]
    assert 0 < max(lost) < 50


def test_random_player_loses_more_than_it_wins_against_beginner() -> None:
    result = pairing(START, at_random, LevelPlayer(Level.BEGINNER), range(1_000))
    assert 0 < result.wins < result.losses


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
