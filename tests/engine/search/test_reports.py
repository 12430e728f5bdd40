"""Progress reports: when they come, and that they change nothing."""

import pytest

from service.engine.board.estimate import estimate
from service.engine.score import UNKNOWN
from tests.engine.conversion import position_of
from tests.engine.search.support import analyzed, with_reports
from tests.parameters import in_full
from tests.reference import Rules


def check_reports(rules: Rules, max_nodes: int, interval: int) -> None:
    """Reports come at the start and at multiples of the interval and leave the analysis as is."""
    position = position_of(rules.empty_board, "X", rules)
    analysis, reports = with_reports(position, max_nodes)
    assert analysis == analyzed(position, max_nodes)
    nodes = [report.nodes for report in reports]
    assert nodes == [1, *range(interval, nodes[-1] + 1, interval)]
    assert analysis.nodes - interval <= nodes[-1] <= analysis.nodes
    moves = position.legal_moves
    assert {(report.max_nodes, report.moves) for report in reports} == {(max_nodes, len(moves))}
    proved = [report.moves_proved for report in reports]
    assert proved == sorted(proved)
    assert proved[0] == 0
    assert proved[-1] <= sum(move.score != UNKNOWN for move in analysis.moves)
    assert {report.best_move for report in reports} <= set(moves)
    guesses = {
        cell: estimate(position.geometry, 1 << cell, 0, misere=rules.misere) for cell in moves
    }
    assert reports[0].best_move == max(moves, key=guesses.__getitem__)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("rules", "max_nodes", "interval"),
    [
        (Rules(6, 6, 4), 2_500, 2_000),
        (Rules(6, 6, 4), 25_000, 2_500),
        *in_full((Rules(6, 5, 4), 240_000, 20_000), (Rules(4, 4, 4, misere=True), 41_000, 4_100)),
    ],
    ids=str,
)
def test_reports_come_at_the_start_and_every_tenth_of_the_budget(
    rules: Rules, max_nodes: int, interval: int
) -> None:
    check_reports(rules, max_nodes, interval)


@pytest.mark.parametrize(
    "rules", [Rules(), Rules(4, 4, 4), Rules(4, 3, 3), Rules(misere=True), Rules(4, 3, 3, True)]
)
@pytest.mark.parametrize("interval", [2, 7, 50, 100])
def test_reports_at_any_interval_change_nothing(
    rules: Rules, interval: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.engine.search.analyze.MAX_REPORT_INTERVAL", interval)
    for max_nodes in [1, 2, 30, 50, 99, 331, 1_003]:
        check_reports(rules, max_nodes, interval)


@pytest.mark.compiled
def test_short_analysis_reports_its_start_and_a_finished_game_nothing() -> None:
    analysis, reports = with_reports(position_of("." * 20, "X", Rules(5, 4, 4)), 300_000)
    assert analysis.solved
    assert [report.nodes for report in reports] == [1]
    assert with_reports(position_of("XXXOO....", "O"), 300_000)[1] == []
