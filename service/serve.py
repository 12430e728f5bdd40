"""Run the server with the settings in the environment."""

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

import prometheus_client
import uvicorn
from fastapi import FastAPI
from pydantic import ValidationError
from starlette.datastructures import State

from . import __version__
from .logs import configure
from .middleware.forwarded import ForwardedMiddleware
from .protocol import WholeHeadProtocol
from .settings import Settings, errors_of, unknown_variables

CLOSE: Final = (b"connection", b"close")
LAST_REQUESTS: Final = 1.0  # Seconds in which clients learn that their connections will close.
SEND_BUFFER: Final = 131_072  # Bytes per connection in the kernel, which doubles this number.
NO_IPV6: Final = {errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL}  # Errors of a kernel without IPv6.
STOPS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

logger = logging.getLogger("noughts")


def run(create_app: Callable[[Settings], FastAPI]) -> int:
    """Serve until a stop signal; return 0, or 2 for an invalid setting or an unavailable port."""
    while os.open(os.devnull, os.O_RDWR) <= 2:  # Else, a socket could get a closed stderr.
        pass
    try:
        settings = Settings()
        ports = [port for port in (settings.port, settings.metrics_port) if port is not None]
        listeners = [each for port in ports for each in listen(settings.host, port)]
    except (ValidationError, OSError) as error:
        errors = errors_of(error) if isinstance(error, ValidationError) else [str(error)]
        print(*errors, sep="\n", file=sys.stderr)  # noqa: T201  There is no log yet.
        return 2
    prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]
    log = configure(settings.log_level)
    logging.getLogger("uvicorn.error").addFilter(is_fault)
    for name in unknown_variables(os.environ):
        logger.warning("%s is not a setting", name)
    app = create_app(settings)
    logger.info("noughts %s with the %s search", __version__, app.state.metrics.search)
    app.state.metrics.registry.register(log.dropped)
    _, files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))  # Connections are open files.
    server = DrainingServer(server_config(app, settings), app.state)
    for number in STOPS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # nohup ignores SIGHUP.
            signal.signal(number, server.handle_exit)  # uvicorn restores the handler when it ends.
    logger.info("running on %s (press CTRL+C to quit)", " ".join(map(url_of, listeners)))
    server.run(sockets=listeners)
    for number in STOPS:  # Python would restore their defaults before it exits.
        signal.signal(number, signal.SIG_IGN)
    logger.info("stopped")
    return 0


def is_fault(record: logging.LogRecord) -> bool:
    """Return False for uvloop's error about a client that has left; asyncio raises none."""
    error = record.exc_info and record.exc_info[1]
    return not (isinstance(error, RuntimeError) and str(error).endswith("the handler is closed"))


def server_config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """Return the configuration of uvicorn."""
    protocol = partial(WholeHeadProtocol, settings)
    proxies = [str(each) for each in settings.trusted_proxies]
    return uvicorn.Config(
        ForwardedMiddleware(app, proxies) if proxies else app,
        http=cast("type[asyncio.Protocol]", protocol),
        ws="none",
        log_config=None,
        log_level="error",  # Its warnings are about clients.
        access_log=False,
        root_path=settings.root_path,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=settings.idle_timeout,
        timeout_graceful_shutdown=settings.drain_timeout + 2,
    )


class DrainingServer(uvicorn.Server):
    """A server that finishes its work after a stop signal (docs/operations.md, "Shutdown")."""

    def __init__(self, config: uvicorn.Config, state: State) -> None:
        super().__init__(config)
        self.state = state
        self.stop_waiting = asyncio.Event()
        self.draining: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start; what is loaded by then stays, so the garbage collector can ignore it."""
        await super().startup(sockets)
        gc.collect()
        gc.freeze()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """Start draining at the first signal; at a later SIGINT, stop waiting."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # Nothing has started yet.
            sys.exit(0)
        if not self.draining:
            self.draining = loop.create_task(self.drain())
            self.draining.add_done_callback(log_failure)
        elif sig == signal.SIGINT:
            self.stop_waiting.set()

    async def drain(self) -> None:
        """Become unready, stop listening after a delay, and end all searches after a timeout.

        From now on, each response closes its connection, so that uvicorn then closes none on which
        a request may be arriving.
        """
        self.state.is_draining = True
        settings = self.state.settings
        try:
            self.config.encoded_headers.append(CLOSE)  # uvicorn reads them once a second,
            self.server_state.default_headers.append(CLOSE)  # and uses these until then.
            await self.pause(settings.drain_delay)
            if self.server_state.connections:
                await self.pause(LAST_REQUESTS)
        finally:
            self.should_exit = True
        await self.pause(settings.drain_timeout)
        await self.state.searches.close()

    async def pause(self, seconds: float) -> None:
        """Wait for `seconds`, or until `stop_waiting` is set."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.stop_waiting.wait(), seconds)


def log_failure(draining: asyncio.Task[None]) -> None:
    """Log the error of a drain that failed; the server ends without it."""
    if not draining.cancelled() and (error := draining.exception()):
        logger.error("draining failed", exc_info=error)


def listen(host: str, port: int) -> list[socket.socket]:
    """Return a listening socket, or two for `::`; raise OSError if the port is unavailable.

    Without IPv6, `::` means all IPv4 addresses.
    """
    listeners: list[socket.socket] = []
    for address in ("::", "0.0.0.0") if host == "::" else (host,):  # noqa: S104
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        try:
            listener = socket.create_server((address, port), family=family)
        except OSError as error:
            if address == "::" and error.errno in NO_IPV6:
                continue
            reason = f"Cannot listen on {host} port {port}: {error.strerror}"
            advice = "Set NOUGHTS_HOST, NOUGHTS_PORT or NOUGHTS_METRICS_PORT."
            raise OSError(f"{reason}. {advice}") from error
        # Connections inherit this size; by default, unread data could take up to 4 MB.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        listeners.append(listener)
        port = listener.getsockname()[1]
    return listeners


def url_of(listener: socket.socket) -> str:
    """Return the URL of a listening socket."""
    host, port, *_ = listener.getsockname()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
