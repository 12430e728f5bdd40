"""Worked examples of the contract: requests, each with the answer that the service gives to it.

The answers are computed and not written down, so they cannot go stale.
"""

from functools import lru_cache
from typing import Any, Final, NamedTuple

from service.api.events import analysis_event, progress_event
from service.api.request_validation import engine_problem
from service.engine.analysis import Analysis, Progress
from service.engine.budget import DEFAULT_NODES
from service.engine.count.game_tree import game_tree
from service.engine.errors import EngineError
from service.engine.search.review import review
from service.engine.tasks import AnalysisTask
from service.schemas.conversion import (
    best_move,
    from_analysis,
    from_review,
    from_tree,
    to_position,
    to_start,
)
from service.schemas.requests import BestMoveRequest, ReviewRequest


class Example(NamedTuple):
    """A request, in the form of a body; in a query only a board written as a string can stand."""

    name: str
    summary: str
    request: dict[str, Any]

    @property
    def fits_query(self) -> bool:
        """Whether the request can also be sent as a query."""
        return isinstance(self.request.get("board"), str)


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
EASY: Final = Example(
    "easy", "A level that overlooks things", {"board": "X.../.O../X.../....", "level": "easy"}
)
LATE: Final = Example("late", "Three cells are left", {"board": "XOX/OX./.O.", "side_to_move": "X"})

LARGER: Final = Example(
    "larger_board",
    "Four columns and three rows",
    {"board": "..../.X../..O."},
)
MISERE: Final = Example(
    "misere", "Completing a line loses", {"board": "X.O/.X./O..", "misere": True}
)
UNPROVED: Final = Example(
    "unproved",
    "More than a small budget can prove",
    {"board": "...../...../...../...../.....", "in_a_row": 4, "max_nodes": 1000},
)

FOOL: Final = Example(
    "fools_game", "O answers a corner beside it, and loses", {"moves": [0, 1, 4, 2, 8]}
)
UNFINISHED: Final = Example(
    "unfinished_game",
    "Three moves on a larger board, begun by O",
    {"moves": [5, 0, 6], "starting_side": "O", "columns": 4},
)
TAKEN: Final = Example("taken_cell", "The third move is illegal", {"moves": [0, 4, 0]})

SEVERAL: Final = Example(
    "several",
    "Three positions, of which one is not legal",
    {
        "positions": [
            {"board": "XO./.X./..O", "id": "fork"},
            {"board": "XXX/OOO/...", "id": "both won"},
            {"board": ["XX.", "OO.", "..."], "side_to_move": "O"},
        ],
        "moves": "best",
    },
)
EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "analysis": (FORK, OPENING, WON, STATE, ROWS, LARGER, MISERE, UNPROVED, BOTH_WON),
    "analyses": (SEVERAL,),
    "analysis/stream": (FORK, UNPROVED, BOTH_WON),
    "best-move": (FORK, SEEDED, EASY, WON, STATE, ROWS, LARGER, MISERE, BOTH_WON),
    "game-tree": (LATE, OPENING, BOTH_WON),
    "review": (FOOL, UNFINISHED, TAKEN),
}


def answer_of(operation: str, example: Example, *, in_body: bool) -> tuple[int, Any]:
    """The status and the body that the service answers to an example."""
    try:
        return 200, _answer(operation, example.request)
    except EngineError as error:
        problem = engine_problem(error, in_body=in_body).problem
        return problem.status, problem.model_dump(mode="json", exclude_none=True)


def _answer(operation: str, request: dict[str, Any]) -> Any:  # noqa: ANN401  any JSON
    if operation == "analyses":
        return _answer_to_several(request)
    if operation == "review":
        game = ReviewRequest(**request)
        found = review(to_start(game), tuple(game.moves), game.max_nodes or DEFAULT_NODES)
        return from_review(found).model_dump(mode="json")
    body = BestMoveRequest(**request)
    position = to_position(body)
    if operation == "game-tree":
        return from_tree(game_tree(position)).model_dump(mode="json")
    reports, analysis = _searched(AnalysisTask(position, body.max_nodes or DEFAULT_NODES))
    if operation == "analysis/stream":
        return "".join(map(progress_event, reports)) + analysis_event(from_analysis(analysis))
    answer = best_move(analysis, body) if operation == "best-move" else from_analysis(analysis)
    return answer.model_dump(mode="json")


def _answer_to_several(request: dict[str, Any]) -> dict[str, Any]:
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


@lru_cache(maxsize=32)
def _searched(task: AnalysisTask) -> tuple[list[Progress], Analysis]:
    """The reports and the result of a task, as a stream passes them on."""
    reports: list[Progress] = []
    return reports, task.run() if task.is_instantaneous else task.run(reports.append)
