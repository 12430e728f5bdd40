"""The level perfect never loses, and plays best moves alone."""

import pytest

from service.engine.board.position import Mark, Position, Status
from service.engine.play.choice import choose
from service.engine.play.levels import Level
from tests.engine.play.support import analysis_of, chosen
from tests.engine.support import (
    EMPTY_3X3,
    all_unfinished,
    position_of,
)

SEEDS = [None, 0, 1, 7, 2**53 - 1]


def winners_of_all_games(position: Position, side: Mark, seed: int | None) -> set[Mark | None]:
    """How games end if this side plays as the service does, and the other tries everything."""
    if position.status is not Status.IN_PROGRESS:
        return {position.winner}
    if position.side_to_move is side:
        return winners_of_all_games(position.play(chosen(position, seed)), side, seed)
    replies = [position.play(cell) for cell in position.legal_moves]
    return set().union(*(winners_of_all_games(reply, side, seed) for reply in replies))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("side", Mark)
@pytest.mark.parametrize("starts", Mark)
def test_perfect_never_loses_whatever_the_other_side_plays(
    starts: Mark, side: Mark, seed: int | None
) -> None:
    start = position_of(".........", starts)
    winners = winners_of_all_games(start, side, seed)
    assert side.opponent not in winners
    assert winners == {side, None}


@pytest.mark.parametrize("seed", [0, 2**53 - 1])
def test_perfect_only_ever_picks_a_best_move(seed: int | None) -> None:
    for board, side in all_unfinished()[::7]:
        analysis = analysis_of(board, side)
        assert choose(analysis, Level.PERFECT, seed) in analysis.best_moves


def test_perfect_without_a_seed_is_the_first_best_move() -> None:
    for board, side in all_unfinished()[::7]:
        analysis = analysis_of(board, side)
        assert choose(analysis, Level.PERFECT, None) == analysis.moves[0]


def test_seeds_vary_the_opening_over_all_best_moves() -> None:
    assert {chosen(EMPTY_3X3, seed) for seed in range(100)} == set(range(9))
