"""The server: from its first request to the last answer after it was told to stop."""

import asyncio
import os
import resource
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Final, cast

import uvicorn
from fastapi import FastAPI

from service.connection import Connection, House
from service.settings import Settings

OTHER_FILES: Final = 100  # open beside the connections, and beside those to be turned away
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
        _allow_files(self.settings.max_connections + self.config.backlog + OTHER_FILES)
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye, then go."""
        self.app.state.ready = False
        self.house.is_closing = True
        await asyncio.sleep(self.settings.drain_delay)
        await self._take_last()
        ending = asyncio.create_task(self._end_searches())
        await super().shutdown(sockets)
        ending.cancel()
        await self.app.state.searches.close()  # where uvicorn was hurried, nobody else does

    async def _take_last(self) -> None:
        """Stop to listen, and take in those who have connected until then: they may have asked."""
        loop = asyncio.get_running_loop()
        for server in self.servers:
            listeners = [socket.socket(fileno=os.dup(each.fileno())) for each in server.sockets]
            server.close()
            for last in [last for listener in listeners for last in _not_accepted(listener)]:
                await loop.connect_accepted_socket(self._connection, last)

    def _connection(self) -> Connection:
        return Connection(
            self.house,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )

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
            signal.signal(each, signal.SIG_IGN)  # the end has come already


def _not_accepted(listener: socket.socket) -> list[socket.socket]:
    """Those who have connected by now; with that, the socket is closed."""
    connected = []
    with listener, suppress(BlockingIOError):
        listener.setblocking(False)
        while True:
            connected.append(listener.accept()[0])
    return connected


def _allow_files(wanted: int) -> None:
    """Have this process open that many files, as far as its hard limit goes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
