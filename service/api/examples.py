"""Example requests that several operations share."""

from typing import Any, Final, NamedTuple


class Example(NamedTuple):
    """An example request, as a body; its response is computed (service/openapi)."""

    name: str
    summary: str
    request: dict[str, Any]


OPENING: Final = Example("opening", "The empty board", {"board": ".../.../..."})
FINISHED_GAME: Final = Example("finished_game", "X has won", {"board": "XXX/OO./..."})
BOTH_WON: Final = Example("both_won", "No game reaches this board", {"board": "XXX/OOO/..."})
STATE_OF_A_PAGE: Final = Example(
    "state_of_a_page",
    "Cells as a page stores them",
    {"board": ["x", "o", "", "", "", "", "o", "", "x"], "side_to_move": "X"},
)
ROWS: Final = Example(
    "rows",
    "An array of rows",
    {"board": [["X", "O", None], [None, "X", None], [None, None, "O"]], "side_to_move": "X"},
)
WIN_IN_THREE: Final = Example("win_in_three", "X wins by a fork", {"board": "XO./.X./..O"})
LARGER_BOARD: Final = Example(
    "larger_board", "Four columns and three rows", {"board": "..../.X../..O."}
)
MISERE: Final = Example(
    "misere", "Completing a line loses", {"board": "X.O/.X./O..", "misere": True}
)
UNPROVED: Final = Example(
    "unproved",
    "More than a small budget can prove",
    {"board": "...../...../...../...../.....", "in_a_row": 4, "max_nodes": 1000},
)
