"""The exam of a player: the verdict, and the game that shows it."""

from dataclasses import dataclass
from enum import StrEnum

from service.engine.board.position import Mark, Position
from service.engine.exam.entries import read_moves
from service.engine.exam.walk import Game, Mistake, Walk


class ExamVerdict(StrEnum):
    """What a player is; all of its moves are known, but for the first two and the last.

    `illegal`: it makes a move that the rules forbid; `loses`: it loses a game that it need not
    lose; `unbeaten`: it does not, but lets a win slip or delays it, or hastens a loss; `perfect`:
    it always plays a best move.
    """

    ILLEGAL = "illegal"
    LOSES = "loses"
    UNBEATEN = "unbeaten"
    PERFECT = "perfect"
    INCOMPLETE = "incomplete"


@dataclass(frozen=True, slots=True)
class Exam:
    """The result of an exam.

    `needed` are the positions to be asked next, the earliest first; there are none with a verdict.
    `positions` are those in which the player has been seen to move or is asked to, `games` those
    that have come to their end.
    """

    verdict: ExamVerdict
    needed: tuple[str, ...]
    refutation: Game | None
    mistakes: tuple[Mistake, ...]
    positions: int
    games: int


def examine(start: Position, side: Mark, entries: str) -> Exam:
    """Examine the player of a side by its entries, as read_moves takes them.

    Raises what read_moves raises, and ExamTooLarge.
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
    """The verdict, and the shortest game that shows it."""
    if walk.illegal:
        return ExamVerdict.ILLEGAL, walk.illegal
    if walk.lost:
        return ExamVerdict.LOSES, walk.lost
    if walk.needed:
        return ExamVerdict.INCOMPLETE, None
    if walk.worse:
        return ExamVerdict.UNBEATEN, walk.worse
    return ExamVerdict.PERFECT, None
