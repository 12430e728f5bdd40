"""Traps: of the best moves, the one after which a fallible opponent does worst.

A fallible opponent plays at random half the time. Otherwise it wins if it can in one move, or
blocks a win in one move, or plays at random. In misère, it then avoids completing a line instead.
"""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from statistics import mean
from typing import Final

from service.engine.analysis import Analysis, ScoredMove, Trap
from service.engine.board.geometry import cells_of
from service.engine.board.position import Mark, Position, Status
from service.engine.board.tactics import tactics_of
from service.engine.score import Outcome
from service.engine.search.analyze import analyze

MAX_CELLS: Final = 9  # empty before the move; with more, the game is not searched to its end
WORDS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
WORTH: Final = {Outcome.LOSS: -1, Outcome.DRAW: 0, Outcome.WIN: 1}


def with_traps(analysis: Analysis, max_nodes: int) -> Analysis:
    """The analysis with a trap for each of its best moves that does not end the game.

    All best moves together get what the analysis has left of the node budget.
    """
    best = analysis.best_moves
    budget = max(0, max_nodes - analysis.nodes) // max(1, len(best))
    traps = {move.cell: _trap(analysis.position.play(move.cell), budget) for move in best}
    side = analysis.position.side_to_move.opponent
    moves = (_with_trap(move, traps.get(move.cell), side) for move in analysis.moves)
    return replace(analysis, moves=tuple(moves))


def _with_trap(move: ScoredMove, trap: Trap | None, side: Mark) -> ScoredMove:
    """The move with its trap, which its text mentions if a reply of this side is not safe."""
    if not trap or trap.safe_replies == trap.replies:
        return replace(move, trap=trap)
    replies = "reply" if trap.safe_replies == 1 else "replies"
    left = f"Leaves {side} {_word(trap.safe_replies)} safe {replies} of {_word(trap.replies)}"
    return replace(move, trap=trap, text=f"{move.text}. {left}" if move.text else left)


def _word(number: int) -> str:
    return WORDS[number] if number < len(WORDS) else str(number)


def _trap(position: Position, max_nodes: int) -> Trap | None:
    """The trap of a move that leads to this position."""
    if position.status is not Status.IN_PROGRESS:
        return None
    replies = analyze(position, max_nodes).moves
    known = [WORTH[reply.score.outcome] for reply in replies if reply.score.outcome in WORTH]
    unsafe = sum(worth < max(known) for worth in known)
    if len(replies) < MAX_CELLS:
        gain = _gain_after_move(position)
    else:
        gain = Fraction(unsafe, len(replies))
    return Trap(gain, len(replies) - unsafe, len(replies))


@lru_cache(maxsize=16_384)
def _gain_after_move(position: Position) -> Fraction:
    """The expected score, from 0 to 1, of the side that has moved and goes on setting traps."""
    if position.status is not Status.IN_PROGRESS:
        return 1 - _final_score(position)
    noticed = mean(_gain_before_move(position.play(cell)) for cell in _noticed(position))
    random = mean(_gain_before_move(position.play(cell)) for cell in position.legal_moves)
    return (noticed + random) / 2


@lru_cache(maxsize=16_384)
def _gain_before_move(position: Position) -> Fraction:
    """The expected score of the side to move."""
    if position.status is not Status.IN_PROGRESS:
        return _final_score(position)
    best = analyze(position).best_moves
    return max(_gain_after_move(position.play(move.cell)) for move in best)


def _final_score(position: Position) -> Fraction:
    """The score of a finished game for the side that would move next."""
    if position.winner is None:
        return Fraction(1, 2)
    return Fraction(position.winner is position.side_to_move)


def _noticed(position: Position) -> list[int]:
    """The moves that a fallible opponent considers when it does not play at random."""
    tactics = tactics_of(position.geometry, position.own, position.other)
    if position.misere:
        cells = position.empty & ~tactics.own_winning
    else:
        cells = tactics.own_winning or tactics.other_winning
    return list(cells_of(cells or position.empty))
