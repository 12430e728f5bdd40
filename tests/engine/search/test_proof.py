"""The order of the work, and what each step of it finds."""

from dataclasses import replace

import pytest

from service.engine.board.position import Position
from service.engine.budget import Budget
from service.engine.search.proof import Prover
from tests import reference
from tests.engine.board.test_potential import defined
from tests.engine.support import position_of, random_unfinished, seeded, value_of
from tests.reference import Memo, Rules


def prover_of(position: Position) -> Prover:
    """A prover with nodes enough for everything."""
    return Prover(position, Budget(10**6))


def promise(rules: Rules, board: str, side: str, cell: int) -> tuple[bool, bool, int]:
    """Whether a move completes a line, whether it answers a threat, and what it changes."""
    other = reference.opponent(side)
    after = reference.play(board, side, cell)
    gained = defined(rules, after, side) - defined(rules, board, side)
    taken = defined(rules, board, other) - defined(rules, after, other)
    answers = reference.has_line(rules, reference.play(board, other, cell), other)
    return reference.has_line(rules, after, side), answers, gained + taken


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("rules", [Rules(3, 3, 3), Rules(5, 4, 4)], ids=str)
def test_the_most_promising_moves_come_first_and_in_misere_last(rules: Rules, misere: bool) -> None:
    rules = replace(rules, misere=misere)
    random = seeded(17)
    for empty_cells in [4, 5, 6, 7] * 5:
        board, side = random_unfinished(rules, empty_cells, random)
        order = prover_of(position_of(board, side, rules))._promising_first()
        assert sorted(order) == reference.legal_moves(rules, board)
        promises = [promise(rules, board, side, cell) for cell in order]
        assert promises == sorted(promises, reverse=not misere)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("rules", [Rules(3, 3, 3), Rules(4, 3, 3), Rules(4, 4, 4)], ids=str)
def test_looking_deeper_finds_all_wins_and_losses(rules: Rules, misere: bool) -> None:
    rules = replace(rules, misere=misere)
    random = seeded(18)
    memo: Memo = {}
    for empty_cells in [3, 4, 5, 6, 7] * 4:
        board, side = random_unfinished(rules, empty_cells, random)
        prover = prover_of(position_of(board, side, rules))
        prover._look_deeper()
        for cell, worth in reference.move_worths(rules, board, side, memo).items():
            if worth.outcome != "draw" and worth.plies_to_end > 1:
                assert prover.values[cell] == value_of(worth, board.count("."))


def test_one_empty_cell_leaves_nothing_deeper_to_look_for() -> None:
    prover = prover_of(position_of("XOXXOOOX.", "X"))
    prover._look_deeper()
    assert prover.budget.nodes == 0


@pytest.mark.parametrize("rules", [Rules(4, 4, 4), Rules(5, 4, 4), Rules(5, 5, 5)], ids=str)
def test_what_blocking_rules_out_is_ruled_out(rules: Rules) -> None:
    random = seeded(19)
    memo: Memo = {}
    ruled_out = 0
    for _ in range(12):
        board, side = random_unfinished(rules, random.randrange(6, 9), random)
        prover = prover_of(position_of(board, side, rules))
        prover._block()
        for cell, worth in reference.move_worths(rules, board, side, memo).items():
            first = prover._twin_of[cell]
            value = value_of(worth, board.count("."))
            assert prover._lowest[first] <= value <= prover._highest[first]
            ruled_out += prover._lowest[first] == 0 or prover._highest[first] == 0
    assert ruled_out
