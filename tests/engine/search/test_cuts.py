"""Cuts settle a position by its marks alone: the deep search enters it and no other."""

import pytest

from service.engine.budget import Budget
from tests.engine.conversion import drawn
from tests.engine.search.support import PLENTY, new_search, value
from tests.reference import Rules

pytestmark = pytest.mark.compiled


def check(rules: Rules, board: str, exact: int) -> None:
    budget = Budget(PLENTY)
    found = value(new_search("compiled", rules, budget), board, "X")
    assert (found, budget.nodes) == (exact, 1)


@pytest.mark.parametrize(
    ("rows", "plies"),
    [
        ("XX. OO. ...", 1),  # a win
        ("OO. .X. O.X", -2),  # two threats
        ("XO. .X. ..O", 3),  # a fork
    ],
)
def test_wins_threats_and_forks_settle_positions_without_a_search(rows: str, plies: int) -> None:
    rules, board = drawn(rows, 3)
    left = board.count(".")
    check(rules, board, left + 1 - plies if plies > 0 else -(left + 1 + plies))


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
def test_forks_without_a_defense_settle_positions_without_a_search(
    rules: Rules, board: str
) -> None:
    """X has no threat to make, and whatever it plays, O forks next."""
    check(rules, board, 3 - board.count("."))
