"""The same analysis, nodes included, after other searches and in every process."""

import json
import sys

import pytest

from service.engine.board import geometry, symmetry
from service.engine.board.notation import write_board
from service.engine.board.position import Position
from service.engine.budget import DEFAULT_NODES
from service.engine.search.analyze import analyze
from tests.engine.conversion import position_of
from tests.engine.positions import EMPTY_3X3, all_legal, random_positions, seeded
from tests.engine.search.support import BOARDS, positions, with_reports
from tests.programs import output_of
from tests.reference import Rules

PROGRAM = """
import json, sys
from service.engine.search.analyze import analyze
from service.engine.board.notation import read_position
from service.engine.board.position import Mark
for board, side, in_a_row, misere, max_nodes in json.load(sys.stdin):
    reports = []
    position = read_position(board, Mark(side), in_a_row, misere)
    print(analyze(position, max_nodes, reports.append), reports)
"""


def small_positions() -> list[Position]:
    """Positions that the default budget solves: of several boards, many of them 3x3."""
    some = [position_of(*pair) for pair in seeded(11).sample(all_legal(), 300)]
    for rules in [Rules(4, 3, 3), Rules(4, 4, 4), Rules(5, 4, 4)]:
        some += [position_of(*pair, rules) for pair in random_positions(rules, range(1, 12), 11)]
    return [*some, EMPTY_3X3]


def with_budgets() -> list[tuple[Position, int]]:
    """Positions and budgets, from a few nodes to more than a report."""
    budgets = [7, 150, 1_000, 2_500]
    larger = Rules(5, 5, 4)
    return [
        *((position, DEFAULT_NODES) for position in small_positions()),
        *(case for rules in BOARDS for case in zip(positions(rules), budgets, strict=False)),
        (position_of(larger.empty_board, "O", larger), 21_000),
    ]


@pytest.mark.parametrize("hash_seed", ["1", "4711"])
def test_analyses_and_reports_are_the_same_in_another_process(hash_seed: str) -> None:
    cases = with_budgets()
    sent = [
        (write_board(it), it.side_to_move.value, it.geometry.in_a_row, it.misere, max_nodes)
        for it, max_nodes in cases
    ]
    command = [sys.executable, "-c", PROGRAM]
    printed = output_of(*command, input=json.dumps(sent), env={"PYTHONHASHSEED": hash_seed})
    for line, case in zip(printed.splitlines(), cases, strict=True):
        analysis, reports = with_reports(*case)
        assert line == f"{analysis} {reports}"


@pytest.mark.parametrize("others", [200, pytest.param(10_000, marks=pytest.mark.full, id="10_000")])
def test_analyses_and_reports_are_the_same_after_others(others: int) -> None:
    cases = with_budgets()[::3]
    expected = [with_reports(*case) for case in cases]
    for cache in [geometry.lines, symmetry.symmetries]:
        cache.cache_clear()
    for board, side in all_legal()[:others]:
        analyze(position_of(board, side))
    for case in reversed(with_budgets()):
        analyze(*case)
    assert [with_reports(*case) for case in reversed(cases)] == expected[::-1]
    assert [analyze(*case) for case in cases] == [analysis for analysis, _ in expected]
