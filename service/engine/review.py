"""What each move of a game was worth, and which one decided it."""

from collections.abc import Iterable
from dataclasses import dataclass

from service.engine.analysis import Analysis, ScoredMove, analyze
from service.engine.errors import IllegalMove
from service.engine.position import Mark, Position, Status
from service.engine.score import Outcome
from service.engine.verdict import Verdict

WORTH = {Outcome.WIN: 1, Outcome.DRAW: 0, Outcome.LOSS: -1}


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of the game: the analysis of the position before it, in which it is one of `moves`."""

    analysis: Analysis
    move: ScoredMove

    @property
    def side(self) -> Mark:
        """The side that moved."""
        return self.analysis.position.side_to_move

    @property
    def verdict(self) -> Verdict:
        """How the move compares with the best."""
        before, after = self.analysis.score.outcome, self.move.score.outcome
        if Outcome.UNKNOWN in (before, after):
            return Verdict.UNKNOWN
        if self.move.rank == 1:
            return Verdict.BEST
        lost = WORTH[before] - WORTH[after]
        return (Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER)[lost]


@dataclass(frozen=True, slots=True)
class Review:
    """All moves of a game in order, and the position after the last."""

    moves: tuple[ReviewedMove, ...]
    position: Position

    @property
    def nodes(self) -> int:
        """What the searches of all positions visited."""
        return sum(move.analysis.nodes for move in self.moves)

    def verdicts_of(self, side: Mark) -> list[Verdict]:
        """The verdicts on the moves of a side."""
        return [move.verdict for move in self.moves if move.side is side]

    @property
    def turning_point(self) -> int | None:
        """The number of the last ply, from 1, that set the outcome that stood at the end.

        None if the outcome was the same from the start, or where it is not proved which ply it was.
        """
        worth = [self._worth_to_x(played) for played in range(len(self.moves) + 1)]
        plies = reversed(range(len(self.moves)))
        last = next((ply for ply in plies if worth[ply] != worth[-1]), None)
        if last is None or None in (worth[last], worth[-1]):
            return None
        return last + 1

    def _worth_to_x(self, played: int) -> int | None:
        """What the game is worth to X after so many moves; None where it is not proved."""
        if played == len(self.moves) and self.position.status is not Status.IN_PROGRESS:
            winner = self.position.winner
            return 0 if winner is None else 1 if winner is Mark.X else -1
        known = []
        if played > 0:
            before = self.moves[played - 1]
            known.append((before.move.score.outcome, before.side))
        if played < len(self.moves):
            after = self.moves[played]
            known.append((after.analysis.score.outcome, after.side))
        for outcome, side in known:
            if outcome is not Outcome.UNKNOWN:
                return WORTH[outcome] if side is Mark.X else -WORTH[outcome]
        return None


def review(start: Position, cells: tuple[int, ...], max_nodes: int) -> Review:
    """The review of a game, with a budget of nodes split evenly over its plies.

    Raises IllegalMove with the index of the first move that the rules forbid.
    """
    positions = positions_of(start, cells)
    share = max_nodes // max(1, len(cells))
    return Review(
        moves=tuple(
            _reviewed(analyze(position, share), cell)
            for position, cell in zip(positions, cells, strict=False)
        ),
        position=positions[-1],
    )


def positions_of(start: Position, cells: Iterable[int]) -> list[Position]:
    """The position before the first move and after each; raises IllegalMove with an index."""
    positions = [start]
    for index, cell in enumerate(cells):
        try:
            positions.append(positions[-1].play(cell))
        except IllegalMove as error:
            raise IllegalMove(f"Move {index + 1}: {error}", index) from error
    return positions


def _reviewed(analysis: Analysis, cell: int) -> ReviewedMove:
    return ReviewedMove(analysis, next(move for move in analysis.moves if move.cell == cell))
