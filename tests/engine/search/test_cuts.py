"""Cuts that settle a position without a search, judged by the marks alone, move by move.

The deep search must enter such a position and no other.
"""

from random import Random

import pytest

from service.engine.budget import Budget
from tests import reference
from tests.engine.board.test_tactics import forking_cells
from tests.engine.conversion import value_of
from tests.engine.positions import MANY_RULES, MEMO_3X3, all_unfinished, random_unfinished, seeded
from tests.engine.search.support import PLENTY, fewest_empty, new_search, value
from tests.reference import THREE_BY_THREE, Memo, Rules, winning_cells

pytestmark = pytest.mark.compiled


def helps(rules: Rules, board: str, side: str, cell: int) -> bool:
    """Whether a mark of this side makes a threat, or leaves the other side no fork."""
    after = reference.play(board, side, cell)
    other = reference.opponent(side)
    return bool(winning_cells(rules, after, side) or not forking_cells(rules, after, other))


def kind(rules: Rules, board: str, side: str) -> str:
    """The cut that settles a position, or is involved in it."""
    other = reference.opponent(side)
    if winning_cells(rules, board, side):
        return "immediate win"
    if threats := winning_cells(rules, board, other):
        return "one threat" if len(threats) == 1 else "two threats"
    if forking_cells(rules, board, side):
        return "fork"
    if not forking_cells(rules, board, other):
        return "quiet"
    cells = reference.legal_moves(rules, board)
    return "defense" if any(helps(rules, board, side, cell) for cell in cells) else "no defense"


def check_cuts(rules: Rules, board: str, side: str, memo: Memo) -> str:
    """Compare the value with the reference, and the nodes with the promise of the cuts."""
    budget = Budget(PLENTY)
    exact = value(new_search("compiled", rules, budget), board, side)
    left = board.count(".")
    assert exact == value_of(reference.worth(rules, board, side, memo), left), (rules, board, side)
    found = kind(rules, board, side)
    settled = {
        "immediate win": left,
        "two threats": 1 - left,
        "fork": left - 2,
        "no defense": 3 - left,
    }
    if found in settled:
        assert (exact, budget.nodes) == (settled[found], 1), (rules, board, side)
    return found


def test_cuts_on_3x3_settle_positions_without_a_search() -> None:
    kinds = [
        check_cuts(THREE_BY_THREE, board, side, MEMO_3X3)
        for board, side in seeded(17).sample(all_unfinished(), 1200)
    ]
    for name in ["immediate win", "two threats", "one threat", "fork", "defense", "quiet"]:
        assert kinds.count(name) > 10, name


def with_few_threats(rules: Rules, empty_cells: int, random: Random) -> tuple[str, str]:
    """The one of five random positions with the fewest threats."""
    return min(
        [random_unfinished(rules, empty_cells, random) for _ in range(5)],
        key=lambda pair: sum(len(winning_cells(rules, pair[0], side)) for side in "XO"),
    )


@pytest.mark.full
def test_cuts_on_larger_boards_settle_positions_without_a_search() -> None:
    random = seeded(18)
    kinds = []
    for rules in MANY_RULES:
        memo: Memo = {}
        for empty_cells in [3, 4, 5, 6, 6, 7, 7, 8]:
            board, side = with_few_threats(rules, max(empty_cells, fewest_empty(rules)), random)
            kinds.append(check_cuts(rules, board, side, memo))
    for name in ["immediate win", "one threat", "fork", "defense", "quiet"]:
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
def test_forks_without_a_defense_settle_positions_without_a_search(
    rules: Rules, board: str
) -> None:
    """X has no threat to make, and whatever it plays, O forks next."""
    assert kind(rules, board, "X") == "no defense"
    budget = Budget(PLENTY)
    exact = value(new_search("compiled", rules, budget), board, "X")
    assert (exact, budget.nodes) == (3 - board.count("."), 1)
