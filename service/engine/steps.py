"""Divide long work into steps, between which others can use the processor.

A step whose results are kept or shared can be hashed.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from typing import Any, TypeVar

R = TypeVar("R")


class Step(ABC):
    """A part of some work: a value that can be sent to another process and run there."""

    __slots__ = ()

    @property
    def is_kept(self) -> bool:
        """Return whether results are kept in memory."""
        return False

    @property
    def is_shared(self) -> bool:
        """Return whether replicas share results that they have searched for."""
        return False

    @abstractmethod
    def run(self, report: Callable[[Any], None] | None = None) -> object:
        """Return the result of the step, after reports on its progress."""


Steps = Generator[Step, Any, R]  # It receives the result of each step, and returns that of all.


def run_steps(steps: Steps[R], run: Callable[[Step], object] = lambda step: step.run()) -> R:
    """Return the result of all steps, which `run` runs one after the other."""
    result = None
    while True:
        try:
            step = steps.send(result)
        except StopIteration as end:
            found: R = end.value
            return found
        result = run(step)
