"""Servers to ask."""

from collections.abc import Iterator

import pytest

from tests.http.honest import unharmed
from tests.http.support import Server, serving


@pytest.fixture(scope="session")
def _usual() -> Iterator[Server]:
    """A server as it is by default."""
    with serving() as server:
        yield server


@pytest.fixture
def server(_usual: Server) -> Iterator[Server]:
    """The same server for all; when a test is done with it, it is as it was."""
    with unharmed(_usual):
        yield _usual
