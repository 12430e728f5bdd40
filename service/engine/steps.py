"""Divide long work into steps, between which others can use the processor."""

from collections.abc import Callable, Generator
from typing import Any, Protocol, TypeVar

R = TypeVar("R")


class Step(Protocol):
    """A part of some work: a value that can be sent to another process and run there."""

    def run(self, report: Callable[[Any], None] | None = None) -> object:
        """Return the result of the step, after reports on its progress."""


Steps = Generator[Step, Any, R]  # It receives the result of each step, and returns that of all.


def run_steps(steps: Steps[R], run: Callable[[Step], object]) -> R:
    """Return the result of all steps, which `run` runs one after the other."""
    result = None
    while True:
        try:
            step = steps.send(result)
        except StopIteration as end:
            found: R = end.value
            return found
        result = run(step)
