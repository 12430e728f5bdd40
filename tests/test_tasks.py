"""Tasks: values that are sent to another process."""

import gc

import pytest

from service.engine.analysis import Progress
from service.engine.board.position import Mark
from service.engine.budget import MAX_NODES
from service.engine.textbook.search import Algorithm, Valuation
from service.tasks import (
    AnalysisTask,
    ExamTask,
    GameTreeTask,
    ReviewTask,
    Task,
    TraceTask,
    is_instantaneous,
)
from tests.engine.conversion import position_of
from tests.engine.positions import EMPTY_3X3
from tests.reference import Rules

LARGE = position_of("." * 20, "X", Rules(5, 4, 4))
ENTRIES = '{".../.../...": 4}'


@pytest.mark.parametrize(
    ("rules", "analysis", "game_tree", "review"),
    [
        (Rules(), 9, 5, 9),
        (Rules(4, 3, 3), 8, 5, 8),
        (Rules(9, 9, 3), 8, 5, 8),
        (Rules(misere=True), 9, 5, 5),
        (Rules(6, 6, 4, misere=True), 5, 5, 5),
    ],
    ids=str,
)
def test_small_position_is_instantaneous(
    rules: Rules, analysis: int, game_tree: int, review: int
) -> None:
    cells = len(rules.empty_board)
    for empty_cells in range(min(cells, 12) + 1):
        board = ("XXOO" * 21)[: cells - empty_cells] + "." * empty_cells
        position = position_of(board, "X", rules)
        for max_nodes in [1_000, MAX_NODES]:
            task = AnalysisTask(position, max_nodes)
            assert is_instantaneous(task) is (empty_cells <= analysis), empty_cells
        assert is_instantaneous(GameTreeTask(position)) is (empty_cells <= game_tree)
        assert is_instantaneous(ReviewTask(position, (), 1_000)) is (empty_cells <= review)


def test_trace_and_exam_go_to_a_worker() -> None:
    full = position_of("XOXXOOOXX", "X", Rules())
    trace = TraceTask(full, Algorithm.ALPHA_BETA, Valuation.OUTCOME, None)
    assert not is_instantaneous(trace)
    assert not is_instantaneous(ExamTask(full, Mark.X, "{}"))


@pytest.mark.parametrize(
    "task",
    [
        AnalysisTask(EMPTY_3X3, 1_000, traps=True),
        pytest.param(AnalysisTask(LARGE, 3_000, traps=True), marks=pytest.mark.compiled),
        pytest.param(ReviewTask(LARGE, (6, 7, 11), 3_000), marks=pytest.mark.compiled),
        TraceTask(EMPTY_3X3, Algorithm.ALPHA_BETA, Valuation.OUTCOME, 3),
        TraceTask(EMPTY_3X3, Algorithm.ALPHA_BETA_CACHED, Valuation.OUTCOME, 3),
    ],
    ids=lambda task: type(task).__name__,
)
def test_memory_of_a_task_is_freed_without_the_garbage_collector(task: Task) -> None:
    task.run()  # It fills the caches that remain.
    gc.collect()
    gc.disable()
    try:
        reports: list[Progress] = []
        task.run(reports.append)
        assert gc.collect() == 0
    finally:
        gc.enable()
    assert bool(reports) is not isinstance(task, TraceTask)
