"""Every 3x3 board with either side to move and without one, compared with the reference."""

from itertools import product

import pytest

from tests import reference
from tests.asgi import Client
from tests.parameters import in_full, in_release
from tests.reference import THREE_BY_THREE as RULES

MEMO: reference.Memo = {}
BOARDS = ["".join(cells) for cells in product(".XO", repeat=9)]
LEGAL = reference.reachable(RULES)
CORNERS = ["XO", *in_full(".."), *in_release(".X", ".O", "X.", "XX", "O.", "OX", "OO")]
MAX_POSITIONS = 500  # of a request


@pytest.mark.parametrize("corner", CORNERS)
def test_every_board_gets_the_result_of_the_reference(client: Client, corner: str) -> None:
    boards = [board for board in BOARDS if board.startswith(corner)]
    positions = [(board, side) for board in boards for side in ("X", "O", None)]
    for start in range(0, len(positions), MAX_POSITIONS):
        part = positions[start : start + MAX_POSITIONS]
        body = {"positions": [{"board": board, "side_to_move": side} for board, side in part]}
        results = client.post("/v1/analyses", body).expect(200).json["results"]
        for (board, given), result in zip(part, results, strict=True):
            side = given or reference.default_side(RULES, board)
            if side and (board, side) in LEGAL:
                found = result["analysis"]
                for move in found["moves"]:
                    del move["reason"], move["text"], move["trap"]
                    assert move.pop("side") == side
                    assert move.pop("at_least") == move.pop("at_most") == move["outcome"]
                assert found.items() >= expected(board, side).items(), (board, side)
            else:
                code = reference.fault(RULES, board, side or "X")
                assert result["problem"]["code"] == code, (board, given)


def expected(board: str, side: str) -> dict[str, object]:
    """The analysis of a legal position, without nodes, best play, reasons and texts."""
    worths = reference.move_worths(RULES, board, side, MEMO)
    ranks = reference.ranks(worths)
    order = sorted(worths, key=lambda cell: (ranks[cell], cell))
    best = [cell for cell in order if ranks[cell] == 1]
    worth = reference.worth(RULES, board, side, MEMO)
    return {
        "position": position(board, side),
        "outcome": worth.outcome,
        "plies_to_end": worth.plies_to_end,
        "score": worth.score,
        "solved": True,
        "best_move": best[0] if best else None,
        "best_moves": best,
        "moves": [
            {"cell": cell, "row": cell // 3, "column": cell % 3, "rank": ranks[cell]}
            | {"outcome": worths[cell].outcome, "plies_to_end": worths[cell].plies_to_end}
            | {"score": worths[cell].score, "estimate": None}
            for cell in order
        ],
    }


def position(board: str, side: str) -> dict[str, object]:
    lines = [line for mark in "XO" for line in reference.completed_lines(RULES, board, mark)]
    return {
        "notation": f"{board[:3]}/{board[3:6]}/{board[6:]}",
        "cells": [mark if mark != "." else None for mark in board],
        "columns": 3,
        "rows": 3,
        "in_a_row": 3,
        "misere": False,
        "side_to_move": side,
        "status": reference.status(RULES, board),
        "winner": reference.winner(RULES, board),
        "winning_lines": sorted(lines),
    }
