"""Reports on the way: when they come, and that they change nothing."""

import pytest

from service.engine.board.estimate import estimate
from service.engine.board.position import Position
from service.engine.score import UNKNOWN
from service.engine.search.analyze import REPORT_INTERVAL, analyze
from tests.engine.search.support import with_reports
from tests.engine.search.unsolved import analysed
from tests.engine.support import (
    position_of,
)
from tests.reference import Rules

REPORTED = [
    (Rules(6, 6, 4), 25_000),
    (Rules(6, 5, 4), 20_001),
    (Rules(4, 4, 4, misere=True), 41_000),
]


@pytest.mark.parametrize(("rules", "max_nodes"), REPORTED, ids=str)
def test_reports_come_at_the_start_and_at_multiples_of_the_interval(
    rules: Rules, max_nodes: int
) -> None:
    position = position_of(rules.empty_board, "X", rules)
    analysis, reports = with_reports(position, max_nodes)
    expected = [1, *range(REPORT_INTERVAL, analysis.nodes + 1, REPORT_INTERVAL)]
    assert [report.nodes for report in reports] == expected
    assert {report.max_nodes for report in reports} == {max_nodes}
    assert {report.moves for report in reports} == {len(position.legal_moves)}
    proved = [report.moves_proved for report in reports]
    assert proved == sorted(proved)
    assert proved[0] == 0
    assert proved[-1] <= sum(move.score != UNKNOWN for move in analysis.moves)
    assert {report.best_move for report in reports} <= set(position.legal_moves)
    assert analysed(position, max_nodes) == analysis


@pytest.mark.parametrize("interval", [2, 7, 100])
def test_a_report_at_any_node_changes_nothing(
    interval: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.engine.search.analyze.REPORT_INTERVAL", interval)
    for rules in [Rules(), Rules(4, 4, 4), Rules(4, 3, 3), Rules(misere=True)]:
        position = position_of(rules.empty_board, "X", rules)
        for max_nodes in [1, 2, 50, 99, 331, 1_003]:
            analysis, reports = with_reports(position, max_nodes)
            assert analysis == analysed(position, max_nodes)
            nodes = [report.nodes for report in reports]
            assert nodes[0] == 1
            assert all(number % interval == 0 for number in nodes[1:])
            assert nodes == sorted(nodes)


@pytest.mark.parametrize("interval", [2, 7])
def test_every_multiple_of_the_interval_is_reported_once(
    interval: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.engine.search.analyze.REPORT_INTERVAL", interval)
    for rules in [Rules(), Rules(4, 4, 4), Rules(4, 3, 3), Rules(misere=True)]:
        position = position_of(rules.empty_board, "X", rules)
        for max_nodes in [50, 99, 331, 1_003]:
            analysis, reports = with_reports(position, max_nodes)
            nodes = [report.nodes for report in reports]
            if nodes[-1] == analysis.nodes:
                nodes.pop()  # whether the end itself is reported is left open
            assert nodes == [1, *range(interval, analysis.nodes, interval)]


@pytest.mark.parametrize("misere", [False, True])
def test_reports_on_the_way_change_nothing(misere: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.engine.search.analyze.REPORT_INTERVAL", 50)
    position = position_of("." * 12, "X", Rules(4, 3, 3, misere))
    for max_nodes in [30, 1_010]:
        expected = analyze.__wrapped__(position, max_nodes)
        analysis, reports = with_reports(position, max_nodes)
        assert analysis == expected
        nodes = [1, *range(50, analysis.nodes, 50)]
        assert [report.nodes for report in reports] == nodes
        assert {(report.max_nodes, report.moves) for report in reports} == {(max_nodes, 12)}
        proved = [report.moves_proved for report in reports]
        assert proved == sorted(proved)
        assert proved[0] == 0
        assert reports[0].best_move == min(
            (move for move in range(12)),
            key=lambda cell: (-estimate_of(position, cell), cell),
        )


def estimate_of(position: Position, cell: int) -> int:
    """The static guess at a move."""
    own, other = position.own | 1 << cell, position.other
    return estimate(position.geometry, own, other, misere=position.misere)


def test_the_interval_of_reports() -> None:
    assert REPORT_INTERVAL == 20_000
    analysis, reports = with_reports(position_of("." * 20, "X", Rules(5, 4, 4)), 300_000)
    assert analysis.solved
    assert [report.nodes for report in reports] == [1]
    assert with_reports(position_of("XXXOO....", "O"), 300_000)[1] == []
