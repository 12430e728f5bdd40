"""Find the trap of each best move: how badly an error-prone opponent does after it.

With few empty cells, the gain of a trap is the expected result against this opponent. Half of the
time, it plays at random. The other half, it completes a line if it can, or else blocks a line, or
else plays at random. In misère, it avoids completing a line instead.

With more empty cells, the gain of a move that draws is its estimate against a simple player, which
weighs the lines through a cell and does not look ahead (search/compiled/estimate.c). Without an
estimate, the gain is the share of replies that are mistakes.
"""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from statistics import mean
from typing import Final

from ..analysis import Analysis, ScoredMove, Trap
from ..board.geometry import cells_of
from ..board.position import Mark, Position, Status
from ..board.tactics import tactics_of
from ..budget import Budget, estimate_nodes
from ..explain import REASONS_BY_PLACE
from ..search.analyze import analyze
from ..search.compiled.interface import estimate_moves
from ..search.staged import StagedSearch
from ..values import Bounds, Outcome, final_bounds

MAX_CELLS: Final = 9  # With more empty cells, games are not searched to the end.
WORDS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def with_traps(analysis: Analysis, max_nodes: int) -> Analysis:
    """Return the analysis with the traps of its best moves.

    If best moves are estimated, only those with the highest estimate get a trap. Estimates get at
    most three quarters of the nodes left by the analysis; the searches of the replies get the rest.
    """
    position, best = analysis.position, [move.cell for move in analysis.best_moves]
    left = max(0, max_nodes - analysis.nodes)
    spent = Budget(min(estimate_nodes(position.geometry, max_nodes), left * 3 // 4))
    estimates: dict[int, int] = {}
    # A proved win or loss needs no estimates, and with few empty cells, gains are exact.
    if position.plies_left > MAX_CELLS and any(
        move.score.outcome is Outcome.DRAW for move in analysis.best_moves
    ):
        estimates = estimate_moves(position, best, spent, traps=True)
    if estimates:
        best = [cell for cell in best if estimates[cell] == max(estimates.values())]
    budget = max(0, left - spent.nodes) // max(1, len(best))
    traps = {cell: _trap(position.play(cell), budget, estimates.get(cell)) for cell in best}
    side = position.side_to_move.opponent
    moves = (_with_trap(move, traps.get(move.cell), side) for move in analysis.moves)
    return replace(analysis, moves=tuple(moves))


def _with_trap(move: ScoredMove, trap: Trap | None, side: Mark) -> ScoredMove:
    """Return the move with its trap, and with a text that mentions it if `side` can make a mistake.

    If the move draws, the trap replaces a reason that only says where the cell is.
    """
    if not trap or trap.safe_replies == trap.replies:
        return replace(move, trap=trap)
    replies = "reply" if trap.safe_replies == 1 else "replies"
    safe = ("" if trap.proved else "at most ") + _word(trap.safe_replies)
    leaves = f"leaves {side} {safe} safe {replies} of {_word(trap.replies)}"
    if move.score.outcome is Outcome.DRAW and move.reason in REASONS_BY_PLACE:
        return replace(move, trap=trap, text=f"Sets a trap: {leaves}")
    return replace(move, trap=trap, text=f"{move.text}. L{leaves[1:]}")


def _word(number: int) -> str:
    return WORDS[number] if number < len(WORDS) else str(number)


def _trap(position: Position, max_nodes: int, estimate: int | None) -> Trap | None:
    """Return the trap of the move that led to a position; None if that move ended the game."""
    if position.status is not Status.IN_PROGRESS:
        return None
    count = position.plies_left
    replies = StagedSearch(position, max_nodes).prove().values() if max_nodes else [Bounds()]
    best = max(reply.at_least.sign for reply in replies)
    unsafe = sum(reply.at_most.sign < best for reply in replies)
    if estimate is not None:
        gain = Fraction(100 + estimate, 200)
    elif count < MAX_CELLS:
        gain = _gain_after_move(position)
    else:
        gain = Fraction(unsafe, count)
    proved = all(reply.outcome is not Outcome.UNKNOWN for reply in replies)
    return Trap(gain, count - unsafe, count, proved)


@lru_cache(maxsize=16_384)
def _gain_after_move(position: Position) -> Fraction:
    """Return the expected result, from 0 to 1, for the side that sets traps and has just moved."""
    if position.status is not Status.IN_PROGRESS:
        return 1 - _gain_before_move(position)
    noticed = mean(_gain_before_move(position.play(cell)) for cell in _noticed(position))
    random = mean(_gain_before_move(position.play(cell)) for cell in position.legal_moves)
    return (noticed + random) / 2


@lru_cache(maxsize=16_384)
def _gain_before_move(position: Position) -> Fraction:
    """Return the expected result, from 0 to 1, for the side that sets traps and is to move."""
    if position.status is not Status.IN_PROGRESS:
        return Fraction(1 + final_bounds(position, position.side_to_move).outcome.sign, 2)
    best = analyze(position).best_moves
    return max(_gain_after_move(position.play(move.cell)) for move in best)


def _noticed(position: Position) -> list[int]:
    """Return the moves that an error-prone opponent considers when it does not play at random."""
    tactics = tactics_of(position.geometry, position.own, position.other)
    if position.misere:
        cells = position.empty & ~tactics.own_winning
    else:
        cells = tactics.own_winning or tactics.other_winning
    return list(cells_of(cells or position.empty))
