"""Worked examples of the contract: requests; service/openapi/answers.py has the answers."""

from typing import Any, Final, NamedTuple


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

THREE_MOVES: Final = Example(
    "three_moves", "One move wins, two lose: the tree of many articles", {"board": "XX./XOO/O.."}
)
THREE_MOVES_MINIMAX: Final = Example(
    "three_moves_minimax",
    "The same without a window, and faster wins count more",
    {"board": "XX./XOO/O..", "algorithm": "minimax", "values": "score"},
)
CACHED: Final = Example(
    "cached",
    "Two orders of the same moves: the second is looked up",
    {"board": "XOX/.O./.X.", "side_to_move": "O", "algorithm": "alpha_beta_cached"},
)
EVALUATED: Final = Example(
    "evaluated", "One ply, then an estimate", {"board": "XO./.../...", "max_depth": 1}
)
TOO_LONG: Final = Example(
    "too_long", "What fits instead is in the detail", {"board": ".../.../..."}
)

FIRST_CALL: Final = Example(
    "first_call", "No moves yet: the first position is needed", {"side": "X", "moves": {}}
)
SECOND_CALL: Final = Example(
    "second_call",
    "The centre first: the replies of O come next",
    {"side": "X", "moves": {".../.../...": 4}},
)
FOOLED: Final = Example(
    "fooled",
    "Beside a corner, O loses to a fork",
    {
        "side": "O",
        "moves": {"X../.../...": 1, "XO./.X./...": 8, "XO./XX./..O": 5, "XO./.XX/..O": 3},
    },
)
OCCUPIED: Final = Example(
    "occupied",
    "O answers the centre at the centre",
    {"side": "O", "moves": {".../.X./...": 4}},
)
UNREADABLE: Final = Example(
    "unreadable", "The second entry is no position", {"side": "X", "moves": {"." * 9: 4, "XX": 1}}
)

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
    "exam": (FIRST_CALL, SECOND_CALL, FOOLED, OCCUPIED, UNREADABLE),
    "game-tree": (LATE, OPENING, BOTH_WON),
    "review": (FOOL, UNFINISHED, TAKEN),
    "review/stream": (FOOL, UNFINISHED, TAKEN),
    "trace": (THREE_MOVES, THREE_MOVES_MINIMAX, CACHED, EVALUATED, TOO_LONG, BOTH_WON),
}
