"""Define the tasks of a search worker: values that can be sent to another process and cached.

A new kind of task needs only a class in this module (docs/development.md, "Add an operation").
"""

import json
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from .engine.analysis import Analysis, Findings, Progress, Report
from .engine.board.position import Mark, Position, Status
from .engine.board.symmetry import canonical_position
from .engine.budget import turn_nodes
from .engine.exam.examiner import examine
from .engine.exam.findings import Exam
from .engine.explain import explain
from .engine.game_tree import GameTree, game_tree
from .engine.play.traps import with_traps
from .engine.review import Review, review_steps
from .engine.search.analyze import analyze, complete, find
from .engine.search.staged import SMALL_BOARD
from .engine.steps import Step, Steps, run_steps
from .engine.textbook.search import Algorithm, TextbookSearch, Valuation
from .engine.textbook.trace import Trace, trace

# Analyses with at most this many empty cells take less than 10 ms, even without the compiled
# search; on random positions of many boards, they took at most half of that. So do those on 3x3.
MAX_CELLS, MAX_CELLS_MISERE, MAX_CELLS_OF_TRAPS = 8, 5, 3

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Task(Step, Generic[R]):
    """What to compute about a position: a task defines `run`, or `steps` if it has several.

    What it does not say of itself is safe for any task.
    """

    position: Position

    def run(self, report: Report | None = None) -> R:
        """Return the result, after reports on the progress, if the task makes any."""
        report_image = report and (lambda progress: report(self.image(progress)))
        return run_steps(self.steps(), lambda step: step.run(report_image))

    def steps(self) -> Steps[R]:
        """Divide the task into steps, each of which can take as long as `search_timeout`.

        Between steps, other tasks get the worker. By default, there is one.
        """
        result: R = yield self
        return result

    def image(self, progress: Progress) -> Progress:
        """Return a report of a step about a symmetric position as one about this position."""
        return progress

    @property
    def max_cells(self) -> int:
        """Return with how many empty cells it still takes less than 10 ms; -1 if it never does."""
        return -1

    @property
    def searches(self) -> int:
        """Return the number of searches among which the reported nodes are divided."""
        return 1

    @property
    def is_kept(self) -> bool:
        """Return whether results are kept in memory."""
        return True

    @property
    def is_shared(self) -> bool:
        """Return whether replicas share results."""
        return True

    @property
    def is_instantaneous(self) -> bool:
        """Return whether the task takes less than 10 ms; only then, it runs in the event loop."""
        if self.position.plies_left <= self.max_cells:
            return True
        return self.max_cells >= 0 and self.position.status is not Status.IN_PROGRESS

    @property
    def is_short(self) -> bool:
        """Return whether the task takes at most a second or two; a slot is reserved for these."""
        return False

    def nodes_of(self, _: R) -> int | None:
        """Return the number of nodes searched for a result; None if the task counts none."""
        return None


AnyTask = Task[Any]


@dataclass(frozen=True, slots=True)
class FindingsTask(Task[Findings]):
    """Find what is known about the moves of a canonical position within a node budget."""

    max_nodes: int

    def run(self, report: Report | None = None) -> Findings:
        """Return the findings."""
        return find(self.position, self.max_nodes, report)


@dataclass(frozen=True, slots=True)
class CompletionStep(Step):
    """Complete the analysis of a position, given the findings about its moves."""

    position: Position
    findings: Findings
    max_nodes: int

    def run(self, _: Report | None = None) -> Analysis:
        """Return the analysis, with the `reason` and the `text` of each move filled in."""
        return explain(complete(self.position, self.findings, self.max_nodes))


@dataclass(frozen=True, slots=True)
class TrapsStep(Step):
    """Find the traps of an analysis's best moves."""

    analysis: Analysis
    max_nodes: int

    def run(self, _: Report | None = None) -> Analysis:
        """Return the analysis with its traps; there is no progress to report."""
        return with_traps(self.analysis, self.max_nodes)


