"""`/v1/exam`: whether a player is perfect."""

from fastapi import APIRouter

from ..schemas.exam import Exam
from ..schemas.requests import ExamRequest
from .dependencies import SearchesDep
from .documentation import BODY, V1
from .strict_json import StrictRoute

router = APIRouter(prefix="/v1", tags=["exam"], responses=V1, route_class=StrictRoute)


@router.post("/exam", summary="Examine a player", responses=BODY)
async def post_exam(body: ExamRequest, searches: SearchesDep) -> Exam:
    """Determine from its moves whether a player is perfect.

    Send no moves in the first request. Then add the player's moves in the `needed` positions, and
    repeat the request until the verdict is no longer `incomplete`. On 3x3, this takes at most six
    requests.
    """
    return Exam.of(await searches.run(body.to_task()))
