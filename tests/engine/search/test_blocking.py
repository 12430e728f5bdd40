"""Proofs by blocking: beside a plain search of the game of blocking, and beside true values."""

from random import Random

import pytest

from service.engine.board.geometry import Geometry
from service.engine.budget import Budget, BudgetSpentError
from service.engine.search import blocking as module
from service.engine.search import table
from service.engine.search.blocking import Blocking
from tests import reference
from tests.engine.support import (
    bits,
    geometry_of,
    own_and_other,
    random_unfinished,
    seeded,
    value_of,
)
from tests.reference import Memo, Rules

RULES = [Rules(3, 3, 3), Rules(4, 3, 3), Rules(4, 3, 4), Rules(4, 4, 4), Rules(5, 4, 4)]
PLENTY = 10**6

Blocks = dict[tuple[str, str, str], bool]


def blocked(rules: Rules, board: str, maker: str, side: str, memo: Blocks) -> bool:
    """Whether the maker never completes a line, by trying all moves; only its lines count."""
    key = (board, maker, side)
    if key not in memo:
        cells = [cell for cell, mark in enumerate(board) if mark == "."]
        following = [reference.play(board, side, cell) for cell in cells]
        if reference.has_line(rules, board, maker):
            memo[key] = False
        elif not cells:
            memo[key] = True
        else:
            answers = (
                blocked(rules, after, maker, reference.opponent(side), memo) for after in following
            )
            memo[key] = all(answers) if side == maker else any(answers)
    return memo[key]


def holds(rules: Rules, board: str, maker: str, side: str) -> bool:
    """What the engine says of the same."""
    own, other = bits(board, maker), bits(board, reference.opponent(maker))
    blocking = Blocking(geometry_of(rules), Budget(PLENTY), PLENTY)
    return blocking.holds(own, other, maker_to_move=side == maker)


def questions(rules: Rules, count: int, random: Random) -> list[tuple[str, str, str]]:
    """Random boards without a line, with a maker and a side to move."""
    found = []
    for _ in range(count):
        board, _ = random_unfinished(rules, random.randrange(2, 9), random)
        found.append((board, random.choice("XO"), random.choice("XO")))
    return found


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_answer_is_that_of_a_plain_search_of_the_game_of_blocking(rules: Rules) -> None:
    memo: Blocks = {}
    answers = []
    for board, maker, side in questions(rules, 40, seeded(60)):
        expected = blocked(rules, board, maker, side, memo)
        assert holds(rules, board, maker, side) is expected, (board, maker, side)
        answers.append(expected)
    assert {True, False} == set(answers) or rules == Rules(4, 3, 4)


@pytest.mark.parametrize("lemma", ["supersets and pairing", "weights", "endings", "domination"])
def test_each_lemma_left_out_changes_no_answer(lemma: str, monkeypatch: pytest.MonkeyPatch) -> None:
    random = seeded(61)
    asked = [(rules, *one) for rules in RULES for one in questions(rules, 10, random)]
    expected = [holds(*one) for one in asked]
    leave_out(lemma, monkeypatch)
    assert [holds(*one) for one in asked] == expected


def leave_out(lemma: str, patched: pytest.MonkeyPatch) -> None:
    """Let the search do without a lemma."""
    if lemma == "supersets and pairing":
        patched.setattr(
            module, "_reduced", lambda sets: sorted(dict.fromkeys(sets), key=int.bit_count)
        )
    elif lemma == "endings":
        patched.setattr(module, "_is_lost", lambda sets: 0 in sets)
    elif lemma == "weights":
        patched.setattr(Blocking, "_attacks", every_cell)
    else:
        patched.setattr(Blocking, "_attacks", heavy_cells)


def every_cell(_blocking: Blocking, sets: list[int], _total: int) -> list[int]:
    """All cells of the sets."""
    cells = 0
    for lack in sets:
        cells |= lack
    return [cell for cell in range(cells.bit_length()) if cells >> cell & 1]


def heavy_cells(blocking: Blocking, sets: list[int], total: int) -> list[int]:
    """The cells that lemma 3 leaves, dominated ones included."""
    weights = blocking._weights_of_cells(sets, blocking._weights)
    return [
        cell for cell in every_cell(blocking, sets, 0) if total + weights[cell] >= blocking._full
    ]


def check_values(rules: Rules, count: int) -> int:
    """Hold what is proved of positions against their true values; how many proofs there were."""
    random = seeded(62)
    memo: Memo = {}
    proofs = 0
    for _ in range(count):
        board, side = random_unfinished(rules, random.randrange(3, 9), random)
        value = value_of(reference.worth(rules, board, side, memo), board.count("."))
        own, other = own_and_other(board, side)
        blocking = Blocking(geometry_of(rules), Budget(PLENTY), PLENTY)
        if blocking.holds(own, other, maker_to_move=True):
            assert value <= 0, (rules, board, side)
            proofs += 1
        if blocking.holds(other, own, maker_to_move=False):
            assert value >= 0, (rules, board, side)
            proofs += 1
    return proofs


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_what_is_proved_is_true(rules: Rules) -> None:
    assert check_values(rules, 25) > 5


@pytest.mark.full
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_what_is_proved_is_true_of_1_000_positions(rules: Rules) -> None:
    assert check_values(rules, 1000) > 200


@pytest.mark.parametrize(
    ("sides", "held", "most"),
    [
        ((6, 6, 6), True, 1),
        ((9, 9, 7), True, 1),
        ((7, 5, 5), True, 21),
        ((6, 6, 5), True, 302),
        ((8, 5, 5), True, 1_567),
        ((5, 5, 4), False, 550),
        ((7, 7, 4), False, 1_255),
    ],
    ids=str,
)
def test_empty_boards(sides: tuple[int, int, int], held: bool, most: int) -> None:
    budget = Budget(PLENTY)
    assert Blocking(Geometry(*sides), budget, PLENTY).holds(0, 0, maker_to_move=True) is held
    assert 1 <= budget.nodes <= most


@pytest.mark.parametrize("slots", [1, 11, 1019])
def test_a_small_table_changes_no_answer(slots: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "SLOTS", (slots,))
    assert holds(Rules(7, 5, 5), "." * 35, "X", "X")
    assert not holds(Rules(4, 4, 3), "." * 16, "X", "X")


def test_a_proof_ends_with_its_budget_and_may_go_on() -> None:
    budget = Budget(PLENTY)
    blocking = Blocking(Geometry(6, 6, 5), budget, PLENTY)
    for nodes in [1, 5, 50]:
        before = budget.nodes
        budget.limit(nodes)
        with pytest.raises(BudgetSpentError):
            blocking.holds(0, 0, maker_to_move=True)
        assert budget.nodes == before + nodes
    budget.limit(PLENTY)
    assert blocking.holds(0, 0, maker_to_move=True)
