"""A server that several tests share."""

from collections.abc import Iterator

import pytest

from tests.http.support import Server
from tests.live import wait_until


@pytest.fixture(scope="session")
def usual() -> Iterator[Server]:
    """A server with default settings, except for tests that send byte by byte."""
    with Server(receive_timeout="60", workers="2") as server:
        yield server


@pytest.fixture
def server(usual: Server) -> Iterator[Server]:
    """The same server for all tests, after each of which no search is left, and no error logged."""
    yield usual
    wait_until(lambda: usual.is_idle)
    assert not usual.errors