@dataclass(frozen=True, slots=True)
class AnalysisTask(Task[Analysis]):
    """Analyze a position within a node budget; with `traps`, find the traps of its best moves."""

    max_nodes: int
    traps: bool = False

    def steps(self) -> Steps[Analysis]:
        """Complete the findings about all positions with the same image, and find traps."""
        if self.position.status is not Status.IN_PROGRESS:
            return analyze(self.position)
        canonical, back = canonical_position(self.position)
        findings: Findings = yield FindingsTask(canonical, self.max_nodes)
        findings = findings.image(back)
        analysis: Analysis = yield CompletionStep(self.position, findings, self.max_nodes)
        if self.traps:
            analysis = yield TrapsStep(analysis, self.max_nodes)
        return analysis

    def image(self, progress: Progress) -> Progress:
        """Return a report about the canonical image as one about the position."""
        _, back = canonical_position(self.position)
        return progress.image(back)

    @property
    def is_shared(self) -> bool:
        """Return whether there are traps; without them, only the findings are shared."""
        return self.traps

    @property
    def searches(self) -> int:
        """Return 2 with `traps`, for the search of the replies."""
        return 2 if self.traps else 1

    @property
    def max_cells(self) -> int:
        """Return a number that depends on the board and the rules; traps take longer."""
        if self.traps:
            return MAX_CELLS_OF_TRAPS
        if self.position.geometry.size <= SMALL_BOARD:
            return SMALL_BOARD
        return MAX_CELLS_MISERE if self.position.misere else MAX_CELLS

    @property
    def is_short(self) -> bool:
        """Return whether the budget is at most the default of a best-move request."""
        return self.max_nodes <= turn_nodes(self.position)

    def nodes_of(self, result: Analysis) -> int:
        """Return the nodes of the analysis."""
        return result.nodes


@dataclass(frozen=True, slots=True)
class GameTreeTask(Task[GameTree]):
    """Count the game tree below a position."""

    is_short: ClassVar = True
    max_cells: ClassVar = 5

    def run(self, _: Report | None = None) -> GameTree:
        """Return the counts; there is no progress to report."""
        return game_tree(self.position)


@dataclass(frozen=True, slots=True)
class ReviewTask(Task[Review]):
    """Review a game of legal moves within a node budget for each position."""

    cells: tuple[int, ...]
    max_nodes: int

    def steps(self) -> Steps[Review]:
        """Review each move in a step."""
        return review_steps(self.position, self.cells, self.max_nodes)

    @property
    def searches(self) -> int:
        """Return the number of moves."""
        return max(1, len(self.cells))

    @property
    def is_short(self) -> bool:
        """Return whether the board is small."""
        return self.position.geometry.size <= SMALL_BOARD

    @property
    def is_instantaneous(self) -> bool:
        """Return whether there are no moves, or the board is small; misère takes longer."""
        is_quick = self.position.geometry.size <= SMALL_BOARD and not self.position.misere
        return is_quick or not self.cells

    def nodes_of(self, result: Review) -> int:
        """Return the nodes of all searches."""
        return result.nodes


@dataclass(frozen=True, slots=True)
class TraceTask(Task[Trace]):
    """Record a textbook search; `run` raises EngineError if it has too many nodes."""

    algorithm: Algorithm
    values: Valuation
    max_depth: int | None

    is_kept: ClassVar = False
    is_short: ClassVar = True
    max_cells: ClassVar = 0

    def run(self, _: Report | None = None) -> Trace:
        """Return the trace; there is no progress to report."""
        return trace(TextbookSearch(self.position, self.algorithm, self.values, self.max_depth))


@dataclass(frozen=True, slots=True)
class ExamTask(Task[Exam]):
    """Examine a player, given its moves; `run` raises EngineError if they are invalid."""

    side: Mark
    entries: str  # As JSON, which is hashable whatever it contains, and quick to send.
    values: Valuation = Valuation.SCORE

    is_kept: ClassVar = False
    is_short: ClassVar = True

    def run(self, _: Report | None = None) -> Exam:
        """Return the exam; there is no progress to report."""
        return examine(self.position, self.side, json.loads(self.entries), self.values)
