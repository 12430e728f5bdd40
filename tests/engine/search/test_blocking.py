"""Proofs by blocking, compared with a plain search of the blocking game and with true values."""

import pytest

from service.engine.board.geometry import Geometry, cells_of
from service.engine.budget import Budget, BudgetSpentError
from service.engine.search import blocking as module
from service.engine.search import table
from service.engine.search.blocking import Blocking
from tests import reference
from tests.engine.conversion import geometry_of, own_and_other, value_of
from tests.engine.positions import random_positions, random_unfinished, seeded
from tests.parameters import in_full
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
            replies = (
                blocked(rules, after, maker, reference.opponent(side), memo) for after in following
            )
            memo[key] = all(replies) if side == maker else any(replies)
    return memo[key]


def new_blocking(rules: Rules) -> Blocking:
    return Blocking(geometry_of(rules), Budget(PLENTY), PLENTY)


def holds(rules: Rules, board: str, maker: str, side: str) -> bool:
    """Whether the engine proves the same."""
    own, other = own_and_other(board, maker)
    return new_blocking(rules).holds(own, other, maker_to_move=side == maker)


def questions(rules: Rules, count: int, seed: int) -> list[tuple[str, str, str]]:
    """Random boards without a line, with a maker and a side to move."""
    random = seeded(seed)
    return [
        (
            random_unfinished(rules, random.randrange(2, 9), random)[0],
            random.choice("XO"),
            random.choice("XO"),
        )
        for _ in range(count)
    ]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_proofs_match_a_plain_search_of_the_blocking_game(rules: Rules) -> None:
    memo: Blocks = {}
    found = set()
    for board, maker, side in questions(rules, 40, 60):
        expected = blocked(rules, board, maker, side, memo)
        assert holds(rules, board, maker, side) is expected, (board, maker, side)
        found.add(expected)
    assert found == {True, False} or rules == Rules(4, 3, 4)


def every_cell(_blocking: Blocking, sets: list[int]) -> list[int]:
    return sorted({cell for lack in sets for cell in cells_of(lack)})


def heavy_cells(blocking: Blocking, sets: list[int]) -> list[int]:
    """The cells that lemma 3 leaves, dominated ones included."""
    total, weights = blocking._total(sets), blocking._weights_of_cells(sets, blocking._weights)
    cells = every_cell(blocking, sets)
    return [cell for cell in cells if total + weights[cell] >= blocking._full]


def without_one(sets: list[int], cell: int) -> list[int]:
    """The sets after a move of the maker, supersets included."""
    return [lack & ~(1 << cell) for lack in sets]


def completed(sets: list[int]) -> int:
    """The replies if no lemma rules any out."""
    return 0 if 0 in sets else module.ANY_CELL


def no_pair(_blocking: Blocking, _sets: list[int], _weights: tuple[int, ...]) -> int:
    return 0


@pytest.mark.parametrize(
    ("owner", "name", "replacement"),
    [
        pytest.param(module, "_attacked", without_one, id="supersets"),
        pytest.param(module, "_unpaired", lambda sets: sets, id="private pairs"),
        pytest.param(Blocking, "_best_pair", no_pair, id="pairs"),
        pytest.param(module, "_required", completed, id="endings"),
        pytest.param(Blocking, "_attacks", every_cell, id="weights"),
        pytest.param(Blocking, "_attacks", heavy_cells, id="domination"),
    ],
)
def test_proofs_are_the_same_without_each_lemma(
    owner: object, name: str, replacement: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = [(rules, *one) for rules in RULES for one in questions(rules, 10, 61)]
    expected = [holds(*case) for case in cases]
    monkeypatch.setattr(owner, name, replacement)
    assert [holds(*case) for case in cases] == expected


@pytest.mark.parametrize(("count", "proofs"), [(25, 5), *in_full((1000, 200))])
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_proofs_are_true(rules: Rules, count: int, proofs: int) -> None:
    memo: Memo = {}
    proved = 0
    for board, side in random_positions(rules, [3, 4, 5, 6, 7, 8] * (count // 6 + 1), 62):
        value = value_of(reference.worth(rules, board, side, memo), board.count("."))
        own, other = own_and_other(board, side)
        blocking = new_blocking(rules)
        if blocking.holds(own, other, maker_to_move=True):
            assert value <= 0, (rules, board, side)
            proved += 1
        if blocking.holds(other, own, maker_to_move=False):
            assert value >= 0, (rules, board, side)
            proved += 1
    assert proved > proofs


@pytest.mark.parametrize(
    ("sides", "held", "most"),
    [
        ((6, 6, 6), True, 1),
        ((9, 9, 7), True, 1),
        ((6, 6, 5), True, 68),
        ((7, 6, 5), True, 993),
        ((5, 5, 4), False, 46),
        ((7, 7, 4), False, 67),
    ],
    ids=str,
)
def test_empty_boards_need_no_more_nodes_than_before(
    sides: tuple[int, int, int], held: bool, most: int
) -> None:
    budget = Budget(PLENTY)
    assert Blocking(Geometry(*sides), budget, PLENTY).holds(0, 0, maker_to_move=True) is held
    assert 1 <= budget.nodes <= most


@pytest.mark.parametrize("slots", [1, 11, 1019])
def test_small_table_changes_no_proof(slots: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "SLOTS", (slots,))
    assert holds(Rules(7, 5, 5), "." * 35, "X", "X")
    assert not holds(Rules(4, 4, 3), "." * 16, "X", "X")


def test_proof_ends_with_its_budget_and_can_be_continued() -> None:
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
