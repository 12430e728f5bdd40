"""Define the tasks of a search worker: values that can be sent to another process and cached."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from .analysis import Analysis, Progress
from .board.position import Mark, Position
from .exam import Exam, examine
from .explain.hints import explain
from .game_tree import GameTree, game_tree
from .play.traps import with_traps
from .review import Review, ReviewProgress, review
from .search.analyze import analyze
from .search.backends import SMALL_BOARD
from .textbook.search import TextbookSearch, Valuation
from .textbook.trace import Trace, trace

# Tasks with at most these numbers of empty cells take less than 10 ms without the deep search; on
# random positions of many boards, they took at most half of that. So do all tasks on small boards.
MAX_CELLS, MAX_CELLS_MISERE = 8, 5
MAX_CELLS_OF_TREE = 5
MAX_CELLS_OF_TRAPS = 3


class _Task:
    """What tasks have in common by default. `run` can report the progress of a task."""

    __slots__ = ()

    is_kept: ClassVar = True  # Whether a result is kept in memory.

    @property
    def searches(self) -> int:
        """Return the number of searches, each within the budget of the task."""
        return 1

    @property
    def is_instantaneous(self) -> bool:
        """Return whether the task takes less than 10 ms."""
        return False


@dataclass(frozen=True, slots=True)
class AnalysisTask(_Task):
    """Analyze a position within a node budget; with `traps`, find the traps of its best moves."""

    position: Position
    max_nodes: int
    traps: bool = False

    @property
    def searches(self) -> int:
        """Return the number of searches: one for the position, and with `traps` one for replies."""
        return 2 if self.traps else 1

    @property
    def is_instantaneous(self) -> bool:
        """Return whether the task takes less than 10 ms."""
        most = MAX_CELLS_MISERE if self.position.misere else MAX_CELLS
        if self.traps:
            most = MAX_CELLS_OF_TRAPS
        elif self.position.geometry.size <= SMALL_BOARD:
            most = SMALL_BOARD
        return self.position.plies_left <= most

    def run(self, report: Callable[[Progress], None] | None = None) -> Analysis:
        """Return the analysis, with the reason and the sentence of each move."""
        analysis = explain(analyze(self.position, self.max_nodes, report))
        return with_traps(analysis, self.max_nodes) if self.traps else analysis


@dataclass(frozen=True, slots=True)
class GameTreeTask(_Task):
    """Count the game tree below a position."""

    position: Position

    @property
    def is_instantaneous(self) -> bool:
        """Return whether the task takes less than 10 ms."""
        return self.position.plies_left <= MAX_CELLS_OF_TREE

    def run(self, report: Callable[[Progress], None] | None = None) -> GameTree:  # noqa: ARG002
        """Return the counts; there is no progress to report."""
        return game_tree(self.position)


@dataclass(frozen=True, slots=True)
class ReviewTask(_Task):
    """Review a game of legal moves within a node budget for each position."""

    position: Position
    cells: tuple[int, ...]
    max_nodes: int

    @property
    def searches(self) -> int:
        """Return the number of positions searched, each within the budget."""
        return max(1, len(self.cells))

    @property
    def is_instantaneous(self) -> bool:
        """Return whether the task takes less than 10 ms."""
        most = MAX_CELLS_MISERE if self.position.misere else MAX_CELLS
        if self.position.geometry.size <= SMALL_BOARD and not self.position.misere:
            most = SMALL_BOARD
        return self.position.plies_left <= most

    def run(self, report: Callable[[ReviewProgress], None] | None = None) -> Review:
        """Return the review."""
        return review(self.position, self.cells, self.max_nodes, report)


@dataclass(frozen=True, slots=True)
class TraceTask(_Task):
    """Record a textbook search; `run` raises EngineError."""

    is_kept: ClassVar = False  # Its result is too long to keep in memory.

    search: TextbookSearch

    @property
    def position(self) -> Position:
        """Return the root of the search."""
        return self.search.position

    def run(self, report: Callable[[Progress], None] | None = None) -> Trace:  # noqa: ARG002
        """Return the trace; there is no progress to report."""
        return trace(self.search)


@dataclass(frozen=True, slots=True)
class ExamTask(_Task):
    """Examine a player, whose moves are the JSON text `entries`; `run` raises EngineError."""

    is_kept: ClassVar = False  # The task itself is too long to keep in memory.

    position: Position
    side: Mark
    entries: str
    values: Valuation = Valuation.SCORE

    def run(self, report: Callable[[Progress], None] | None = None) -> Exam:  # noqa: ARG002
        """Return the exam; there is no progress to report."""
        return examine(self.position, self.side, self.entries, self.values)


Task = AnalysisTask | GameTreeTask | ReviewTask | TraceTask | ExamTask
Result = Analysis | GameTree | Review | Trace | Exam
