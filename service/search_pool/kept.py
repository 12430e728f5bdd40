"""Keep results in memory."""

from collections import OrderedDict
from typing import Final

from ..tasks import AnyTask, R, Task
from .scheduler import AnyResult, CachedResult

MAX_REPORTS: Final = 100_000  # In all results together; a report takes 150 bytes.


class KeptResults:
    """The most recently used results, limited by their number and by that of their reports."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._reports = 0
        self._results: OrderedDict[AnyTask, AnyResult] = OrderedDict()  # The last was used last.

    def __len__(self) -> int:
        return len(self._results)

    def get(self, task: Task[R]) -> CachedResult[R] | None:
        """Return the result of a task if it is kept."""
        found = self._results.get(task)
        if found:
            self._results.move_to_end(task)
        return found

    def add(self, task: Task[R], found: CachedResult[R]) -> None:
        """Keep the result of a task that allows it, and drop those that there is no room for.

        A result with reports replaces one without.
        """
        known = self._results.get(task)
        if not task.is_kept or (known and known.reports):
            return
        self._results[task] = found
        self._reports += len(found.reports)
        while len(self) > self._most or self._reports > MAX_REPORTS:
            _, dropped = self._results.popitem(last=False)
            self._reports -= len(dropped.reports)
