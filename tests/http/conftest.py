"""A server that several tests share."""

from collections.abc import Iterator

import pytest

from tests.http.attack import unharmed, warm_up
from tests.http.support import Server, serving


@pytest.fixture(scope="session")
def usual() -> Iterator[Server]:
    """A server with default settings, except for tests that send byte by byte."""
    with serving(receive_timeout="60", workers="2") as server:
        warm_up(server)
        yield server


@pytest.fixture
def server(usual: Server) -> Iterator[Server]:
    """The same server for all tests; each test leaves it as it was."""
    with unharmed(usual):
        yield usual
