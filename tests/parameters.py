"""Parameters of tests."""

from typing import Any

import pytest


def in_full(*values: object) -> list[Any]:
    """Parameters, or tuples of several, that are only tested in `make test-all`."""
    tuples = [value if isinstance(value, tuple) else (value,) for value in values]
    return [pytest.param(*each, marks=pytest.mark.full) for each in tuples]
