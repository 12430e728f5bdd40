"""The exam of a player: the verdict, and the game that proves it."""

from service.engine.board.position import Mark, Position
from service.engine.exam.entries import read_moves
from service.engine.exam.report import Exam, ExamVerdict, Game
from service.engine.exam.walk import Walk


def examine(start: Position, side: Mark, entries: str) -> Exam:
    """Examine the player of a side by its entries, in the form that read_moves accepts.

    Raises ExamTooLarge and the errors of read_moves.
    """
    walk = Walk(start, side, read_moves(start, side, entries))
    walk.run()
    verdict, refutation = _verdict(walk)
    return Exam(
        verdict=verdict,
        needed=tuple(walk.needed) if verdict is ExamVerdict.INCOMPLETE else (),
        refutation=refutation,
        mistakes=tuple(walk.mistakes),
        positions=walk.positions,
        games=walk.games,
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
