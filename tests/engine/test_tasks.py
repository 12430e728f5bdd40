"""Tasks: values that are sent to another process."""

import pickle
from typing import Any

import pytest

from service.engine.analysis import Analysis, Progress
from service.engine.board.position import Mark
from service.engine.budget import MAX_NODES
from service.engine.count.game_tree import game_tree
from service.engine.explain.hints import explained
from service.engine.search.analyze import analyze
from service.engine.search.review import review
from service.engine.tasks import AnalysisTask, ExamTask, GameTreeTask, ReviewTask, TraceTask
from service.engine.textbook.search import Algorithm, Question
from service.engine.textbook.trace import trace
from tests.engine.support import EMPTY_3X3, position_of
from tests.reference import Rules

LARGE = position_of("." * 20, "X", Rules(5, 4, 4))


def test_a_task_runs_what_it_says() -> None:
    assert AnalysisTask(EMPTY_3X3, 5_000).run() == explained(analyze(EMPTY_3X3, 5_000))
    assert GameTreeTask(EMPTY_3X3).run() == game_tree(EMPTY_3X3)
    assert GameTreeTask(EMPTY_3X3).run(lambda _: None) == game_tree(EMPTY_3X3)
    question = Question(EMPTY_3X3, Algorithm.ALPHA_BETA_CACHED)
    assert TraceTask(question).run() == trace(question)
    assert ReviewTask(EMPTY_3X3, (0, 4), 5_000).run() == review(EMPTY_3X3, (0, 4), 5_000)


def test_with_reports_the_result_is_the_same() -> None:
    reports: list[Progress] = []
    found = AnalysisTask(LARGE, 2_000).run(reports.append)
    assert isinstance(found, Analysis)
    assert found == AnalysisTask(LARGE, 2_000).run()
    assert reports


@pytest.mark.parametrize(
    "task",
    [
        AnalysisTask(LARGE, 2_000),
        GameTreeTask(EMPTY_3X3),
        AnalysisTask(EMPTY_3X3, 1),
        ReviewTask(LARGE, (3, 5, 0), 3_000),
        TraceTask(Question(EMPTY_3X3, Algorithm.ALPHA_BETA_CACHED)),
        ExamTask(EMPTY_3X3, Mark.X, '{".../.../...": 4}'),
    ],
)
def test_tasks_and_results_survive_the_way_to_another_process(task: Any) -> None:  # noqa: ANN401
    assert pickle.loads(pickle.dumps(task)) == task  # noqa: S301
    assert hash(pickle.loads(pickle.dumps(task))) == hash(task)  # noqa: S301
    assert pickle.loads(pickle.dumps(task.run())) == task.run()  # noqa: S301


@pytest.mark.parametrize(
    ("rules", "analysis", "game_tree", "review"),
    [
        (Rules(4, 3, 3), 10, 5, 9),
        (Rules(9, 9, 3), 10, 5, 9),
        (Rules(misere=True), 9, 5, 6),
        (Rules(4, 3, 3, misere=True), 7, 5, 6),
        (Rules(6, 6, 4, misere=True), 7, 5, 6),
        (Rules(9, 9, 3, misere=True), 6, 5, 6),
    ],
    ids=str,
)
def test_what_is_instantaneous(rules: Rules, analysis: int, game_tree: int, review: int) -> None:
    cells = len(rules.empty_board)
    for empty_cells in range(min(cells, 12) + 1):
        board = ("XXOO" * 21)[: cells - empty_cells] + "." * empty_cells
        position = position_of(board, "X", rules)
        for max_nodes in [1_000, MAX_NODES]:
            task = AnalysisTask(position, max_nodes)
            assert task.is_instantaneous is (empty_cells <= analysis), empty_cells
        assert GameTreeTask(position).is_instantaneous is (empty_cells <= game_tree)
        assert ReviewTask(position, (), 1_000).is_instantaneous is (empty_cells <= review)


def test_what_is_long_goes_to_a_worker_and_is_not_kept() -> None:
    for task in (TraceTask(Question(EMPTY_3X3)), ExamTask(EMPTY_3X3, Mark.X, "{}")):
        assert (task.is_instantaneous, task.is_kept) == (False, False)
    assert AnalysisTask(EMPTY_3X3, 1_000).is_kept
