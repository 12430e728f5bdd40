"""Parameters of tests."""

from typing import Any

import pytest


def in_full(*values: object) -> list[Any]:
    """Parameters that are only tested in `make test-all`."""
    return [pytest.param(value, marks=pytest.mark.full) for value in values]
