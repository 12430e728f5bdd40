"""Every 3x3 board with either side to move, over HTTP, against the reference."""

from itertools import product

import pytest

from service.engine.errors import PositionError
from service.schemas.conversion import to_position
from service.schemas.requests import AnalysisRequest
from tests import reference
from tests.asgi import Client
from tests.reference import THREE_BY_THREE as RULES

MEMO: reference.Memo = {}
BOARDS = ["".join(cells) for cells in product(".XO", repeat=9)]
LEGAL = reference.reachable(RULES)


def test_the_number_of_legal_positions() -> None:
    assert len(LEGAL) == 10_956


@pytest.mark.parametrize("corner", ["".join(cells) for cells in product(".XO", repeat=2)])
def test_every_legal_position_is_analysed(client: Client, corner: str) -> None:
    asked = sorted((board, side) for board, side in LEGAL if board.startswith(corner))
    answers = client.send_all(
        ("POST", "/v1/analysis", {"board": board, "side_to_move": side}) for board, side in asked
    )
    for (board, side), answer in zip(asked, answers, strict=True):
        found = answer.expect(200).json
        for move in found["moves"]:
            del move["reason"], move["text"]
        assert found == expected(board, side) | {
            "nodes": found["nodes"],
            "principal_variation": found["principal_variation"],
        }, (board, side)


def test_every_other_board_is_refused() -> None:
    """As requests are validated and converted; test_faults shows what becomes of the errors."""
    for board, side in product(BOARDS, "XO"):
        request = AnalysisRequest(board=board, side_to_move=side)
        if (board, side) in LEGAL:
            assert to_position(request).side_to_move == side, (board, side)
        else:
            with pytest.raises(PositionError) as raised:
                to_position(request)
            assert raised.value.code == reference.fault(RULES, board, side), (board, side)


def test_every_board_without_a_side_to_move(client: Client) -> None:
    for board in BOARDS[::23]:
        answer = client.post("/v1/analysis", {"board": board})
        side = reference.default_side(RULES, board)
        if side:
            assert answer.expect(200).json["position"]["side_to_move"] == side, board
        else:
            assert answer.expect(422).json["code"] == reference.fault(RULES, board, "X"), board


def expected(board: str, side: str) -> dict[str, object]:
    """The answer to a legal position, as the reference has it; nodes, best play and hints aside."""
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
            {
                "cell": cell,
                "row": cell // 3,
                "column": cell % 3,
                "rank": ranks[cell],
                "outcome": worths[cell].outcome,
                "plies_to_end": worths[cell].plies_to_end,
                "score": worths[cell].score,
                "estimate": None,
            }
            for cell in order
        ],
    }


def position(board: str, side: str) -> dict[str, object]:
    """A legal position, as the reference has it."""
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
        "winning_lines": sorted(
            line for mark in "XO" for line in reference.completed_lines(RULES, board, mark)
        ),
    }
