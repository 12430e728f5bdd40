"""From the environment to a running server."""

import gc
import logging
import os
import sys
from collections.abc import Callable
from typing import Final

from pydantic import ValidationError
from starlette.applications import Starlette

from service import __version__
from service.engine.search.solvers import search_name
from service.http.listening import ListenError, listen
from service.http.server import Server
from service.logs.configure import configure
from service.logs.writer import LogWriter
from service.settings import Settings, faults_of, unknown_variables

# Seconds that a thread, such as one that reads a large body, may keep the event loop waiting.
SWITCH_INTERVAL: Final = 0.001

logger = logging.getLogger("noughts")


def run(create_app: Callable[[Settings, LogWriter], Starlette]) -> int:
    """Serve until told to stop, and return the exit code: 2 if the settings are wrong."""
    try:
        settings = Settings()
        listeners = listen(settings)
    except ValidationError as error:
        return _refuse(*faults_of(error))
    except ListenError as error:
        return _refuse(str(error))
    log = configure(settings.log_level)
    for unknown in unknown_variables(os.environ):
        logger.warning("%s", unknown)
    logger.info("noughts %s with the %s search", __version__, search_name())
    server = Server(create_app(settings, log), settings)
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.collect()
    gc.freeze()  # what is loaded stays, so the collector can ignore it
    gc.enable()
    server.run(listeners)
    return 0


def _refuse(*faults: str) -> int:
    """Say what is wrong, one line for each variable; there is no log yet."""
    print(*faults, sep="\n", file=sys.stderr)  # noqa: T201
    return 2
