"""What several kinds of test share."""

import asyncio
from collections.abc import Iterator

import pytest

from service.app import create_app
from service.settings import Settings
from tests.asgi import Client


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
