"""Define the tasks of a search worker: values that can be sent to another process and cached."""

from dataclasses import dataclass

from .engine.analysis import Analysis, Report
from .engine.board.position import Mark, Position
from .engine.exam import Exam, examine
from .engine.explain.hints import explain
from .engine.game_tree import GameTree, game_tree
from .engine.play.traps import with_traps
from .engine.review import Review, review
from .engine.search.analyze import analyze
from .engine.search.staged import SMALL_BOARD
from .engine.textbook.search import Algorithm, TextbookSearch, Valuation
from .engine.textbook.trace import Trace, trace

# Tasks with at most this many empty cells take less than 10 ms, even without the compiled search;
# on random positions of many boards, they took at most half of that. So do most tasks on 3x3.
MAX_CELLS, MAX_CELLS_MISERE = 8, 5
MAX_CELLS_OF_TREE = 5
MAX_CELLS_OF_TRAPS = 3


@dataclass(frozen=True, slots=True)
class AnalysisTask:
    """Analyze a position within a node budget; with `traps`, find the traps of its best moves."""

    position: Position
    max_nodes: int
    traps: bool = False

    def run(self, report: Report | None = None) -> Analysis:
        """Return the analysis, with the `reason` and the `text` of each move filled in."""
        analysis = explain(analyze(self.position, self.max_nodes, report))
        return with_traps(analysis, self.max_nodes) if self.traps else analysis


@dataclass(frozen=True, slots=True)
class GameTreeTask:
    """Count the game tree below a position."""

    position: Position

    def run(self, report: Report | None = None) -> GameTree:  # noqa: ARG002
        """Return the counts; there is no progress to report."""
        return game_tree(self.position)


@dataclass(frozen=True, slots=True)
class ReviewTask:
    """Review a game of legal moves within a node budget for each position."""

    position: Position
    cells: tuple[int, ...]
    max_nodes: int

    def run(self, report: Report | None = None) -> Review:
        """Return the review."""
        return review(self.position, self.cells, self.max_nodes, report)


@dataclass(frozen=True, slots=True)
class TraceTask:
    """Record a textbook search; `run` raises EngineError if it has too many nodes."""

    position: Position
    algorithm: Algorithm
    values: Valuation
    max_depth: int | None

    def run(self, report: Report | None = None) -> Trace:  # noqa: ARG002
        """Return the trace; there is no progress to report."""
        return trace(TextbookSearch(self.position, self.algorithm, self.values, self.max_depth))


@dataclass(frozen=True, slots=True)
class ExamTask:
    """Examine a player, given its moves as JSON; `run` raises EngineError if they are invalid."""

    position: Position
    side: Mark
    entries: str
    values: Valuation = Valuation.SCORE

    def run(self, report: Report | None = None) -> Exam:  # noqa: ARG002
        """Return the exam; there is no progress to report."""
        return examine(self.position, self.side, self.entries, self.values)


Task = AnalysisTask | GameTreeTask | ReviewTask | TraceTask | ExamTask
Result = Analysis | GameTree | Review | Trace | Exam


def searches_of(task: Task) -> int:
    """Return the number of searches that a task runs."""
    if isinstance(task, ReviewTask):
        return max(1, len(task.cells))
    return 2 if isinstance(task, AnalysisTask) and task.traps else 1


def is_instantaneous(task: Task) -> bool:
    """Return whether a task takes less than 10 ms."""
    position = task.position
    is_small = position.geometry.size <= SMALL_BOARD
    match task:
        case TraceTask() | ExamTask():
            most = -1
        case GameTreeTask():
            most = MAX_CELLS_OF_TREE
        case AnalysisTask(traps=True):
            most = MAX_CELLS_OF_TRAPS
        case _ if is_small and (isinstance(task, AnalysisTask) or not position.misere):
            most = SMALL_BOARD
        case _:
            most = MAX_CELLS_MISERE if position.misere else MAX_CELLS
    return position.plies_left <= most
