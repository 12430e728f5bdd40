"""Tasks: values that are sent to another process."""

import gc
from collections.abc import Callable

import pytest

from service.engine.analysis import Progress, Report
from service.engine.board.position import Mark, Position
from service.engine.budget import MAX_NODES
from service.engine.textbook.search import Algorithm, Valuation
from service.tasks import AnalysisTask, AnyTask, ExamTask, GameTreeTask, ReviewTask, Task, TraceTask
from tests.engine.conversion import position_of
from tests.engine.positions import EMPTY_3X3
from tests.reference import Rules

LARGE = position_of("." * 20, "X", Rules(5, 4, 4))
TASKS_ON_A_POSITION: list[Callable[[Position], AnyTask]] = [
    lambda position: AnalysisTask(position, MAX_NODES),
    lambda position: AnalysisTask(position, MAX_NODES, traps=True),
    GameTreeTask,
    lambda position: TraceTask(position, Algorithm.MINIMAX, Valuation.OUTCOME, None),
]


@pytest.mark.parametrize(
    ("rules", "analysis", "game_tree"),
    [
        (Rules(), 9, 5),
        (Rules(4, 3, 3), 8, 5),
        (Rules(9, 9, 3), 8, 5),
        (Rules(misere=True), 9, 5),
        (Rules(6, 6, 4, misere=True), 5, 5),
    ],
    ids=str,
)
def test_position_with_few_empty_cells_is_instantaneous(
    rules: Rules, analysis: int, game_tree: int
) -> None:
    cells = len(rules.empty_board)
    steps = (divmod(cell, rules.columns) for cell in range(cells))
    full = "".join("XXOO"[(2 * row + column) % 4] for row, column in steps)  # It has no lines.
    for empty_cells in range(min(cells, 12) + 1):
        position = position_of(full[: cells - empty_cells] + "." * empty_cells, "X", rules)
        for max_nodes in [1_000, MAX_NODES]:
            task = AnalysisTask(position, max_nodes)
            assert task.is_instantaneous is (empty_cells <= analysis), empty_cells
        assert AnalysisTask(position, 1_000, traps=True).is_instantaneous is (empty_cells <= 3)
        assert GameTreeTask(position).is_instantaneous is (empty_cells <= game_tree)
        assert not ExamTask(position, Mark.X, "{}").is_instantaneous


def test_review_is_instantaneous_on_3x3_or_without_moves() -> None:
    for rules in (Rules(), Rules(misere=True), Rules(4, 3, 3), Rules(9, 9, 5, misere=True)):
        start = position_of(rules.empty_board, "X", rules)
        assert ReviewTask(start, (4,), MAX_NODES).is_instantaneous is (rules == Rules())
        assert ReviewTask(start, (), MAX_NODES).is_instantaneous


@pytest.mark.parametrize("misere", [False, True])
def test_tasks_on_a_finished_game_are_instantaneous(misere: bool) -> None:
    board = "XXXXX....OOOO....." + "." * 63
    position = position_of(board, "O", Rules(9, 9, 5, misere))
    for task in TASKS_ON_A_POSITION:
        assert task(position).is_instantaneous


def test_unknown_task_goes_to_a_worker() -> None:
    class NewTask(Task[str]):
        def run(self, report: Report | None = None) -> str:
            return str(report)

    task = NewTask(position_of("XOXXOOOXX", "X", Rules()))
    assert not task.is_instantaneous
    assert not task.is_short
    assert (task.searches, task.is_kept, task.nodes_of("done")) == (1, True, None)


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
def test_memory_of_a_task_is_freed_without_the_garbage_collector(task: AnyTask) -> None:
    reports: list[Progress] = []
    task.run(reports.append)  # It fills the caches that remain.
    gc.collect()
    gc.freeze()  # What other tests have left, such as in these caches, does not count.
    gc.disable()
    try:
        task.run(reports.append)
        assert gc.collect() == 0
    finally:
        gc.enable()
        gc.unfreeze()
    assert bool(reports) is not isinstance(task, TraceTask)
