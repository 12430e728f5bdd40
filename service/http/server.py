"""The server: from its first request to the last answer after it was told to stop."""

import asyncio
import logging
import os
import resource
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import Final, cast

import uvicorn
from starlette.applications import Starlette

from service.http.connection_metrics import add_connection_metrics
from service.http.listening import url_of
from service.http.protocol import Connection
from service.http.registry import ConnectionRegistry
from service.settings import Settings

OTHER_FILES: Final = 100  # open beside connections, and beside those that wait to be accepted
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

logger = logging.getLogger("noughts")


class Server(uvicorn.Server):
    """Serves an application; stops on SIGTERM, SIGINT or SIGHUP without dropping a request.

    When told to stop, it first lets /readyz say so and still takes requests, for `drain_delay`
    seconds. Then it takes no more connections and finishes what is in flight. Searches that are
    not done after `drain_timeout` seconds are ended: their clients are told `not_ready`. A SIGINT
    from then on ends both waits.
    """

    def __init__(self, app: Starlette, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.registry = ConnectionRegistry(settings, app.state.metrics)
        self._hurried = asyncio.Event()
        config = uvicorn.Config(
            app,
            http=cast(
                "type[asyncio.Protocol]", partial(Connection, self.registry)
            ),  # is but called
            ws="none",
            log_config=None,
            access_log=False,
            proxy_headers=bool(settings.trusted_proxies),
            forwarded_allow_ips=settings.trusted_proxies,
            server_header=False,
            timeout_keep_alive=settings.idle_timeout,
            timeout_graceful_shutdown=settings.drain_timeout + 2,
        )
        super().__init__(config)
        connections = self.server_state.connections
        add_connection_metrics(app.state.metrics.registry, self.registry, connections)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen."""
        self._limit_connections(
            _allow_files(self.registry.max_connections + self.config.backlog + OTHER_FILES)
        )
        await super().startup(sockets)
        for each in sockets or []:
            logger.info("running on %s (press CTRL+C to quit)", url_of(each))

    def _limit_connections(self, files: int) -> None:
        """Lower the limits on connections, and on those not yet accepted, to what files allow."""
        wanted = self.registry.max_connections
        for_clients = max(files - OTHER_FILES, files // 2)
        self.config.backlog = min(self.config.backlog, max(for_clients - wanted, for_clients // 2))
        self.registry.max_connections = min(wanted, for_clients - self.config.backlog)
        if self.registry.max_connections < wanted:
            logger.warning(
                "the limit of %d open files leaves %d connections of NOUGHTS_MAX_CONNECTIONS=%d",
                *(files, self.registry.max_connections, wanted),
            )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Fail readiness, drain, stop."""
        self.app.state.ready = False
        self.registry.is_closing = True
        await self._wait(self.settings.drain_delay)
        await self._accept_backlog()
        ending = asyncio.create_task(self._end_searches())
        await super().shutdown(sockets)
        ending.cancel()

    async def _accept_backlog(self) -> None:
        """Stop listening, and accept those who have connected until then: they may have asked."""
        loop = asyncio.get_running_loop()
        for server in self.servers:
            listeners = [socket.socket(fileno=os.dup(each.fileno())) for each in server.sockets]
            server.close()
            for each in [waiting for listener in listeners for waiting in _not_accepted(listener)]:
                await loop.connect_accepted_socket(self._connection, each)

    def _connection(self) -> Connection:
        return Connection(
            self.registry,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )

    async def _end_searches(self) -> None:
        await self._wait(self.settings.drain_timeout)
        await self.app.state.searches.close()

    async def _wait(self, seconds: float) -> None:
        """Wait so long, or until a second signal."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._hurried.wait(), seconds)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, and at a SIGINT that is not the first signal end the searches too.

        uvicorn would cancel what is in flight, whose clients would get no useful answer.
        """
        if self.should_exit and sig == signal.SIGINT:
            self._hurried.set()
        else:
            super().handle_exit(sig, frame)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle the signals; unlike uvicorn's, the process ends with the exit code 0."""
        loop = asyncio.get_running_loop()
        for each in SIGNALS:
            loop.add_signal_handler(each, self.handle_exit, each, None)
        yield
        for each in SIGNALS:
            loop.remove_signal_handler(each)
            signal.signal(each, signal.SIG_IGN)  # the process is about to end


def _not_accepted(listener: socket.socket) -> list[socket.socket]:
    """The connections that wait to be accepted; the socket is closed."""
    connected = []
    with listener, suppress(BlockingIOError):
        listener.setblocking(False)
        while True:
            connected.append(listener.accept()[0])
    return connected


def _allow_files(wanted: int) -> int:
    """Raise the limit of open files, as far as its hard limit allows; returns the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most
