"""The public functions of the engine return the results of the tasks behind the API."""

import doctest

import pytest

from service import engine
from service.engine import analyze, choose_move, count_games, read_position, review_game
from service.engine.errors import IllegalMove, TreeTooLarge
from service.engine.play.levels import Level
from service.engine.tasks import AnalysisTask, GameTreeTask, ReviewTask

BOARD = read_position("X../.O./...")
EMPTY = read_position("." * 25, None, 4)


def test_functions_return_the_results_of_the_tasks() -> None:
    assert analyze(BOARD, 5_000) == AnalysisTask(BOARD, 5_000).run()
    assert count_games(BOARD) == GameTreeTask(BOARD).run()
    assert review_game(BOARD, [8, 2]) == ReviewTask(BOARD, (8, 2), 1_000_000).run()


def test_move_depends_on_level_and_seed() -> None:
    moves = {choose_move(BOARD, Level.BEGINNER, seed) for seed in range(20)}
    assert len(moves) > 1
    assert choose_move(BOARD) == choose_move(BOARD)
    assert choose_move(read_position("XXX/OO./...")) is None


def test_invalid_input_is_an_error_of_the_engine() -> None:
    with pytest.raises(IllegalMove):
        review_game(BOARD, [4])
    with pytest.raises(TreeTooLarge):
        count_games(EMPTY)


def test_every_public_function_is_documented() -> None:
    assert all(getattr(engine, name).__doc__ for name in engine.__all__)
    assert doctest.testmod(engine) == (0, 4)
