"""Examine a player: find the verdict, and the game that proves it."""

from ..board.position import Mark, Position
from ..score import Outcome
from ..textbook.search import Valuation
from .advice import advice_on, advice_on_illegal
from .entries import read_moves
from .report import Exam, ExamVerdict, Game
from .traversal import Traversal


def examine(start: Position, side: Mark, entries: str, values: Valuation = Valuation.SCORE) -> Exam:
    """Examine the player of a side by its entries, in the form that read_moves accepts.

    With `Valuation.OUTCOME`, it does not matter how long a game takes. Raises ExamTooLarge and the
    errors of read_moves.
    """
    traversal = Traversal(start, side, read_moves(start, side, entries), values)
    traversal.run()
    verdict, refutation = _verdict(traversal)
    is_known = verdict is not ExamVerdict.INCOMPLETE
    return Exam(
        verdict=verdict,
        needed=() if is_known else tuple(traversal.needed),
        refutation=refutation,
        mistakes=tuple(traversal.mistakes),
        positions=traversal.positions,
        games=traversal.games,
        best_share=_share(traversal.best, traversal) if is_known else None,
        outcome_share=_share(traversal.kept, traversal) if is_known else None,
        text=_text(traversal, verdict),
    )


def _verdict(traversal: Traversal) -> tuple[ExamVerdict, Game | None]:
    """Return the verdict, and the shortest game that proves it."""
    if traversal.illegal:
        return ExamVerdict.ILLEGAL, traversal.illegal
    if traversal.lost:
        return ExamVerdict.LOSES, traversal.lost
    if traversal.needed:
        return ExamVerdict.INCOMPLETE, None
    if traversal.worse:
        return ExamVerdict.UNBEATEN, traversal.worse
    return ExamVerdict.PERFECT, None


def _share(moves: int, traversal: Traversal) -> float:
    """Return the share of moves among those that are known and legal."""
    return moves / traversal.moved if traversal.moved else 0.0


def _text(traversal: Traversal, verdict: ExamVerdict) -> str | None:
    """Return what is wrong in the first position that the verdict is about."""
    if verdict is ExamVerdict.ILLEGAL and traversal.illegal and traversal.illegal_in:
        return advice_on_illegal(traversal.illegal_in, traversal.illegal.cells[-1])
    if verdict is ExamVerdict.LOSES:
        to_blame = (it for it in traversal.mistakes if it.after.outcome is Outcome.LOSS)
        lost = next(it for it in to_blame if it.before.outcome is not Outcome.LOSS)
        return advice_on(lost, traversal.values)
    if verdict is ExamVerdict.UNBEATEN:
        return advice_on(traversal.mistakes[0], traversal.values)
    return None
