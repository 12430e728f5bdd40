"""What several kinds of test share."""

import asyncio
from collections.abc import Iterator

import pytest

from service.app import create_app
from service.settings import Settings
from tests.asgi import Client
from tests.clients import Clients
from tests.processes import none_left


@pytest.fixture(autouse=True, scope="session")
def _no_process_outlives_the_session() -> Iterator[None]:
    """What a fixture of any scope has started must be gone in the end."""
    with none_left():
        yield


@pytest.fixture(autouse=True)
def _no_process_outlives_its_test() -> Iterator[None]:
    """Fixtures that several tests share are ready before; the workers of `client` are too."""
    with none_left(ignore="service.search_pool.worker"):
        yield


@pytest.fixture(scope="session")
def runner() -> Iterator[asyncio.Runner]:
    """An event loop for calls in this process."""
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="session")
def client(runner: asyncio.Runner) -> Iterator[Client]:
    """A client of the application with default settings."""
    app = create_app(Settings.model_construct())
    yield Client(app, runner)
    runner.run(app.state.searches.close())


@pytest.fixture
def new_client(runner: asyncio.Runner) -> Iterator[Clients]:
    """Creates clients of new applications."""
    clients = Clients(runner)
    yield clients
    clients.close()


@pytest.fixture
def anyio_backend() -> tuple[str, dict[str, bool]]:
    """The event loop of the server, for tests that are coroutines (marked `anyio`)."""
    return "asyncio", {"use_uvloop": True}
