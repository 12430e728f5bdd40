"""The server: from its first request to the last answer after it was told to stop."""

import asyncio
import resource
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final, cast

import uvicorn
from fastapi import FastAPI

from service.connection import Connection, House
from service.settings import Settings

OTHER_FILES: Final = 100  # open beside the connections, at most
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class Server(uvicorn.Server):
    """Serves an application; stops without dropping a request.

    When told to stop, it first lets /readyz say so and still takes requests, for `drain_delay`
    seconds. Then it takes no more connections and finishes what is in flight. Searches that are
    not done after `drain_timeout` seconds are ended: their clients are told `not_ready`.
    """

    def __init__(self, app: FastAPI, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.house = House(settings)
        config = uvicorn.Config(
            app,
            host=settings.host,
            port=settings.port,
            http=cast("type[asyncio.Protocol]", partial(Connection, self.house)),  # is but called
            ws="none",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=settings.idle_timeout,
            timeout_graceful_shutdown=settings.drain_timeout + 2,
        )
        super().__init__(config)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen."""
        _allow_files(self.settings.max_connections + OTHER_FILES)
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye, then go."""
        self.app.state.ready = False
        self.house.is_closing = True
        await asyncio.sleep(self.settings.drain_delay)
        ending = asyncio.create_task(self._end_searches())
        await super().shutdown(sockets)
        ending.cancel()

    async def _end_searches(self) -> None:
        await asyncio.sleep(self.settings.drain_timeout)
        await self.app.state.searches.close()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take the signals; unlike uvicorn's, end with the exit code 0 after them."""
        loop = asyncio.get_running_loop()
        for each in SIGNALS:
            loop.add_signal_handler(each, self.handle_exit, each, None)
        yield
        for each in SIGNALS:
            loop.remove_signal_handler(each)


def _allow_files(wanted: int) -> None:
    """Have this process open that many files, as far as its hard limit goes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
