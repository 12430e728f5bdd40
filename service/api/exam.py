"""`/v1/exam`: whether a player is perfect."""

from fastapi import APIRouter

from ..schemas.requests import ExamRequest
from ..schemas.responses import Exam
from .dependencies import SearchesDep
from .strict_json import LargeRoute

router = APIRouter(prefix="/v1", tags=["exam"], route_class=LargeRoute)


@router.post("/exam", summary="Examine a player")
async def post_exam(body: ExamRequest, searches: SearchesDep) -> Exam:
    """Examine a player's moves to determine whether the player is perfect.

    Send no moves in the first request. Then add the player's moves in the `needed` positions, and
    repeat the request until the verdict is no longer `incomplete`. On 3x3, this takes at most six
    requests.
    """
    return Exam.model_validate(await searches.run(body.to_task()))
