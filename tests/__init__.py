"""Tests."""

import pkgutil

import pytest

# A failing assertion in any helper shows its values.
pytest.register_assert_rewrite(
    *(f"{__name__}.{each.name}" for each in pkgutil.iter_modules(__path__))
)
