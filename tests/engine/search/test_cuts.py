"""What makes the search fast, and what must stay true all the same: cuts, tables, keys, windows.

Each kind of position that a cut settles is told apart by looking at the marks alone, move by
move; the search has to enter such a position and no other.
"""

from random import Random

import pytest

from service.engine.board.forks import cells_in_pairs
from service.engine.board.tally import Tallies
from service.engine.budget import Budget, BudgetSpentError
from service.engine.search import negamax as module
from service.engine.search import table
from service.engine.search.negamax import Search
from tests import reference
from tests.engine.support import (
    MANY_RULES,
    MEMO_3X3,
    all_unfinished,
    check_contract,
    geometry_of,
    own_and_other,
    random_unfinished,
    seeded,
    value_of,
    windows_around,
)
from tests.reference import THREE_BY_THREE, Memo, Rules

PLENTY = 10**9


def new_search(rules: Rules, budget: Budget | None = None) -> Search:
    """A cold search with as many nodes as it likes."""
    return Search(geometry_of(rules), budget or Budget(PLENTY))


def fewest_empty(rules: Rules) -> int:
    """How few cells random moves leave empty without much searching."""
    return 6 if rules.in_a_row == 3 and rules.columns * rules.rows >= 25 else 1


def after_moves(rules: Rules, count: int, random: Random) -> list[tuple[str, str]]:
    """Random (board, side to move) without a line, one move on, full boards included."""
    least = fewest_empty(rules)
    positions: list[tuple[str, str]] = []
    while len(positions) < count:
        board, side = random_unfinished(rules, random.randrange(least, least + 8), random)
        boards = (reference.play(board, side, cell) for cell in reference.legal_moves(rules, board))
        after = [after for after in boards if not reference.has_line(rules, after, side)]
        positions += [(random.choice(after), reference.opponent(side))] if after else []
    return positions


@pytest.mark.parametrize("rules", MANY_RULES, ids=str)
def test_the_contract_in_random_windows(rules: Rules) -> None:
    memo: Memo = {}
    random = seeded(7)
    shared = new_search(rules)
    for board, side in after_moves(rules, 10, random):
        worth = reference.worth(rules, board, side, memo)
        exact = -value_of(worth, board.count("."))
        marks = own_and_other(board, side)
        for alpha, beta in windows_around(exact, random, 5):
            for search in [shared, new_search(rules)]:
                check_contract(search.value_after(*marks, alpha, beta), alpha, beta, exact)
        assert new_search(rules).value_after(*marks) == exact
        assert shared.value_after(*marks) == exact


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


def test_values_without_symmetric_keys_and_with_them_everywhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    random = seeded(21)
    for rules in [Rules(4, 3, 3), Rules(4, 4, 4), Rules(5, 4, 4), Rules(5, 5, 4)]:
        for board, side in after_moves(rules, 6, random):
            values = set()
            for plies in [0, 5, 99]:
                monkeypatch.setattr(module, "SYMMETRIC_PLIES", plies)
                values.add(new_search(rules).value_after(*own_and_other(board, side)))
            assert len(values) == 1


def test_a_full_table_costs_nodes_and_no_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    nodes = []
    for slots in [1, 307, 1_000_003]:
        monkeypatch.setattr(table, "SLOTS", (slots,))
        budget = Budget(PLENTY)
        for cell in [0, 6, 7]:
            assert new_search(Rules(5, 4, 4), budget).value_after(0, 1 << cell) == 0
        nodes.append(budget.nodes)
    assert nodes == sorted(nodes, reverse=True)
    assert nodes[0] > nodes[-1]


@pytest.mark.parametrize("cut", ["potential", "forks", "table", "threat order"])
def test_each_cut_switched_off_changes_no_value(cut: str, monkeypatch: pytest.MonkeyPatch) -> None:
    random = seeded(22)
    for rules in [Rules(4, 3, 3), Rules(4, 4, 4), Rules(5, 4, 4), Rules(5, 5, 4)]:
        for board, side in after_moves(rules, 8, random):
            marks = own_and_other(board, side)
            expected = new_search(rules).value_after(*marks)
            with monkeypatch.context() as patched:
                switch_off(cut, rules, patched)
                assert new_search(rules).value_after(*marks) == expected, (rules, board, side)


def switch_off(cut: str, rules: Rules, patched: pytest.MonkeyPatch) -> None:
    """Let the search do without one of its means, until the end of the context."""
    tallies = Tallies(geometry_of(rules))
    if cut == "potential":
        open_or_not = bytes(127 for _ in range(256))
        tallies.own_weights = tallies.other_weights = open_or_not
    elif cut == "forks":
        patched.setattr(module, "cells_in_pairs", lambda pairs: (cells_in_pairs(pairs)[0], 0))
    elif cut == "table":
        patched.setattr(table, "SLOTS", (1,))
    else:
        patched.setattr(module, "THREAT", -1)
    patched.setattr(module, "tallies_of", lambda _: tallies)


@pytest.mark.parametrize(("rules", "cell"), [(Rules(4, 3, 3), 0), (Rules(5, 4, 4), 7)], ids=str)
def test_a_search_that_is_broken_off_goes_on_and_stays_exact(rules: Rules, cell: int) -> None:
    exact = new_search(rules).value_after(0, 1 << cell)
    for share in [1, 2, 3, 10, 50]:
        budget = Budget(PLENTY)
        search = new_search(rules, budget)
        value = None
        for limit in range(share, PLENTY, share):
            before = budget.nodes
            budget.limit(limit)
            try:
                value = search.value_after(0, 1 << cell)
                break
            except BudgetSpentError:
                assert budget.nodes == before + limit
        assert value == exact
