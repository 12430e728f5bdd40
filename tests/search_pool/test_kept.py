"""Results in memory: which are dropped."""

import pytest

from service.engine.analysis import Progress
from service.engine.board.notation import read_position
from service.search_pool import kept
from service.search_pool.kept import KeptResults
from service.search_pool.scheduler import CachedResult
from service.tasks import AnalysisTask
from tests.search_pool.support import SHORT

RESULT = AnalysisTask(read_position("XXX/OO./..."), 1).run()
PROGRESS = Progress(nodes=1, max_nodes=2, moves=3, moves_proved=0, best_moves=(0,))


def task(number: int) -> AnalysisTask:
    return AnalysisTask(SHORT.position, number)


def numbers(results: KeptResults) -> list[int]:
    return [number for number in range(10) if results.get(task(number))]


def test_result_used_least_recently_is_dropped() -> None:
    results = KeptResults(most=3)
    for number in (0, 1, 2):
        results.add(task(number), CachedResult([], RESULT))
    assert results.get(task(0))
    results.add(task(3), CachedResult([], RESULT))
    assert numbers(results) == [0, 2, 3]


def test_number_of_reports_in_all_results_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MAX_REPORTS", 100)
    results = KeptResults(most=10)
    for number, reports in enumerate((40, 30, 30)):
        results.add(task(number), CachedResult([PROGRESS] * reports, RESULT))
        results.add(task(number), CachedResult([PROGRESS] * reports, RESULT))  # It counts once.
    assert numbers(results) == [0, 1, 2]
    results.add(task(3), CachedResult([PROGRESS], RESULT))
    assert numbers(results) == [1, 2, 3]
    results.add(task(4), CachedResult([PROGRESS] * 101, RESULT))
    assert not len(results)
