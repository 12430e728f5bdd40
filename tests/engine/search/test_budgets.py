"""Every budget, from a single node to plenty: what is proved is true, and in order."""

from dataclasses import replace

import pytest

from service.engine.analysis import Analysis
from service.engine.board.estimate import estimate
from service.engine.board.notation import read_position
from service.engine.score import UNKNOWN, Outcome, Score
from service.engine.search.analyze import analyze
from tests import reference
from tests.engine.support import (
    MEMO_3X3,
    position_of,
    random_unfinished,
    seeded,
    worth_of,
)
from tests.reference import Memo, Rules


def check_partial(rules: Rules, board: str, side: str, max_nodes: int, memo: Memo) -> Analysis:
    """Hold an analysis that may have run out of nodes to what it says is proved."""
    position = position_of(board, side, rules)
    analysis = analyze.__wrapped__(position, max_nodes)
    worths = reference.move_worths(rules, board, side, memo)
    keys = []
    for move in analysis.moves:
        if move.score == UNKNOWN:
            own, other = position.own | 1 << move.cell, position.other
            assert move.estimate == estimate(position.geometry, own, other, misere=rules.misere)
            keys.append((2, -move.estimate, move.cell))
        else:
            assert move.estimate is None
            assert worth_of(move.score) == worths[move.cell]
            group = {Outcome.WIN: 0, Outcome.DRAW: 1, Outcome.LOSS: 3}[move.score.outcome]
            keys.append((group, -(move.score.points or 0), move.cell))
    assert keys == sorted(keys)
    ahead = [[other[:2] < key[:2] for other in keys].count(True) for key in keys]
    assert [move.rank for move in analysis.moves] == [1 + number for number in ahead]
    assert analysis.solved is all(move.score != UNKNOWN for move in analysis.moves)
    assert 1 <= analysis.nodes <= max_nodes
    best = analysis.moves[0].score
    proved = analysis.solved or best.outcome is Outcome.WIN
    assert analysis.score == (best if proved else UNKNOWN)
    check_partial_variation(rules, board, side, analysis, memo)
    return analysis


def check_partial_variation(
    rules: Rules, board: str, side: str, analysis: Analysis, memo: Memo
) -> None:
    """The variation starts with the best move, and after it has the first best of each position."""
    best, *following = analysis.principal_variation
    assert best == analysis.moves[0].cell
    length = analysis.moves[0].score.plies_to_end
    assert len(following) < (1 if length is None else length)
    board, side = reference.play(board, side, best), reference.opponent(side)
    for cell in following:
        ranks = reference.ranks(reference.move_worths(rules, board, side, memo))
        assert cell == min(cell for cell, rank in ranks.items() if rank == 1)
        board, side = reference.play(board, side, cell), reference.opponent(side)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    "rules", [Rules(3, 3, 3), Rules(4, 3, 3), Rules(4, 4, 4), Rules(5, 4, 4)], ids=str
)
def test_within_a_small_budget_what_is_proved_is_true(rules: Rules, misere: bool) -> None:
    rules = replace(rules, misere=misere)
    random = seeded(16)
    memo: Memo = {}
    solved = set()
    for _ in range(4):
        board, side = random_unfinished(rules, 9, random)
        for max_nodes in [1, 2, 3, 5, 10, 20, 50, 100, 200, 500]:
            solved.add(check_partial(rules, board, side, max_nodes, memo).solved)
    assert False in solved


def test_every_budget_from_one_node_to_enough() -> None:
    for rules in [Rules(), Rules(misere=True)]:
        position = position_of("." * 9, "X", rules)
        enough = analyze(position)
        for max_nodes in range(1, enough.nodes, 1 + enough.nodes // 60):
            check_partial(rules, "." * 9, "X", max_nodes, MEMO_3X3)
        plenty = check_partial(rules, "." * 9, "X", 10 * enough.nodes, MEMO_3X3)
        assert (plenty.solved, plenty.moves) == (True, enough.moves)
        assert plenty.principal_variation == enough.principal_variation


def test_a_win_at_once_is_found_with_one_node() -> None:
    analysis = analyze(read_position("XX./OO./..."), 1)
    assert (analysis.moves[0].cell, analysis.score) == (2, Score(Outcome.WIN, 1))
    assert analysis.principal_variation == (2,)
    assert analysis.solved is False
    assert analysis.nodes == 1


def test_a_finished_game_needs_one_node_whatever_the_budget() -> None:
    assert analyze(read_position("XXX/OO./..."), 1).nodes == 1
