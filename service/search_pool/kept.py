"""Keep results in memory."""

from collections import OrderedDict
from typing import Final

from ..engine.steps import Step
from .scheduler import AnyResult

MAX_REPORTS: Final = 100_000  # In all results together; a report takes 150 bytes.


class KeptResults:
    """The most recently used results, limited by their number and by that of their reports."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._reports = 0
        self._results: OrderedDict[Step, AnyResult] = OrderedDict()  # The last was used last.

    def __len__(self) -> int:
        return len(self._results)

    def get(self, step: Step) -> AnyResult | None:
        """Return the result of a step that can be kept, if it is."""
        found = self._results.get(step)
        if found:
            self._results.move_to_end(step)
        return found

    def add(self, step: Step, found: AnyResult) -> None:
        """Keep the result of a step that allows it, and drop those that there is no room for.

        A result with reports replaces one without.
        """
        if not step.is_kept or ((known := self._results.get(step)) and known.reports):
            return
        self._results[step] = found
        self._reports += len(found.reports)
        while len(self) > self._most or self._reports > MAX_REPORTS:
            _, dropped = self._results.popitem(last=False)
            self._reports -= len(dropped.reports)
