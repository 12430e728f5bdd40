"""The fixtures of the deployment's tests."""

from collections.abc import Iterator
from itertools import count

import pytest

from tests.deploy.proxy import Site

numbers = count()


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with Site() as site:
        yield site


@pytest.fixture
def path() -> str:
    return new_path()


def new_path() -> str:
    """A path that no client has requested yet."""
    return f"/v1/best-move?board=XO./.X./..O&level=easy&seed={next(numbers)}"
