"""The order of the work, and what each step of it finds."""

from dataclasses import replace

import pytest

from service.engine.board.position import Position
from service.engine.budget import Budget
from service.engine.search.negamax import Search
from service.engine.search.proof import Prover
from tests import reference
from tests.engine.board.test_potential import defined
from tests.engine.support import EMPTY_3X3, position_of, random_unfinished, seeded, value_of
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
        for cell, worth in reference.move_worths(rules, board, side, memo).items():
            prover._look_deeper([cell])
            if worth.outcome != "draw" and worth.plies_to_end > 1:
                assert prover.values[cell] == value_of(worth, board.count("."))


def test_one_empty_cell_leaves_nothing_deeper_to_look_for() -> None:
    prover = prover_of(position_of("XOXXOOOX.", "X"))
    prover._look_deeper([8])
    assert prover.budget.nodes == 0


def test_the_value_of_a_move_costs_what_its_window_costs() -> None:
    for window in [(-1, 0), (0, 1)]:
        budget, prover = Budget(10**6), prover_of(EMPTY_3X3)
        expected = Search(EMPTY_3X3.geometry, budget).value_after(0, 1, *window)
        assert prover.solver.move_value(0, 0, 0, *window) == expected
        assert prover.budget.nodes == budget.nodes
