"""A service for the clients that the tests generate."""

from collections.abc import Iterator

import pytest

from tests.live import running_service


@pytest.fixture(scope="package")
def url() -> Iterator[str]:
    with running_service() as url:
        yield url
