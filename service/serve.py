"""From the environment to a running server."""

import asyncio
import errno
import gc
import logging
import os
import resource
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import Final, cast

import uvicorn
from fastapi import FastAPI
from pydantic import ValidationError

from service import __version__
from service.engine.search.solvers import search_name
from service.logs import JsonFormatter, configure
from service.protocol import Connections, LimitedProtocol
from service.settings import Settings, faults_of, unknown_variables

ALL: Final = "::"  # IPv6 and IPv4.
SEND_BUFFER: Final = 131_072  # Bytes of a connection in the system, which doubles it.
RECEIVE_BUFFER: Final = 32_768
OTHER_FILES: Final = 100  # Open besides connections.
CHECK_SECONDS: Final = 1

logger = logging.getLogger("noughts")


def run(create_app: Callable[[Settings], FastAPI]) -> int:
    """Serve until a stop signal, and return the exit code: 2 if the settings are wrong."""
    try:
        settings = Settings()
        listeners = listen(settings)
    except (ValidationError, OSError) as error:
        faults = faults_of(error) if isinstance(error, ValidationError) else [str(error)]
        print(*faults, sep="\n", file=sys.stderr)  # noqa: T201  There is no log yet.
        return 2
    log = configure(settings.log_level, log_formatter())
    for unknown in unknown_variables(os.environ):
        logger.warning("%s", unknown)
    logger.info("noughts %s with the %s search", __version__, search_name())
    app = create_app(settings)
    app.state.metrics.registry.register(log.dropped)
    limit = connection_limit(settings.max_connections)
    connections = Connections(settings, app.state.metrics, limit)
    config = server_config(app, settings, connections)
    gc.collect()
    gc.freeze()  # What is loaded stays, so the collector can ignore it.
    gc.enable()
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(Service(config, connections, app).run(listeners))
    logger.info("stopped")
    return 0


def log_formatter() -> logging.Formatter:
    """Return the formatter for a terminal, or JSON."""
    if not os.isatty(2):
        return JsonFormatter()
    from service.cli.console import ConsoleFormatter  # noqa: PLC0415  rich takes a while

    return ConsoleFormatter()


def server_config(app: FastAPI, settings: Settings, connections: Connections) -> uvicorn.Config:
    """Return the configuration of uvicorn."""
    return uvicorn.Config(
        app,
        http=cast("type[asyncio.Protocol]", partial(LimitedProtocol, connections)),
        ws="none",
        log_config=None,
        log_level="error",  # Its warnings are about clients.
        access_log=False,
        root_path=settings.root_path,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies,
        server_header=False,
        callback_notify=connections.check,
        timeout_notify=CHECK_SECONDS,
        timeout_keep_alive=2**31,  # Connections.check closes idle connections.
        timeout_graceful_shutdown=settings.drain_timeout + 2,
    )


class Service:
    """A server that drains when it is told to stop (docs/operations.md, "Shutdown")."""

    def __init__(self, config: uvicorn.Config, connections: Connections, app: FastAPI) -> None:
        self._server = uvicorn.Server(config)
        self._connections = connections
        self._app = app
        self._settings = connections.settings
        self._stop, self._hurry = asyncio.Event(), asyncio.Event()

    async def run(self, listeners: list[socket.socket]) -> None:
        """Serve until a stop signal."""
        # uvicorn restores these handlers when it has ended, and replaces two of them meanwhile.
        self._handle_signals()
        serving = asyncio.create_task(self._server.serve(listeners))
        await asyncio.sleep(0)
        self._handle_signals()
        stopping = asyncio.create_task(self._drain())
        while not (self._server.started or serving.done()):  # noqa: ASYNC110  there is no event
            await asyncio.sleep(0.01)
        logger.info("running on %s (press CTRL+C to quit)", " ".join(map(url_of, listeners)))
        await serving
        stopping.cancel()

    def _handle_signals(self) -> None:
        """Stop at these signals; a SIGHUP that is ignored, as under nohup, stays ignored."""
        signal.signal(signal.SIGTERM, self._on_signal)
        signal.signal(signal.SIGINT, self._on_signal)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            signal.signal(signal.SIGHUP, self._on_signal)

    def _on_signal(self, number: int, _: FrameType | None) -> None:
        """Stop, and at a SIGINT after that without delay."""
        if self._stop.is_set() and number == signal.SIGINT:
            self._hurry.set()
        self._stop.set()

    async def _drain(self) -> None:
        """Become unready, stop listening after a delay, and end searches after a timeout."""
        await self._stop.wait()
        self._app.state.readiness.is_accepting = False
        await self._pause(self._settings.drain_delay)
        self._server.should_exit = True
        for _ in range(0, self._settings.drain_timeout, CHECK_SECONDS):
            await self._pause(CHECK_SECONDS)
            await self._connections.check()  # uvicorn has stopped to call it.
        await self._app.state.searches.close()

    async def _pause(self, seconds: float) -> None:
        """Wait, at most until the service has to hurry."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._hurry.wait(), seconds)


def listen(settings: Settings) -> list[socket.socket]:
    """Return a listening socket for each address and port; raise OSError with advice."""
    listeners = _listen(settings.host, settings.port, "PORT")
    if settings.metrics_port is not None:
        listeners += _listen(settings.host, settings.metrics_port, "METRICS_PORT")
    for listener in listeners:
        # Connections inherit both. Otherwise the one could grow to 4 MB for a client that does
        # not read, and the other would fill 256 KB of this process's memory at each read.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
    return listeners


def _listen(host: str, port: int, setting: str) -> list[socket.socket]:
    """Return a listening socket for each address of the host, all on the same port."""
    listeners: list[socket.socket] = []
    try:
        for name in (ALL, "0.0.0.0") if host == ALL else (host,):  # noqa: S104
            for family, _, _, _, address in socket.getaddrinfo(
                name, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            ):
                listeners.append(socket.create_server(address, family=family))
                port = listeners[0].getsockname()[1]
    except OSError as error:
        raise OSError(_advice(host, port, setting, error)) from error
    return listeners


def _advice(host: str, port: int, setting: str, error: OSError) -> str:
    """Return one line: the variable, the fault, and an example."""
    is_port = error.errno in {errno.EADDRINUSE, errno.EACCES}
    name = setting if is_port else "HOST"
    example = {"HOST": "127.0.0.1", "PORT": "8001", "METRICS_PORT": "9001"}[name]
    fault = f"cannot listen on {host} port {port}: {error.strerror}"
    return f"NOUGHTS_{name}: {fault}. Example: NOUGHTS_{name}={example}"


def url_of(listener: socket.socket) -> str:
    """Return the URL of a listening socket."""
    host, port, *_ = listener.getsockname()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def connection_limit(wanted: int) -> int:
    """Allow as many open files as the system permits, and return the connections they leave."""
    _, files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    if files == resource.RLIM_INFINITY or wanted <= files - OTHER_FILES:
        return wanted
    limit = max(files - OTHER_FILES, files // 2)
    message = "the limit of %d open files leaves %d connections of NOUGHTS_MAX_CONNECTIONS=%d"
    logger.warning(message, files, limit, wanted)
    return limit
