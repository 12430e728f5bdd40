"""From the environment to a running server."""

import gc
import logging
import os
import sys
from collections.abc import Callable

from fastapi import FastAPI
from pydantic import ValidationError

from service.http.server import Server
from service.logs.configure import configure
from service.logs.writer import LogWriter
from service.settings import Settings, faults_of, unknown_variables

logger = logging.getLogger("noughts")


def run(create_app: Callable[[Settings, LogWriter], FastAPI]) -> int:
    """Serve until told to stop, and return the exit code: 2 if the settings are wrong."""
    try:
        settings = Settings()
    except ValidationError as error:
        for fault in faults_of(error):
            print(fault, file=sys.stderr)  # noqa: T201  there is no log yet
        return 2
    log = configure(settings.log_level)
    for unknown in unknown_variables(os.environ):
        logger.warning("%s", unknown)
    server = Server(create_app(settings, log), settings)
    gc.freeze()  # what is loaded stays: the collector need not look at it
    gc.enable()
    server.run()
    return 0
