"""Define the tasks of a search worker: values that can be sent to another process and cached."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from .analysis import Analysis, Progress
from .board.position import Mark, Position
from .count.game_tree import GameTree, game_tree
from .exam.exam import examine
from .exam.report import Exam
from .explain.hints import explained
from .play.traps import with_traps
from .review import Review, ReviewProgress, review
from .search.analyze import analyze
from .textbook.search import Question, Valuation
from .textbook.trace import Trace
from .textbook.trace_limits import trace_or_suggest

# Tasks up to these numbers of empty cells take less than 10 ms without the deep search, with at
# least as much to spare: measured on random positions of many boards.
SMALL_BOARD = 9  # So few cells are searched in the server process.
MAX_CELLS, MAX_CELLS_MISERE = 8, 5
MAX_CELLS_OF_TREE = 5
MAX_CELLS_OF_TRAPS = 3


@dataclass(frozen=True, slots=True)
class AnalysisTask:
    """Analyze a position within a node budget, with the traps of its best moves if wanted."""

    is_kept: ClassVar = True

    position: Position
    max_nodes: int
    traps: bool = False

    @property
    def searches(self) -> int:
        """Return the number of searches: of the position, and of those after its best moves."""
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
        """Return the result; `report` receives the progress."""
        analysis = explained(analyze(self.position, self.max_nodes, report))
        return with_traps(analysis, self.max_nodes) if self.traps else analysis


@dataclass(frozen=True, slots=True)
class GameTreeTask:
    """Count the game tree below a position."""

    is_kept: ClassVar = True
    searches: ClassVar = 1

    position: Position

    @property
    def is_instantaneous(self) -> bool:
        """Return whether the task takes less than 10 ms."""
        return self.position.plies_left <= MAX_CELLS_OF_TREE

    def run(self, report: Callable[[Progress], None] | None = None) -> GameTree:  # noqa: ARG002
        """Return the result; there is no progress to report."""
        return game_tree(self.position)


@dataclass(frozen=True, slots=True)
class ReviewTask:
    """Review a game of legal moves within a node budget for each position."""

    is_kept: ClassVar = True

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
        """Return the result; `report` receives the progress."""
        return review(self.position, self.cells, self.max_nodes, report)


@dataclass(frozen=True, slots=True)
class TraceTask:
    """Record a textbook search; `run` raises TraceTooLarge."""

    is_instantaneous: ClassVar = False
    is_kept: ClassVar = False  # Its result is too long to keep in memory.
    searches: ClassVar = 1

    question: Question

    @property
    def position(self) -> Position:
        """Return the root of the search."""
        return self.question.position

    def run(self, report: Callable[[Progress], None] | None = None) -> Trace:  # noqa: ARG002
        """Return the result; there is no progress to report."""
        return trace_or_suggest(self.question)


@dataclass(frozen=True, slots=True)
class ExamTask:
    """Examine a player; `entries` are its moves as JSON. `run` raises EngineErrors."""

    is_instantaneous: ClassVar = False
    is_kept: ClassVar = False  # The task itself is too long to keep in memory.
    searches: ClassVar = 1

    position: Position
    side: Mark
    entries: str
    values: Valuation = Valuation.SCORE

    def run(self, report: Callable[[Progress], None] | None = None) -> Exam:  # noqa: ARG002
        """Return the result; there is no progress to report."""
        return examine(self.position, self.side, self.entries, self.values)


Task = AnalysisTask | GameTreeTask | ReviewTask | TraceTask | ExamTask
Result = Analysis | GameTree | Review | Trace | Exam
