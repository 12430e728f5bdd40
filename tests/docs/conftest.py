"""The service that the documentation's commands and programs call."""

from collections.abc import Iterator

import pytest

from tests.live import running_service


@pytest.fixture(scope="package")
def url() -> Iterator[str]:
    with running_service() as url:
        yield url
