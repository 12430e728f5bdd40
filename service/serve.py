"""From the environment to a running server."""

import errno
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from typing import Final

import uvicorn
from pydantic import ValidationError
from starlette.applications import Starlette

from service import __version__
from service.engine.search.solvers import search_name
from service.http.guard import Guard
from service.http.server import Server
from service.logs.configure import configure
from service.logs.lines import JsonFormatter
from service.logs.writer import LogWriter
from service.middleware.connections import ConnectionReports
from service.settings import Settings, faults_of, unknown_variables

ALL: Final = "::"  # stands for IPv4, too
SEND_BUFFER: Final = 131_072  # bytes of a connection in the system, which doubles it
RECEIVE_BUFFER: Final = 32_768  # likewise
BACKLOG: Final = 2_048  # connections that wait to be accepted
OTHER_FILES: Final = 100  # open besides connections
# Seconds for which a thread, such as one that reads a large body, may block the event loop.
SWITCH_INTERVAL: Final = 0.001

logger = logging.getLogger("noughts")


def run(create_app: Callable[[Settings], Starlette]) -> int:
    """Serve until told to stop, and return the exit code: 2 if the settings are wrong."""
    try:
        settings = Settings()
        listeners = listen(settings)
    except (ValidationError, OSError) as error:
        faults = faults_of(error) if isinstance(error, ValidationError) else [str(error)]
        print(*faults, sep="\n", file=sys.stderr)  # noqa: T201  there is no log yet
        return 2
    log = LogWriter(2, log_formatter())
    configure(settings.log_level, log)
    for unknown in unknown_variables(os.environ):
        logger.warning("%s", unknown)
    logger.info("noughts %s with the %s search", __version__, search_name())
    app = create_app(settings)
    app.state.metrics.registry.register(log.dropped)
    connections, backlog = limits(settings.max_connections)
    where = " ".join(map(url_of, listeners))
    server = Server(config(app, settings, backlog), app, connections, where)
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.collect()
    gc.freeze()  # what is loaded stays, so the collector can ignore it
    gc.enable()
    serve(server, listeners)
    logger.info("stopped")
    return 0


def log_formatter() -> JsonFormatter:
    """In a terminal, the log is for people; otherwise it is JSON."""
    if not os.isatty(2):
        return JsonFormatter()
    from service.cli.console import ConsoleFormatter  # noqa: PLC0415  rich takes a while

    return ConsoleFormatter()


def serve(server: Server, listeners: list[socket.socket]) -> None:
    """Serve until a signal; uvicorn handles two of these, and restores the handlers at the end."""
    signals = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    for each in signals:
        signal.signal(each, server.handle_exit)
    server.run(listeners)
    for each in signals:
        signal.signal(each, signal.SIG_IGN)  # the process is about to end


def config(app: Starlette, settings: Settings, backlog: int) -> uvicorn.Config:
    """What uvicorn does; the guards do the rest."""
    return uvicorn.Config(
        ConnectionReports(app),
        http=Guard,
        ws="none",
        log_config=None,
        log_level="error",  # its warnings are about clients
        access_log=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies,
        server_header=False,
        date_header=True,
        backlog=backlog,
        timeout_keep_alive=2**31,  # guards end idle connections
        timeout_graceful_shutdown=settings.drain_timeout + 2,
    )


def listen(settings: Settings) -> list[socket.socket]:
    """A listening socket for each address and port; raises OSError, which says what to change."""
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
    """A listening socket for each address of the host, all on the same port."""
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


def url_of(listener: socket.socket) -> str:
    """Where a socket listens."""
    host, port, *_ = listener.getsockname()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def limits(wanted: int) -> tuple[int, int]:
    """How many connections can be open, and wait to be accepted, within the limit of open files."""
    import resource  # noqa: PLC0415  Windows has none

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = wanted + BACKLOG + OTHER_FILES
    if hard != resource.RLIM_INFINITY:
        files = min(files, hard)
    if soft < files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    for_clients = max(files - OTHER_FILES, files // 2)
    backlog = min(BACKLOG, max(for_clients - wanted, for_clients // 2))
    connections = min(wanted, for_clients - backlog)
    if connections < wanted:
        logger.warning(
            "the limit of %d open files leaves %d connections of NOUGHTS_MAX_CONNECTIONS=%d",
            *(files, connections, wanted),
        )
    return connections, backlog


def _advice(host: str, port: int, setting: str, error: OSError) -> str:
    """One line: the variable, the fault, and an example."""
    is_port = error.errno in {errno.EADDRINUSE, errno.EACCES}
    name = setting if is_port else "HOST"
    example = {"HOST": "127.0.0.1", "PORT": "8001", "METRICS_PORT": "9001"}[name]
    fault = f"cannot listen on {host} port {port}: {error.strerror}"
    return f"NOUGHTS_{name}: {fault}. Example: NOUGHTS_{name}={example}"
