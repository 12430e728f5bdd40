"""The answers to the worked examples: computed and not written down, so they cannot go stale."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from service.api.events import progress_event, result_event
from service.api.request_validation import engine_problem
from service.engine.analysis import Progress
from service.engine.board.position import Mark
from service.engine.board.replay import positions_of
from service.engine.budget import DEFAULT_NODES
from service.engine.count.game_tree import game_tree
from service.engine.errors import EngineError
from service.engine.exam.exam import examine
from service.engine.tasks import AnalysisTask, ReviewTask
from service.engine.textbook.fitting import fitting_trace
from service.openapi.examples import Example
from service.schemas.conversion import (
    best_move,
    from_analysis,
    from_review,
    from_tree,
    to_position,
    to_start,
)
from service.schemas.exam import from_exam
from service.schemas.requests import (
    AnalysisRequest,
    BestMoveRequest,
    ExamRequest,
    GameTreeRequest,
    ReviewRequest,
)
from service.schemas.trace import TraceRequest, from_trace, to_question

Json = dict[str, Any]


def answer_of(operation: str, example: Example, *, in_body: bool) -> tuple[int, Any]:
    """The status and the body that the service answers to an example."""
    try:
        answer = ANSWERS[operation](example.request)
    except EngineError as error:
        problem = engine_problem(error, in_body=in_body).problem
        return problem.status, problem.model_dump(mode="json", exclude_none=True)
    return 200, answer if isinstance(answer, str | dict) else answer.model_dump(mode="json")


def _analysis(request: Json) -> Any:  # noqa: ANN401  a model of an answer
    return from_analysis(_searched(_task(AnalysisRequest(**request)))[1])


def _analyses(request: Json) -> Json:
    results = []
    for index, item in enumerate(request["positions"]):
        position = {name: value for name, value in item.items() if name != "id"}
        status, answer = answer_of("analysis", Example("", "", position), in_body=True)
        if status == 200 and request["moves"] == "best":
            answer["moves"] = [move for move in answer["moves"] if move["rank"] == 1]
        found = (answer, None) if status == 200 else (None, answer)
        result = {"index": index, "id": item.get("id"), "analysis": found[0], "problem": found[1]}
        results.append(result)
    nodes = sum(result["analysis"]["nodes"] for result in results if result["analysis"])
    return {"results": results, "nodes": nodes}


def _stream(request: Json) -> str:
    reports, analysis = _searched(_task(AnalysisRequest(**request)))
    return "".join(map(progress_event, reports)) + result_event(from_analysis(analysis))


def _best_move(request: Json) -> Any:  # noqa: ANN401
    body = BestMoveRequest(**request)
    return best_move(_searched(_task(body))[1], body)


def _exam(request: Json) -> Any:  # noqa: ANN401
    exam = ExamRequest(**request)
    return from_exam(examine(to_start(exam), Mark(exam.side), exam.moves))


def _game_tree(request: Json) -> Any:  # noqa: ANN401
    return from_tree(game_tree(to_position(GameTreeRequest(**request))))


def _review(request: Json) -> Any:  # noqa: ANN401
    return from_review(_reviewed(request)[1])


def _review_stream(request: Json) -> str:
    reports, reviewed = _reviewed(request)
    return "".join(map(progress_event, reports)) + result_event(from_review(reviewed))


def _trace(request: Json) -> Any:  # noqa: ANN401
    return from_trace(fitting_trace(to_question(TraceRequest(**request))))


ANSWERS: Final[dict[str, Callable[[Json], Any]]] = {
    "analysis": _analysis,
    "analyses": _analyses,
    "analysis/stream": _stream,
    "best-move": _best_move,
    "exam": _exam,
    "game-tree": _game_tree,
    "review": _review,
    "review/stream": _review_stream,
    "trace": _trace,
}


def _task(request: AnalysisRequest | BestMoveRequest) -> AnalysisTask:
    return AnalysisTask(to_position(request), request.max_nodes or DEFAULT_NODES)


def _reviewed(request: Json) -> tuple[list[Progress], Any]:
    game = ReviewRequest(**request)
    start, cells = to_start(game), tuple(game.moves)
    positions_of(start, cells)
    return _searched(ReviewTask(start, cells, game.max_nodes or DEFAULT_NODES))


@lru_cache(maxsize=32)
def _searched(task: AnalysisTask | ReviewTask) -> tuple[list[Progress], Any]:
    """The reports and the result of a task, as a stream passes them on."""
    reports: list[Progress] = []
    return reports, task.run() if task.is_instantaneous else task.run(reports.append)
