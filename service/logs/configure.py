"""Everything that this process has to say goes to the log."""

import logging
import sys
import threading
from typing import Final

from service.logs.lines import JsonFormatter
from service.logs.writer import LogWriter

STANDARD_ERROR: Final = 2

logger = logging.getLogger("noughts")


class LogHandler(logging.Handler):
    """Hands the records of the standard library's loggers to a writer, as lines."""

    def __init__(self, writer: LogWriter) -> None:
        super().__init__()
        self.writer = writer
        self.setFormatter(JsonFormatter())

    def emit(self, record: logging.LogRecord) -> None:
        """Have a record written."""
        line = f"{self.format(record)}\n".encode()
        self.writer.put(line, is_urgent=record.levelno >= logging.WARNING)

    def close(self) -> None:
        """Let the writer end; the standard library calls this when the process does."""
        self.writer.close()
        super().close()


def configure(level: str) -> LogWriter:
    """Let every logger of the process write to standard error, from this level on.

    Warnings, and exceptions that nobody has caught, go the same way: Python would write them to
    standard error itself, and wait until they are read.
    """
    number = logging.getLevelNamesMapping()[level.upper()]
    writer = LogWriter(STANDARD_ERROR, with_requests=number <= logging.INFO)
    logging.basicConfig(level=number, handlers=[LogHandler(writer)], force=True)
    logging.captureWarnings(True)
    sys.excepthook = lambda _type, error, _traceback: _log_uncaught("", error)
    sys.unraisablehook = lambda args: _log_uncaught(f" in {args.object!r}", args.exc_value)
    threading.excepthook = lambda args: _log_uncaught(f" in {args.thread!r}", args.exc_value)
    return writer


def _log_uncaught(place: str, error: BaseException | None) -> None:
    logger.critical("uncaught exception%s", place, exc_info=error)
