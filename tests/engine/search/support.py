"""Searches and analyses from a cold start, and positions to search."""

from collections.abc import Iterator
from random import Random

import pytest

from service.engine.analysis import Analysis
from service.engine.board.position import Position
from service.engine.budget import DEFAULT_NODES, Budget
from service.engine.search.alpha_beta import AlphaBeta, Search
from service.engine.search.analyze import analyze
from service.engine.search.compiled.interface import CompiledSearch, library
from service.engine.values import INFINITY, Score
from tests import reference
from tests.engine.conversion import geometry_of, own_and_other, position_of
from tests.engine.positions import random_unfinished
from tests.reference import Memo, Rules, Worth

PLENTY = 10**9  # nodes
KINDS = ["python", pytest.param("compiled", marks=pytest.mark.compiled)]

# Boards, with the numbers of empty cells from which an unlimited search is fast.
BOARDS = {
    Rules(3, 3, 3): range(3, 10),
    Rules(4, 3, 3): range(5, 13),
    Rules(3, 4, 4): range(5, 13),
    Rules(4, 4, 3): range(8, 17),
    Rules(4, 4, 4): range(8, 17),
    Rules(5, 4, 3): range(8, 19),
    Rules(5, 4, 4): range(10, 17),
    Rules(5, 5, 4): range(10, 18),
    Rules(5, 5, 5): range(10, 20),
    Rules(6, 4, 4): range(10, 18),
    Rules(6, 6, 4): range(12, 17),
    Rules(6, 6, 5): range(12, 21),
    Rules(3, 3, 3, misere=True): range(3, 10),
    Rules(4, 3, 3, misere=True): range(5, 10),
    Rules(4, 4, 4, misere=True): range(5, 10),
    Rules(5, 5, 4, misere=True): range(5, 10),
}
POSITIONS_OF_A_BOARD = 32


def positions(rules: Rules) -> Iterator[Position]:
    """Random positions of one of the boards, early and late ones."""
    random = Random(50)
    for _ in range(POSITIONS_OF_A_BOARD):
        empty_cells = random.choice(BOARDS[rules])
        yield position_of(*random_unfinished(rules, empty_cells, random), rules)


def new_search(kind: str, rules: Rules, budget: Budget | None = None, slots: int = 10**6) -> Search:
    """A cold search in Python or C, by default without a limit."""
    budget, geometry = budget or Budget(PLENTY), geometry_of(rules)
    if kind == "python":
        return AlphaBeta(geometry, budget, misere=rules.misere)
    compiled = library()
    assert compiled
    name = "noughts_misere" if rules.misere else "noughts_normal"
    return CompiledSearch(compiled, name, geometry, budget, slots)


def value(search: Search, board: str, side: str) -> int:
    return search(*own_and_other(board, side), -INFINITY, INFINITY)


def worth_of(score: Score) -> Worth:
    assert score.plies_to_end is not None
    return Worth(score.outcome.value, score.plies_to_end)


def check_analysis(rules: Rules, board: str, side: str, memo: Memo) -> int:
    """Compare the analysis of a position with the reference, move by move; its nodes."""
    position = position_of(board, side, rules)
    analysis = analyze(position)
    worths = reference.move_worths(rules, board, side, memo)
    ranks = reference.ranks(worths)
    order = sorted(worths, key=lambda cell: (ranks[cell], cell))
    assert [move.cell for move in analysis.moves] == order
    for move in analysis.moves:
        assert worth_of(move.score) == worths[move.cell], (rules, board, side, move)
        assert move.score.points == worths[move.cell].score
        assert move.rank == ranks[move.cell], (rules, board, side, move)
        assert move.estimate is None
    assert analysis.solved
    assert worth_of(analysis.score) == reference.worth(rules, board, side, memo)
    assert analysis.position == position
    assert [move.cell for move in analysis.best_moves] == [c for c in order if ranks[c] == 1]
    assert 1 <= analysis.nodes <= DEFAULT_NODES
    assert analysis.principal_variation[:1] == tuple(order[:1])
    check_variation(rules, board, side, analysis, memo)
    return analysis.nodes


def check_variation(rules: Rules, board: str, side: str, analysis: Analysis, memo: Memo) -> None:
    """Play the principal variation: always the first best move, to the promised end."""
    worth = reference.worth(rules, board, side, memo)
    mover = side
    for cell in analysis.principal_variation:
        scores = reference.move_scores(rules, board, mover, memo)
        assert cell == max(scores, key=scores.__getitem__)  # the first of the best
        board, mover = reference.play(board, mover, cell), reference.opponent(mover)
    assert len(analysis.principal_variation) == worth.plies_to_end
    assert reference.legal_moves(rules, board) == []
    winners = {"win": side, "loss": reference.opponent(side), "draw": None}
    assert reference.winner(rules, board) == winners[worth.outcome]
