"""The operations under /v1 that teach: a search to follow, and the exam of a player."""

from typing import Final

from service.api.operation import Operation, Plan
from service.engine.board.position import Mark
from service.engine.exam.entries import check_number
from service.engine.tasks import ExamTask, TraceTask
from service.schemas.conversion import to_start
from service.schemas.exam import Exam, from_exam
from service.schemas.requests import ExamRequest
from service.schemas.trace import Trace, TraceQuery, TraceRequest, from_trace, to_question


class ExamOperation(Operation):
    """An operation that refuses more entries than an exam may have before it reads them."""

    def check_size(self, text: bytes) -> None:
        """Raise ExamTooLarge for more commas than the entries may have: positions have none."""
        check_number(text.count(b",") - len(ExamRequest.model_fields))


def get_trace(query: TraceQuery) -> Plan:
    """List every node that a textbook search enters, by query."""
    return Plan(TraceTask(to_question(query)), from_trace)


def post_trace(body: TraceRequest) -> Plan:
    """List every node that a textbook search enters."""
    return Plan(TraceTask(to_question(body)), from_trace)


def post_exam(body: ExamRequest) -> Plan:
    """Find out whether a player is perfect, from its moves.

    Send no moves at first, and then those in the positions that are `needed`, together with all
    that were sent before, until there is a verdict. On 3x3 that takes at most six calls.
    """
    return Plan(ExamTask(to_start(body), Mark(body.side.upper()), body.moves), from_exam)


teaching: Final = (
    Operation(
        "GET", "trace", get_trace, answer=Trace, tag="trace", summary="Follow a search, by query"
    ),
    Operation("POST", "trace", post_trace, answer=Trace, tag="trace", summary="Follow a search"),
    ExamOperation("POST", "exam", post_exam, answer=Exam, tag="exam", summary="Examine a player"),
)
