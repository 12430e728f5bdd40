"""Write the log to standard error in a thread, so that it never delays a request."""

import logging
import os
import sys
import threading
from datetime import UTC, datetime
from logging.handlers import QueueHandler, QueueListener
from queue import Queue
from time import monotonic, sleep
from typing import Any, Final

from prometheus_client import Counter
from pydantic_core import to_json

ACCESS: Final = "noughts.access"
MAX_LINES: Final = 8_192  # Maximum lines in the queue; further lines are dropped.
MAX_MESSAGE: Final = 2_000  # Maximum characters of a message.
MAX_EXCEPTION: Final = 8_000
DELAY_SECONDS: Final = 0.02  # Lines logged within this time are written together.
FLUSH_SECONDS: Final = 1.0  # Maximum wait for the last lines at exit.


class JsonFormatter(logging.Formatter):
    """A formatter that writes records as JSON objects, with the `fields` of a request."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as a line, without a line break."""
        fields = getattr(record, "fields", None)
        line: dict[str, Any] = {
            "event": "request" if fields else record.getMessage()[:MAX_MESSAGE],
            "level": record.levelname.lower(),
            "logger": record.name,
            "timestamp": datetime.fromtimestamp(record.created, UTC),
            **(fields or {}),
        }
        if record.exc_info:  # The innermost call and the error are at the end.
            line["exception"] = self.formatException(record.exc_info)[-MAX_EXCEPTION:]
        return to_json(line, ensure_ascii=True).decode()


class LogHandler(QueueHandler):
    """A handler that queues records for a thread; it drops and counts them if the queue is full."""

    def __init__(self, formatter: logging.Formatter) -> None:
        self._records: Queue[Any] = Queue(MAX_LINES)
        super().__init__(self._records)
        text = "Log lines not written, by kind."
        self.dropped = Counter("noughts_log_lines_dropped", text, ["kind"], registry=None)
        LineListener(self._records, formatter, self.dropped).start()

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        """Return the record unchanged; LineListener formats many records together, at less cost."""
        return record

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Count a record for which the queue has no room."""
        self.dropped.labels("access" if record.name == ACCESS else "other").inc()

    def flush(self) -> None:
        """Wait at most FLUSH_SECONDS for the last lines; logging calls this at exit."""
        end = monotonic() + FLUSH_SECONDS
        while self._records.unfinished_tasks and monotonic() < end:
            sleep(DELAY_SECONDS)


class LineListener(QueueListener):
    """A listener that writes many lines at once, because each write pauses the service."""

    def __init__(
        self, records: "Queue[Any]", formatter: logging.Formatter, dropped: Counter
    ) -> None:
        super().__init__(records)
        self._records, self._formatter, self._dropped = records, formatter, dropped

    def handle(self, record: logging.LogRecord) -> None:
        """Write a record, and those that follow it within DELAY_SECONDS."""
        sleep(DELAY_SECONDS)
        others = [self._records.get_nowait() for _ in range(self._records.qsize())]
        data = "".join(map(self._line, (record, *others))).encode()
        try:
            while data:
                data = data[os.write(2, data) :]
        except OSError:  # The disk is full, or nobody can read the pipe.
            self._dropped.labels("unwritten").inc(data.count(b"\n"))
        for _ in others:
            self._records.task_done()

    def _line(self, record: logging.LogRecord) -> str:
        """Return the line of a record, or "" if its arguments do not fit its message."""
        try:
            return f"{self._formatter.format(record)}\n"
        except (TypeError, ValueError):
            self._dropped.labels("other").inc()
            return ""


def configure(level: str, formatter: logging.Formatter) -> LogHandler:
    """Send everything that this process logs through one handler, and return the handler."""
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False  # Unused.
    handler = LogHandler(formatter)
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.captureWarnings(True)
    sys.excepthook = lambda _type, error, _traceback: _log_uncaught(error)
    threading.excepthook = lambda args: _log_uncaught(args.exc_value)
    return handler


def _log_uncaught(error: BaseException | None) -> None:
    logging.getLogger("noughts").critical("uncaught exception", exc_info=error)
