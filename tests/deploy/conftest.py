"""What the tests of a deployment share."""

from collections.abc import Iterator
from itertools import count

import pytest

from tests.deploy.proxy import Site

numbers = count()


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """Two replicas behind a proxy."""
    site = Site()
    try:
        yield site
    finally:
        site.close()


@pytest.fixture
def path() -> str:
    """The path of a question that nobody has asked."""
    return new_path()


def new_path() -> str:
    """One more of them."""
    return f"/v1/best-move?board=XO./.X./..O&level=easy&seed={next(numbers)}"
