"""The same result, nodes included, whatever was searched before and in every process."""

import json
import subprocess
import sys

import pytest

from service.engine.analysis import Analysis
from service.engine.board import geometry, symmetry
from service.engine.board.notation import write_board
from service.engine.board.position import Position
from service.engine.search.analyze import analyze
from tests.engine.search.support import with_reports
from tests.engine.search.unsolved import BOARDS, positions
from tests.engine.support import (
    EMPTY_3X3,
    all_legal,
    position_of,
    random_unfinished,
    seeded,
)
from tests.reference import Rules

REPORTS_IN_ANOTHER_PROCESS = """
import json, sys
from service.engine.search.analyze import analyze_uncached
from service.engine.board.notation import read_position
from service.engine.board.position import Mark
for board, side, in_a_row, misere, max_nodes in json.load(sys.stdin):
    reports = []
    position = read_position(board, Mark(side), in_a_row, misere)
    print(analyze_uncached(position, max_nodes, reports.append), reports)
"""


def asked_elsewhere() -> list[tuple[Position, int]]:
    """Positions and budgets, from a few nodes to more than a report."""
    asked = [
        (position, max_nodes)
        for rules in BOARDS
        for position, max_nodes in zip(positions(rules), [7, 150, 1_000, 2_500], strict=False)
    ]
    larger = Rules(5, 5, 4)
    return [*asked, (position_of(larger.empty_board, "O", larger), 21_000)]


@pytest.mark.parametrize("hash_seed", ["4711"])
def test_nodes_results_and_reports_are_the_same_in_another_process(hash_seed: str) -> None:
    asked = asked_elsewhere()
    lines = [
        (
            write_board(position),
            position.side_to_move.value,
            position.geometry.in_a_row,
            position.misere,
            max_nodes,
        )
        for position, max_nodes in asked
    ]
    answered = subprocess.run(
        [sys.executable, "-c", REPORTS_IN_ANOTHER_PROCESS],
        input=json.dumps(lines),
        env={"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for number, line in enumerate(answered.splitlines()):
        analysis, reports = with_reports(*asked[number])
        assert line == f"{analysis} {reports}"
    assert len(answered.splitlines()) == len(asked)


def test_other_searches_before_change_nothing() -> None:
    asked = asked_elsewhere()[::3]
    expected = [with_reports(*one) for one in asked]
    for position, max_nodes in reversed(asked_elsewhere()[1::3]):
        analyze(position, max_nodes)
    assert [with_reports(*one) for one in reversed(asked)] == expected[::-1]


def everything(positions: list[Position]) -> dict[Position, Analysis]:
    """The analyses, each computed anew."""
    return {position: analyze.__wrapped__(position) for position in positions}


def some_positions() -> list[Position]:
    """Positions of several boards, with some of 3x3 among them."""
    random = seeded(11)
    some = [position_of(*pair) for pair in random.sample(all_legal(), 300)]
    for rules in [Rules(4, 3, 3), Rules(4, 4, 4), Rules(5, 4, 4)]:
        some += [position_of(*random_unfinished(rules, n, random), rules) for n in range(1, 12)]
    return [*some, EMPTY_3X3]


def test_an_analysis_depends_on_the_position_alone() -> None:
    positions = some_positions()
    expected = everything(positions)
    assert all(analysis.nodes >= 1 for analysis in expected.values())

    analyze.cache_clear()
    geometry.lines.cache_clear()
    symmetry.symmetries.cache_clear()
    assert {position: analyze(position) for position in positions} == expected
    assert {position: analyze(position) for position in positions} == expected

    seeded(12).shuffle(positions)
    assert everything(positions) == expected


@pytest.mark.full
def test_an_analysis_is_the_same_after_10_000_others() -> None:
    positions = some_positions()
    expected = everything(positions)
    for board, side in all_legal():
        analyze(position_of(board, side))
    assert everything(positions) == expected
    assert {position: analyze(position) for position in positions} == expected


IN_ANOTHER_PROCESS = """
import sys
from service.engine.search.analyze import analyze
from service.engine.board.notation import read_position
from service.engine.board.position import Mark
for line in sys.stdin.read().splitlines():
    board, side, in_a_row = line.split()
    analysis = analyze(read_position(board, Mark(side), int(in_a_row)))
    print(analysis.nodes, *analysis.principal_variation, *(move.cell for move in analysis.moves))
"""


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_an_analysis_is_the_same_in_another_process(hash_seed: str) -> None:
    positions = some_positions()
    asked = [
        f"{write_board(position)} {position.side_to_move} {position.geometry.in_a_row}"
        for position in positions
    ]
    answered = subprocess.run(
        [sys.executable, "-c", IN_ANOTHER_PROCESS],
        input="\n".join(asked),
        env={"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    expected = [
        [analysis.nodes, *analysis.principal_variation, *(move.cell for move in analysis.moves)]
        for analysis in map(analyze, positions)
    ]
    assert [list(map(int, line.split())) for line in answered.splitlines()] == expected
