"""The programs of the lessons make the calls of the traces: boards, windows, values, order."""

import json
from itertools import product
from math import inf
from pathlib import Path
from typing import Any

import pytest

from service.engine.textbook.search import Question
from tests.engine.conversion import position_of
from tests.engine.positions import SOME_RULES, all_unfinished, both_games, random_positions, seeded
from tests.learn.shown import (
    ALGORITHMS,
    ENDINGS,
    EVERY,
    PROGRAMS,
    Call,
    Program,
    copied,
    definitions,
    expected_calls,
)
from tests.live import ROOT
from tests.parameters import in_full
from tests.programs import output_of
from tests.reference import THREE_BY_THREE, Rules

of_every_program = pytest.mark.parametrize("program", EVERY, ids=str)
NODE: list[str | Path] = ["node", ROOT / "tests" / "learn" / "calls.mjs"]


def questions(program: Program) -> list[Question]:
    """Searches of this program: all kinds of boards and rules, and finished games."""
    rules_and_positions: list[tuple[Rules, str, str]] = [
        *((THREE_BY_THREE, *each) for each in seeded(26).sample(all_unfinished(), 15)),
        (THREE_BY_THREE, "XXXOO....", "O"),
        (THREE_BY_THREE, "XOXXOOOXX", "O"),
    ]
    for rules in both_games(SOME_RULES):
        rules_and_positions += [(rules, *each) for each in random_positions(rules, [2, 4], 27)]
    depths = [1, 2, 9] if program.has_limit else [None]
    algorithm, values = ALGORITHMS[program.name], program.values
    return [
        Question(position_of(board, side, rules), algorithm, values, depth)
        for (rules, board, side), depth in product(rules_and_positions, depths)
        if board.count(".") <= 6
    ]


def calls_in_python(program: Program, question: Question) -> list[Call]:
    """The calls that the program makes, each with its window and value."""
    names: dict[str, Any] = {}
    exec(definitions(program, question, "python"), names)  # noqa: S102
    function = names[program.function]
    calls: list[Any] = []

    def recorded(board: list[str | None], side: str, *window: float) -> float:
        before = "".join(mark or "." for mark in board)
        place = len(calls)
        calls.append(None)
        value: float = function(board, side, *window)
        calls[place] = (before, list(window), value)
        return value

    names[program.function] = recorded
    window = [-inf, inf] if program.has_window else []
    recorded(names["board"], names["MAX"], *window)
    assert names["nodes"] == len(calls)
    return calls


def check(calls: list[Call], expected: list[Call]) -> None:
    assert len(calls) == len(expected)
    for (board, window, value), (its_board, its_window, its_value) in zip(
        calls, expected, strict=True
    ):
        assert board == its_board
        assert window == pytest.approx(its_window)
        assert value == pytest.approx(its_value)


@of_every_program
def test_python_program_makes_the_calls_of_the_trace(program: Program) -> None:
    for question in questions(program):
        check(calls_in_python(program, question), expected_calls(program, question))


@pytest.mark.full
@of_every_program
def test_javascript_program_makes_the_calls_of_the_trace(program: Program) -> None:
    asked = questions(program)
    jobs = [
        {
            "source": definitions(program, question, "javascript"),
            "name": program.named("javascript"),
            "hasWindow": program.has_window,
        }
        for question in asked
    ]
    found = json.loads(output_of(*NODE, input=json.dumps(jobs)))
    bounds = {"Infinity": inf, "-Infinity": -inf}
    for question, answer in zip(asked, found, strict=True):
        assert answer["nodes"] == len(answer["calls"])
        calls = [
            (board, [bounds.get(bound, bound) for bound in window], value)
            for board, window, value in answer["calls"]
        ]
        check(calls, expected_calls(program, question))


@pytest.mark.parametrize("language", ["python", *in_full("javascript")])
@of_every_program
def test_copied_text_runs_and_prints_value_and_nodes(program: Program, language: str) -> None:
    question = questions(program)[0]
    command = {"python": ["python", "-W", "error", "-c"], "javascript": ["node", "-e"]}[language]
    printed = output_of(*command, copied(program, question, language))
    expected = expected_calls(program, question)
    value, nodes = printed.removeprefix("value ").removesuffix(" nodes\n").split(", ")
    assert float(value) == pytest.approx(expected[0][2])
    assert int(nodes) == len(expected)


@pytest.mark.parametrize("language", ENDINGS)
@of_every_program
def test_program_has_at_most_twenty_lines(program: Program, language: str) -> None:
    lines = program.lines(language)
    assert len(lines) <= 20
    assert max(len(line) for line in lines) <= 80


def test_every_file_is_a_program_or_the_prelude() -> None:
    names = {path.name for path in PROGRAMS.iterdir() if path.is_file()}
    assert names == {f"{n}.{e}" for n in [*ALGORITHMS, "prelude"] for e in ENDINGS.values()}
