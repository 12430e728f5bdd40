"""Parameters of tests."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest


def in_full(*values: object, mark: pytest.MarkDecorator = pytest.mark.full) -> list[Any]:
    """Parameters, or tuples of several, that are only tested in `make test-all`."""
    tuples = [value if isinstance(value, tuple) else (value,) for value in values]
    return [pytest.param(*each, marks=mark) for each in tuples]


in_release = partial(in_full, mark=pytest.mark.release)


def one_of(step: int, values: Sequence[object]) -> list[Any]:
    """Parameters of which `make test` tests one of every few, beginning with the first."""
    return [value if index % step == 0 else in_full(value)[0] for index, value in enumerate(values)]
