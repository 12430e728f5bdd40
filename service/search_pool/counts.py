"""What searches have cost, by the size of their boards."""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from service.engine.analysis import Analysis
from service.engine.explain.review import Review
from service.engine.tasks import ExamTask, Result, ReviewTask, Task, TraceTask

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
NAMES: Final = [*(str(float(bound)) for bound in BOUNDS), "+Inf"]
# By the number of cells, up to so many.
SIZES: Final = {9: "9", 16: "10-16", 25: "17-25", 36: "26-36", 81: "37-81"}


class Durations:
    """How many things took how long: a histogram."""

    def __init__(self) -> None:
        self._buckets = [0] * (len(BOUNDS) + 1)
        self.seconds = 0.0

    def note(self, seconds: float) -> None:
        """Count one."""
        self._buckets[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds

    @property
    def cumulated(self) -> list[tuple[str, int]]:
        """For each bound, how many took no longer."""
        return list(zip(NAMES, accumulate(self._buckets), strict=True))


class SearchCounts:
    """The seconds and nodes of searches that came to an end."""

    def __init__(self) -> None:
        self._nodes = dict.fromkeys(SIZES.values(), 0)
        self._durations = {size: Durations() for size in SIZES.values()}

    def note(self, task: Task, result: Result, seconds: float) -> None:
        """Count one search."""
        size = _size_of(task)
        self._nodes[size] += nodes_of(result) or 0
        self._durations[size].note(seconds)

    @property
    def nodes(self) -> int:
        """The positions that all of them have entered."""
        return sum(self._nodes.values())

    def by_size(self) -> Iterator[tuple[str, int, Durations]]:
        """The nodes and the durations of each size."""
        for size, nodes in self._nodes.items():
            yield size, nodes, self._durations[size]


def _size_of(task: Task) -> str:
    """The size of the board that a task is about."""
    if isinstance(task, ReviewTask | ExamTask):
        position = task.start
    else:
        position = task.question.position if isinstance(task, TraceTask) else task.position
    cells = position.geometry.size
    return next(name for most, name in SIZES.items() if cells <= most)


def nodes_of(result: Result) -> int | None:
    """The positions that the searches of a result have entered; None for a count of games."""
    return result.nodes if isinstance(result, Analysis | Review) else None
