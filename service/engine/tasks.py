"""The tasks of a search worker: values that can be sent to another process, and cached."""

from collections.abc import Callable
from dataclasses import dataclass

from service.engine.analysis import Analysis, Progress
from service.engine.board.position import Position
from service.engine.count.game_tree import GameTree, game_tree
from service.engine.explain.review import Review, ReviewProgress
from service.engine.search.analyze import analyze, analyze_uncached
from service.engine.search.review import review


@dataclass(frozen=True, slots=True)
class AnalysisTask:
    """Analyse a position within a budget of nodes."""

    position: Position
    max_nodes: int

    @property
    def is_instantaneous(self) -> bool:
        """Whether the answer takes less than 10 ms."""
        return self.position.plies_left <= (7 if self.position.misere else 9)

    def run(self, report: Callable[[Progress], None] | None = None) -> Analysis:
        """The result, with reports on the way."""
        if report is None:
            return analyze(self.position, self.max_nodes)
        return analyze_uncached(self.position, self.max_nodes, report)


@dataclass(frozen=True, slots=True)
class GameTreeTask:
    """Count the game tree below a position."""

    position: Position

    @property
    def is_instantaneous(self) -> bool:
        """Whether the answer takes less than 10 ms."""
        return self.position.plies_left <= 6

    def run(self, report: Callable[[Progress], None] | None = None) -> GameTree:  # noqa: ARG002
        """The result; there is nothing to report."""
        return game_tree(self.position)


@dataclass(frozen=True, slots=True)
class ReviewTask:
    """Review a game within a budget of nodes for each position; its moves are legal."""

    start: Position
    cells: tuple[int, ...]
    max_nodes: int

    @property
    def is_instantaneous(self) -> bool:
        """Whether the answer takes less than 10 ms."""
        return self.start.plies_left <= (7 if self.start.misere else 9)

    def run(self, report: Callable[[ReviewProgress], None] | None = None) -> Review:
        """The result, with reports on the way."""
        return review(self.start, self.cells, self.max_nodes, report)


Task = AnalysisTask | GameTreeTask | ReviewTask
Result = Analysis | GameTree | Review
