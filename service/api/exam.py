"""`/v1/exam`: whether a player is perfect."""

from typing import ClassVar

from fastapi import APIRouter

from service.api.dependencies import SolverDep
from service.api.documentation import BODY, V1
from service.api.strict_json import StrictRoute
from service.engine.board.position import Mark
from service.engine.exam.entries import MAX_ENTRIES, too_many_entries
from service.engine.tasks import ExamTask
from service.problems.errors import ProblemError, engine_problem
from service.schemas.exam import Exam, from_exam
from service.schemas.requests import ExamRequest, to_start


class ExamRoute(StrictRoute):
    """An operation whose body can have many entries."""

    max_items: ClassVar = MAX_ENTRIES + 2 * len(ExamRequest.model_fields)
    max_names: ClassVar = max_items

    def too_many_items(self) -> ProblemError:
        """The problem exam_too_large."""
        return engine_problem(too_many_entries(), in_body=True)


router = APIRouter(prefix="/v1", tags=["exam"], responses=V1, route_class=ExamRoute)


@router.post("/exam", summary="Examine a player", responses=BODY)
async def post_exam(body: ExamRequest, solver: SolverDep) -> Exam:
    """Determine from its moves whether a player is perfect.

    Send no moves in the first request. Then add the player's moves in the `needed` positions, and
    repeat the request until there is a verdict. On 3x3, this takes at most six requests.
    """
    task = ExamTask(to_start(body), Mark(body.side.upper()), body.moves)
    return from_exam(await solver.solve(task))
