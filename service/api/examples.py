"""Worked examples of the contract: requests, each with the answer that the service gives to it.

The answers are computed and not written down, so they cannot go stale.
"""

from typing import Any, Final, NamedTuple

from pydantic import BaseModel

from service.api import conversion
from service.api.faults import engine_problem
from service.api.requests import AnalysisRequest, BestMoveRequest, GameTreeRequest
from service.engine.errors import EngineError


class Example(NamedTuple):
    """A request, in the form of a body; in a query only a board written as a string can stand."""

    name: str
    summary: str
    request: dict[str, Any]

    @property
    def fits_query(self) -> bool:
        """Whether the request can also be sent as a query."""
        return isinstance(self.request["board"], str)


OPENING: Final = Example("opening", "The empty board", {"board": ".../.../..."})
WON: Final = Example("finished_game", "X has won", {"board": "XXX/OO./..."})
BOTH_WON: Final = Example("both_won", "No game reaches this board", {"board": "XXX/OOO/..."})
STATE: Final = Example(
    "state_of_a_page",
    "Cells as a page holds them",
    {"board": ["x", "o", "", "", "", "", "o", "", "x"], "side_to_move": "X"},
)
ROWS: Final = Example(
    "rows",
    "An array of rows",
    {"board": [["X", "O", None], [None, "X", None], [None, None, "O"]], "side_to_move": "X"},
)
FORK: Final = Example("win_in_three", "X wins by a fork", {"board": "XO./.X./..O"})
SEEDED: Final = Example(
    "seeded", "One of several best openings", {"board": ".../.../...", "seed": 7}
)
LATE: Final = Example("late", "Three cells are left", {"board": "XOX/OX./.O.", "side_to_move": "X"})

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "analysis": (FORK, OPENING, WON, STATE, ROWS, BOTH_WON),
    "best-move": (FORK, SEEDED, WON, STATE, ROWS, BOTH_WON),
    "game-tree": (LATE, OPENING, BOTH_WON),
}


def answer_of(operation: str, example: Example, *, in_body: bool) -> tuple[int, dict[str, Any]]:
    """The status and the body that the service answers to an example."""
    try:
        answer = _answer(operation, example.request)
    except EngineError as error:
        problem = engine_problem(error, in_body=in_body).problem
        return problem.status, problem.model_dump(mode="json", exclude_none=True)
    return 200, answer.model_dump(mode="json")


def _answer(operation: str, request: dict[str, Any]) -> BaseModel:
    if operation == "analysis":
        return conversion.analysis(conversion.to_position(AnalysisRequest(**request)))
    if operation == "game-tree":
        return conversion.count_tree(conversion.to_position(GameTreeRequest(**request)))
    body = BestMoveRequest(**request)
    return conversion.best_move(conversion.to_position(body), body)
