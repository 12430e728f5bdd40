"""Everything that this process logs goes through one writer."""

import logging
import sys
import threading

from service.logs.writer import LogWriter


def configure(level: str, writer: LogWriter) -> None:
    """Write the records from this level on, warnings and uncaught exceptions."""
    logging.basicConfig(level=level.upper(), handlers=[writer], force=True)
    logging.raiseExceptions = False  # a complaint would go to standard error, too
    logging.captureWarnings(True)
    sys.excepthook = lambda _type, error, _traceback: _log_uncaught("", error)
    sys.unraisablehook = lambda args: _log_uncaught(f" in {args.object!r}", args.exc_value)
    threading.excepthook = lambda args: _log_uncaught(f" in {args.thread!r}", args.exc_value)


def _log_uncaught(place: str, error: BaseException | None) -> None:
    logging.getLogger("noughts").critical("uncaught exception%s", place, exc_info=error)
