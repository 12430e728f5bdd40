"""Clients of new applications, for tests that need settings or that count what happens."""

import asyncio
from typing import Any

from service.app import create_app
from service.settings import Settings
from tests.asgi import Client


class Clients:
    """Creates clients, and closes their applications in the end."""

    def __init__(self, runner: asyncio.Runner) -> None:
        self._runner = runner
        self._created: list[Client] = []

    def __call__(self, **settings: Any) -> Client:  # noqa: ANN401
        """A client of a new application; a setting that is not named has its default."""
        client = Client(create_app(Settings.model_construct(**settings)), self._runner)
        self._created.append(client)
        return client

    def close(self) -> None:
        """End all searches."""
        for client in self._created:
            self._runner.run(client.app.state.searches.close())
