"""Estimates: they never vary, and their wins are real."""

from functools import lru_cache
from random import Random

import pytest

from service.engine.board.position import Position
from service.engine.budget import Budget
from service.engine.search.analyze import analyze
from service.engine.search.compiled.interface import estimate_moves
from service.engine.values import Outcome
from tests import reference
from tests.engine.conversion import position_of
from tests.engine.positions import random_positions, random_unfinished
from tests.parameters import in_full, in_release
from tests.reference import Memo, Rules, winning_cells

WON = 97  # from here on, an estimate says that the search has found a win

pytestmark = pytest.mark.compiled
LARGE = [Rules(7, 7, 5), Rules(9, 9, 5), Rules(9, 6, 4), Rules(8, 8, 6), Rules(6, 6, 3)]


def estimated(position: Position, max_nodes: int) -> tuple[dict[int, int], int]:
    """The estimates of all moves, and the nodes that they took."""
    budget = Budget(max_nodes)
    return estimate_moves(position, position.legal_moves, budget), budget.nodes


@pytest.mark.parametrize("rules", LARGE, ids=str)
def test_estimates_and_nodes_are_in_range_and_never_vary(rules: Rules) -> None:
    for board, side in random_positions(rules, [36, 20, 12, 5, 1], seed=90):
        position = position_of(board, side, rules)
        for max_nodes in (0, 1, 37, 1_000):
            found, nodes = estimated(position, max_nodes)
            assert 0 <= nodes <= max_nodes
            assert set(found) == set(position.legal_moves)
            assert all(-99 <= estimate <= 99 for estimate in found.values())
            estimated(position_of(rules.empty_board, "O", rules), 500)
            assert estimated(position, max_nodes) == (found, nodes)


@pytest.mark.parametrize(
    "rules", [Rules(3, 3, 3), Rules(4, 3, 3), Rules(4, 4, 3), Rules(5, 4, 4), Rules(5, 5, 4)]
)
def test_search_to_the_end_finds_the_outcome(rules: Rules) -> None:
    memo: Memo = {}
    decided = 0
    for board, side in random_positions(rules, [1, 3, 5, 6, 7, 7, 7] * 4, seed=92):
        if winning_cells(rules, board, side):
            continue
        scores = reference.move_scores(rules, board, side, memo)
        found, _ = estimated(position_of(board, side, rules), 1_000_000)
        best = max(found, key=found.__getitem__)
        outcome = (found[best] >= WON) - (found[best] <= -WON)
        assert outcome == reference.sign(max(scores.values())), (board, side)
        assert outcome == reference.sign(scores[best])
        decided += outcome != 0
    assert decided > 0


@lru_cache(maxsize=None)
def wins_by_threats(rules: Rules, board: str, side: str, threats: int) -> bool:
    """Whether a side to move wins by at most so many consecutive threats, then two at once."""
    other = reference.opponent(side)
    must = winning_cells(rules, board, other)
    for cell in must or reference.legal_moves(rules, board):
        after = reference.play(board, side, cell)
        winning = winning_cells(rules, after, side)
        if winning_cells(rules, after, other) or not winning:
            continue
        if len(winning) > 1:
            return True
        if threats > 1:
            [reply] = winning
            answered = reference.play(after, other, reply)
            if wins_by_threats(rules, answered, side, threats - 1):
                return True
    return False


@pytest.mark.parametrize(
    ("rules", "empty_cells", "positions"),
    [
        *((Rules(6, 6, 4), 24, 10), (Rules(5, 5, 4), 14, 20)),
        *(*in_full((Rules(6, 6, 4), 24, 30)), *in_release((Rules(7, 7, 5), 24, 30))),
    ],
)
def test_a_win_by_consecutive_threats_is_seen_at_once(
    rules: Rules, empty_cells: int, positions: int
) -> None:
    random, longer = Random(93), 0
    for _ in range(positions):
        board, side = random_unfinished(rules, empty_cells, random)
        other = reference.opponent(side)
        if winning_cells(rules, board, side) or winning_cells(rules, board, other):
            continue
        moves = reference.legal_moves(rules, board)
        lost = [
            cell
            for cell in moves
            if not winning_cells(rules, after := reference.play(board, side, cell), side)
            and wins_by_threats(rules, after, other, 3)
        ]
        longer += bool(lost) and not wins_by_threats(
            rules, reference.play(board, side, lost[0]), other, 1
        )
        for cell in lost:
            position = position_of(board, side, rules)
            found = estimate_moves(position, [cell], Budget(10_000))
            assert found[cell] <= -WON, (board, side, cell)
    assert longer > 0


def test_a_win_by_open_threes_is_seen_early() -> None:
    rules = Rules(7, 7, 5)
    board = "XO.....X.XX.O..O...O......X.X..X....O...O...O...."
    assert not wins_by_threats(rules, board, "X", 3)
    position = position_of(board, "X", rules)
    found, _ = estimated(position, 2_000)
    best = max(found, key=found.__getitem__)
    assert found[best] >= WON
    assert analyze(position.play(best), 300_000).score.outcome is Outcome.LOSS
