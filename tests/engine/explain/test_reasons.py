"""The reason for a move, compared with Newell and Simon's list written plainly on strings."""

from dataclasses import replace

import pytest

from service.engine.explain.reasons import Reason, reason_for
from tests import reference
from tests.engine.conversion import drawn, position_of, swapped
from tests.engine.explain import plain
from tests.engine.positions import MISERE_3X3, all_unfinished, random_positions
from tests.reference import THREE_BY_THREE, Rules

LARGER_RULES = [
    *[Rules(4, 3, 3), Rules(3, 4, 4), Rules(4, 4, 3), Rules(4, 4, 4), Rules(5, 3, 3)],
    *[Rules(5, 4, 3), Rules(5, 5, 4), Rules(4, 6, 4), Rules(6, 6, 4), Rules(6, 5, 5)],
]
MISERE_RULES = [MISERE_3X3, Rules(4, 3, 3, True), Rules(4, 4, 4, True), Rules(6, 6, 4, True)]


def check(rules: Rules, board: str, side: str) -> set[Reason | None]:
    """Compare the reasons of all moves with their definitions; the reasons."""
    position = position_of(board, side, rules)
    exchanged = position_of(swapped(board), reference.opponent(side), rules)
    reasons = {cell: reason_for(position, cell) for cell in reference.legal_moves(rules, board)}
    for cell, reason in reasons.items():
        assert reason == plain.reason(rules, board, side, cell), (rules, board, side, cell)
        assert reason_for(exchanged, cell) == reason
    return set(reasons.values())


def test_every_move_of_every_unfinished_3x3_position_has_its_reason() -> None:
    found = set().union(*(check(THREE_BY_THREE, *pair) for pair in all_unfinished()))
    assert found == set(Reason)
    assert [reason.value for reason in Reason] == [
        *["win", "block", "fork", "block_fork", "center", "opposite_corner", "corner", "side"]
    ]


@pytest.mark.parametrize("rules", [*LARGER_RULES, *MISERE_RULES], ids=str)
def test_every_move_on_larger_boards_and_in_misere_has_its_reason(rules: Rules) -> None:
    cells = len(rules.empty_board)
    for board, side in random_positions(rules, range(cells, 0, -1), seed=70):
        found = check(rules, board, side)
        assert found == {None} or not rules.misere


@pytest.mark.parametrize(
    ("rows", "places"),
    [
        ("... ... ...", "CSC SMS CSC"),
        (".... .... .... ....", "CSSC SMMS SMMS CSSC"),
        (".... .... ....", "CSSC SMMS CSSC"),
        ("... ... ... ...", "CSC SMS SMS CSC"),
        ("..... ..... ..... .....", "CSSSC S-M-S S-M-S CSSSC"),
        ("..... ..... ..... ..... .....", "CSSSC S---S S-M-S S---S CSSSC"),
    ],
)
def test_moves_on_an_empty_board_have_the_reasons_of_their_places(rows: str, places: str) -> None:
    rules, board = drawn(rows, 3)
    rules = replace(rules, in_a_row=max(rules.columns, rules.rows))
    letters = {"C": Reason.CORNER, "S": Reason.SIDE, "M": Reason.CENTER, "-": None}
    position = position_of(board, "X", rules)
    found = [reason_for(position, cell) for cell in position.legal_moves]
    assert found == [letters[letter] for letter in places.replace(" ", "")]
