"""The choice of a move."""

import subprocess
import sys

import pytest

from service.engine.analysis import analyze
from service.engine.opponent import choose
from service.engine.position import Mark, Position, Status
from tests.engine.support import EMPTY_3X3, all_legal, all_unfinished, position_of

SEEDS = [None, 0, 1, 7, 2**53 - 1]


def chosen(position: Position, seed: int | None) -> int:
    """The cell that the service plays."""
    move = choose(analyze(position), seed)
    assert move
    return move.cell


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
def test_it_never_loses_whatever_the_other_side_plays(
    starts: Mark, side: Mark, seed: int | None
) -> None:
    start = position_of(".........", starts)
    winners = winners_of_all_games(start, side, seed)
    assert side.opponent not in winners
    assert winners == {side, None}


@pytest.mark.parametrize("seed", [0, 2**53 - 1])
def test_it_only_ever_picks_a_best_move(seed: int | None) -> None:
    for board, side in all_unfinished()[::7]:
        analysis = analyze(position_of(board, side))
        assert choose(analysis, seed) in analysis.best_moves


def test_without_a_seed_it_is_the_first_best_move() -> None:
    for board, side in all_unfinished()[::7]:
        analysis = analyze(position_of(board, side))
        assert choose(analysis, None) == analysis.moves[0]


@pytest.mark.parametrize("seed", SEEDS)
def test_there_is_none_when_the_game_is_over(seed: int | None) -> None:
    finished = sorted(set(all_legal()) - set(all_unfinished()))
    assert finished
    for board, side in finished:
        assert choose(analyze(position_of(board, side)), seed) is None


def test_seeds_vary_the_opening_over_all_best_moves() -> None:
    assert {chosen(EMPTY_3X3, seed) for seed in range(100)} == set(range(9))


def test_the_choice_depends_on_the_side_to_move_and_on_the_board() -> None:
    as_x = [chosen(EMPTY_3X3, seed) for seed in range(20)]
    as_o = [chosen(position_of(".........", "O"), seed) for seed in range(20)]
    assert as_x != as_o


PINNED = [7, 8, 1, 5, 7, 3, 1, 2, 7, 4, 7, 1]


def test_the_choice_is_the_same_on_every_machine_and_in_every_release() -> None:
    assert [chosen(EMPTY_3X3, seed) for seed in range(12)] == PINNED


def test_the_choice_is_the_same_in_another_process() -> None:
    program = (
        "from service.engine.analysis import analyze\n"
        "from service.engine.notation import read_position\n"
        "from service.engine.opponent import choose\n"
        "empty = analyze(read_position('.' * 9))\n"
        "print(*(choose(empty, seed).cell for seed in range(12)))\n"
    )
    answered = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONHASHSEED": "3"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert list(map(int, answered.split())) == PINNED
