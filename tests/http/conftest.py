"""Servers to ask."""

from collections.abc import Iterator

import pytest

from tests.http.honest import unharmed
from tests.http.support import Server, serving


@pytest.fixture(scope="session")
def usual() -> Iterator[Server]:
    """A server as it is by default, but for who sends byte by byte on a busy machine."""
    with serving(receive_timeout="60") as server:
        yield server


@pytest.fixture
def server(usual: Server) -> Iterator[Server]:
    """The same server for all; when a test is done with it, it is as it was."""
    with unharmed(usual):
        yield usual
