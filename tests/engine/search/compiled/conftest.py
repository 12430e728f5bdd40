"""A library built for these tests, with warnings as errors."""

from ctypes import CDLL
from pathlib import Path

import pytest

from service.engine.search.compiled.build import build, compiler
from service.engine.search.compiled.interface import load

WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror")


@pytest.fixture(scope="session")
def library_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The path of the library; skips without a C compiler."""
    if compiler() is None:
        pytest.skip("There is no C compiler.")
    path = tmp_path_factory.mktemp("compiled") / "search.so"
    assert build(path, WARNINGS)
    return path


@pytest.fixture
def library(library_path: Path) -> CDLL:
    """The library."""
    loaded = load(library_path)
    assert loaded
    return loaded
