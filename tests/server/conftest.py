"""Servers to ask."""

from collections.abc import Iterator

import pytest

from tests.live import Service

pytest.register_assert_rewrite("tests.server.support")
from tests.server.support import Server, unharmed  # noqa: E402


@pytest.fixture(scope="session")
def _hurried() -> Iterator[Server]:
    """A server that waits for nobody for long."""
    service = Service(receive_timeout="0.5", send_timeout="0.5", idle_timeout="3")
    try:
        yield Server(service)
    finally:
        service.stop()


@pytest.fixture
def server(_hurried: Server) -> Iterator[Server]:
    """The same server for all; when a test is done with it, it is as it was."""
    with unharmed(_hurried):
        yield _hurried
