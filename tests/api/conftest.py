"""Applications to ask."""

from collections.abc import Iterator

import pytest

from service.app import create_app
from service.settings import Settings
from tests.asgi import Client


@pytest.fixture
def narrow(client: Client) -> Iterator[Client]:
    """A service with one worker, and nobody may wait for it."""
    app = create_app(Settings(workers=1, max_waiting=0, kept_answers=1))
    yield Client(app, client.runner)
    client.runner.run(app.state.searches.close())
