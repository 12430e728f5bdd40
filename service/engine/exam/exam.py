"""The exam of a player: the verdict, and the game that proves it."""

from service.engine.board.position import Mark, Position
from service.engine.exam.advice import advice_on, advice_on_illegal
from service.engine.exam.entries import read_moves
from service.engine.exam.report import Exam, ExamVerdict, Game
from service.engine.exam.walk import Walk
from service.engine.score import Outcome
from service.engine.textbook.search import Valuation


def examine(start: Position, side: Mark, entries: str, values: Valuation = Valuation.SCORE) -> Exam:
    """Examine the player of a side by its entries, in the form that read_moves accepts.

    With `Valuation.OUTCOME`, it does not matter how long a game takes. Raises ExamTooLarge and the
    errors of read_moves.
    """
    walk = Walk(start, side, read_moves(start, side, entries), values)
    walk.run()
    verdict, refutation = _verdict(walk)
    is_known = verdict is not ExamVerdict.INCOMPLETE
    return Exam(
        verdict=verdict,
        needed=() if is_known else tuple(walk.needed),
        refutation=refutation,
        mistakes=tuple(walk.mistakes),
        positions=walk.positions,
        games=walk.games,
        best_share=_share(walk.best, walk) if is_known else None,
        outcome_share=_share(walk.kept, walk) if is_known else None,
        text=_text(walk, verdict),
    )


def _verdict(walk: Walk) -> tuple[ExamVerdict, Game | None]:
    """Return the verdict, and the shortest game that proves it."""
    if walk.illegal:
        return ExamVerdict.ILLEGAL, walk.illegal
    if walk.lost:
        return ExamVerdict.LOSES, walk.lost
    if walk.needed:
        return ExamVerdict.INCOMPLETE, None
    if walk.worse:
        return ExamVerdict.UNBEATEN, walk.worse
    return ExamVerdict.PERFECT, None


def _share(moves: int, walk: Walk) -> float:
    """Return the share of moves among those that are known and legal."""
    return moves / walk.moved if walk.moved else 0.0


def _text(walk: Walk, verdict: ExamVerdict) -> str | None:
    """Return what is wrong in the first position that the verdict is about."""
    if verdict is ExamVerdict.ILLEGAL and walk.illegal and walk.illegal_in:
        return advice_on_illegal(walk.illegal_in, walk.illegal.cells[-1])
    if verdict is ExamVerdict.LOSES:
        to_blame = (it for it in walk.mistakes if it.after.outcome is Outcome.LOSS)
        lost = next(it for it in to_blame if it.before.outcome is not Outcome.LOSS)
        return advice_on(lost, walk.values)
    return advice_on(walk.mistakes[0], walk.values) if verdict is ExamVerdict.UNBEATEN else None
