"""Another origin, with pages that use the service."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.servers import origin


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files on the other origin."""
    return tmp_path_factory.mktemp("elsewhere")


@pytest.fixture(scope="module")
def elsewhere(folder: Path) -> Iterator[str]:
    """The other origin."""
    with origin(folder) as address:
        yield address


@pytest.fixture
def hosts(url: str, elsewhere: str) -> tuple[str, ...]:
    """Pages may request both origins."""
    return (f"{url}/", f"{elsewhere}/", "data:")
