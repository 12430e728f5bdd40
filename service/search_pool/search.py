"""A search in flight, and its finding."""

import asyncio
from collections.abc import Callable
from itertools import count
from typing import NamedTuple

from service.engine.analysis import Progress
from service.engine.budget import turn_nodes
from service.engine.tasks import AnalysisTask, Result, Task

OnProgress = Callable[[Progress], object]


class Finding(NamedTuple):
    """The reports of a search, and its result."""

    reports: list[Progress]
    result: Result


class Search:
    """A task, the callers that wait for it, and the reports so far."""

    run: asyncio.Task[Finding]

    def __init__(self, task: Task) -> None:
        self.task = task
        self.callers: list[tuple[str, OnProgress]] = []  # a client, and what gets its reports
        self.reports: list[Progress] = []

    @property
    def clients(self) -> set[str]:
        """The clients that wait for it."""
        return {client for client, _ in self.callers}

    @property
    def is_turn(self) -> bool:
        """Whether it is within the default budget of a turn."""
        task = self.task
        return isinstance(task, AnalysisTask) and (
            task.max_nodes <= turn_nodes(task.position.geometry.size)
        )

    def reporter(self) -> OnProgress:
        """Return a function that passes on an attempt's reports, except those of earlier ones."""
        numbers = count()

        def report(progress: Progress) -> None:
            if next(numbers) == len(self.reports):
                self.reports.append(progress)
                for _, on_progress in self.callers:
                    on_progress(progress)

        return report
