"""From the environment to a running server."""

import gc
import sys

from pydantic import ValidationError

from service.app import create_app
from service.http.server import Server
from service.logs.configure import configure
from service.settings import Settings


def run() -> int:
    """Serve until told to stop, and return the exit code: 2 if the settings are wrong."""
    try:
        settings = Settings()
    except ValidationError as error:
        for fault in error.errors():
            name = f"NOUGHTS_{fault['loc'][0]}".upper()
            print(f"{name}: {fault['msg']}", file=sys.stderr)  # noqa: T201  there is no log yet
        return 2
    log = configure(settings.log_level)
    server = Server(create_app(settings, log), settings)
    gc.freeze()  # what is loaded stays: nobody need look for garbage in it, now or later
    gc.enable()
    server.run()
    return 0
