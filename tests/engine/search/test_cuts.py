"""Positions that a cut settles, told apart by looking at the marks alone, move by move.

The search has to enter such a position and no other.
"""

from random import Random

import pytest

from service.engine.budget import Budget
from tests import reference
from tests.engine.search.support import PLENTY, fewest_empty, new_search
from tests.engine.support import (
    MANY_RULES,
    MEMO_3X3,
    all_unfinished,
    own_and_other,
    random_unfinished,
    seeded,
    value_of,
)
from tests.reference import THREE_BY_THREE, Memo, Rules


def threats(rules: Rules, board: str, side: str) -> list[int]:
    """The cells at which a mark of this side completes a line."""
    return [
        cell
        for cell, mark in enumerate(board)
        if mark == "." and reference.has_line(rules, reference.play(board, side, cell), side)
    ]


def forks(rules: Rules, board: str, side: str) -> list[int]:
    """The cells at which a mark of this side makes two threats at once."""
    return [
        cell
        for cell, mark in enumerate(board)
        if mark == "." and len(threats(rules, reference.play(board, side, cell), side)) > 1
    ]


def helps(rules: Rules, board: str, side: str, cell: int) -> bool:
    """Whether a mark of this side makes a threat, or leaves the other side no fork."""
    after = reference.play(board, side, cell)
    return bool(threats(rules, after, side) or not forks(rules, after, reference.opponent(side)))


def kind(rules: Rules, board: str, side: str) -> str:
    """Which cut settles a position, or has a say in it."""
    other = reference.opponent(side)
    if threats(rules, board, side):
        return "win at once"
    if threats(rules, board, other):
        return "one threat" if len(threats(rules, board, other)) == 1 else "two threats"
    if forks(rules, board, side):
        return "fork"
    if not forks(rules, board, other):
        return "quiet"
    cells = reference.legal_moves(rules, board)
    return "defence" if any(helps(rules, board, side, cell) for cell in cells) else "no defence"


def settled_at_once(kind: str, left: int) -> int | None:
    """The value of a position that is entered and needs no other; None if it may need more."""
    return {
        "win at once": left,
        "two threats": 1 - left,
        "fork": left - 2,
        "no defence": 3 - left,
    }.get(kind)


def check_cuts(rules: Rules, board: str, side: str, memo: Memo) -> str:
    """Compare the value with the reference, and the nodes with what the cuts promise."""
    budget = Budget(PLENTY)
    value = -new_search(rules, budget).value_after(*own_and_other(board, side))
    left = board.count(".")
    assert value == value_of(reference.worth(rules, board, side, memo), left), (rules, board, side)
    found = kind(rules, board, side)
    expected = settled_at_once(found, left)
    if expected is not None:
        assert (value, budget.nodes) == (expected, 1), (rules, board, side)
    return found


def test_the_cuts_on_3x3() -> None:
    kinds = [
        check_cuts(THREE_BY_THREE, board, side, MEMO_3X3)
        for board, side in seeded(17).sample(all_unfinished(), 1200)
    ]
    for name in ["win at once", "two threats", "one threat", "fork", "defence", "quiet"]:
        assert kinds.count(name) > 10, name


def with_few_threats(rules: Rules, empty_cells: int, random: Random) -> tuple[str, str]:
    """The one of five random positions with the fewest threats."""
    positions = [random_unfinished(rules, empty_cells, random) for _ in range(5)]
    return min(
        positions,
        key=lambda pair: len(threats(rules, pair[0], "X")) + len(threats(rules, pair[0], "O")),
    )


def test_the_cuts_on_larger_boards() -> None:
    random = seeded(18)
    kinds = []
    for rules in MANY_RULES:
        memo: Memo = {}
        for empty_cells in [3, 4, 5, 6, 6, 7, 7, 8]:
            board, side = with_few_threats(rules, max(empty_cells, fewest_empty(rules)), random)
            kinds.append(check_cuts(rules, board, side, memo))
    for name in ["win at once", "one threat", "fork", "defence", "quiet"]:
        assert kinds.count(name) > 3, name


@pytest.mark.parametrize(
    ("rules", "board"),
    [
        (Rules(4, 4, 3), ".....O.........."),
        (Rules(4, 4, 3), "..O........O..O."),
        (Rules(5, 3, 3), "....O..O......."),
        (Rules(6, 3, 3), ".....O.......O..O."),
        (Rules(5, 5, 3), "............O............"),
        (Rules(6, 6, 3), "..............O....................."),
        (Rules(6, 6, 4), "...OX...X....O..X.O.O.O.........O..."),
        (Rules(6, 6, 4), "XXOO..O...OO..X.....OO...........OO."),
        (Rules(6, 6, 4), ".OO........X...O..O....OXO..O...OOXO"),
    ],
    ids=str,
)
def test_forks_against_which_nothing_helps(rules: Rules, board: str) -> None:
    """X has no threat to make, and whatever it plays O forks next; the marks alone show it."""
    assert kind(rules, board, "X") == "no defence"
    budget = Budget(PLENTY)
    assert -new_search(rules, budget).value_after(*own_and_other(board, "X")) == (
        3 - board.count(".")
    )
    assert budget.nodes == 1
