"""The public functions of the engine return the results of the tasks behind the API."""

import doctest
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from service import engine
from service.engine import (
    Level,
    Mark,
    analyze,
    choose_move,
    count_games,
    read_position,
    review_game,
    values,
)
from service.engine.errors import EngineError
from service.tasks import AnalysisTask, GameTreeTask, ReviewTask

BOARD = read_position("X../.O./...")


def test_functions_return_the_results_of_the_tasks() -> None:
    assert analyze(BOARD, 5_000) == AnalysisTask(BOARD, 5_000).run()
    assert count_games(BOARD) == GameTreeTask(BOARD).run()
    assert review_game(BOARD, [8, 2]) == ReviewTask(BOARD, (8, 2), 1_000_000).run()
    with pytest.raises(EngineError):
        review_game(BOARD, [4])


def test_sides_and_levels_can_be_strings() -> None:
    as_string = read_position("." * 9, "O")
    assert as_string == read_position("." * 9, Mark.O)
    assert as_string.side_to_move is Mark.O
    assert choose_move(BOARD, "hard", 3) == choose_move(BOARD, Level.HARD, 3)
    assert len({choose_move(BOARD, "beginner", seed) for seed in range(20)}) > 1
    assert choose_move(read_position("XXX/OO./...")) is None


# Arguments of types that the signatures exclude, as an untyped program may pass them.
WRONG: list[tuple[Callable[..., Any], tuple[Any, ...], str]] = [
    (read_position, ("." * 9, "Z"), "The side to move must be one of X, O."),
    (read_position, ("." * 9, 1), "The side to move must be one of X, O."),
    (read_position, ("Z........",), "The board cannot be read. Use X, O and . for its cells, "),
    (read_position, (None,), "The board cannot be read. Use X, O and . for its cells, "),
    (read_position, ([["X", [], None]] * 3,), "The board cannot be read."),
    (read_position, ("/...",), "The first row is empty; add its cells."),
    (read_position, ("." * 9, "X", "3"), "in_a_row must be an integer."),
    (choose_move, (BOARD, "expert"), "The level must be one of beginner, easy, medium, hard, "),
    (choose_move, (BOARD, "hard", 1, 0), "max_nodes must be an integer of at least 1."),
    (analyze, (BOARD, 2.5), "max_nodes must be an integer of at least 1."),
    (review_game, (BOARD, [8], None), "max_nodes must be an integer of at least 1."),
    (analyze, ("X........",), "The position must be one that read_position returns."),
    (analyze, (BOARD, -5), "max_nodes must be an integer of at least 1."),
    (count_games, (None,), "The position must be one that read_position returns."),
    *[(review_game, (BOARD, cells), "The cells must be integers.") for cells in (5, [1.5], "34")],
]


@pytest.mark.parametrize(("function", "arguments", "message"), WRONG)
def test_wrong_arguments_raise_value_errors_with_a_sentence(
    function: Callable[..., Any], arguments: tuple[Any, ...], message: str
) -> None:
    with pytest.raises(ValueError, match="^" + message.replace(".", "[.]")):
        function(*arguments)


def test_package_is_marked_as_typed() -> None:
    assert files("service").joinpath("py.typed").is_file()


def test_every_public_function_is_documented() -> None:
    assert all(getattr(engine, name).__doc__ for name in engine.__all__)
    assert doctest.testmod(engine) == (0, 4)
    assert doctest.testmod(values) == (0, 6)
