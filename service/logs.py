"""The log: lines on standard error, written by a thread, that never hold up a request."""

import logging
import os
import sys
import threading
from functools import lru_cache
from logging.handlers import QueueHandler, QueueListener
from queue import Full, SimpleQueue
from time import gmtime, monotonic, sleep, strftime
from typing import Any, Final

from prometheus_client import Counter
from pydantic_core import to_json

ACCESS: Final = "noughts.access"
MAX_LINES: Final = 8_192  # In the queue; more are dropped.
MAX_MESSAGE: Final = 2_000  # Characters.
MAX_EXCEPTION: Final = 8_000
DELAY_SECONDS: Final = 0.02  # Lines of this time are written together.
FLUSH_SECONDS: Final = 1.0  # For the last lines at exit.


class JsonFormatter(logging.Formatter):
    """Formats a record as a JSON object; `extra={"fields": …}` adds members to it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, without its end."""
        line: dict[str, Any] = {
            "event": record.getMessage()[:MAX_MESSAGE],
            "level": record.levelname.lower(),
            "logger": record.name,
            "timestamp": f"{_second(int(record.created))}.{int(record.created % 1 * 1e6):06d}Z",
            **getattr(record, "fields", {}),
        }
        if record.exc_info:  # The innermost call and the error are at the end.
            line["exception"] = self.formatException(record.exc_info)[-MAX_EXCEPTION:]
        return to_json(line, ensure_ascii=True).decode()


@lru_cache(maxsize=2)
def _second(time: int) -> str:
    """Return a second in UTC, in the format of ISO 8601."""
    return strftime("%Y-%m-%dT%H:%M:%S", gmtime(time))


class LogHandler(QueueHandler):
    """Puts formatted lines into a bounded queue; drops and counts them if it is full."""

    def __init__(self, formatter: logging.Formatter) -> None:
        self.lines: SimpleQueue[Any] = SimpleQueue()
        super().__init__(self.lines)
        self.setFormatter(formatter)
        text = "Log lines not written, by kind."
        self.dropped = Counter("noughts_log_lines_dropped", text, ["kind"], registry=None)
        self._listener = LogListener(self.lines, self.dropped)
        self._listener.start()

    def prepare(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        return self.format(record)

    def enqueue(self, record: Any) -> None:  # noqa: ANN401
        """Queue a line; raise Full if there is no room."""
        if self.lines.qsize() >= MAX_LINES:
            raise Full
        self.lines.put(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Count a record for which there is no room, or whose arguments do not fit."""
        self.dropped.labels("access" if record.name == ACCESS else "other").inc()

    def flush(self) -> None:
        """Wait a moment for the last lines; logging calls this at exit."""
        end = monotonic() + FLUSH_SECONDS
        while (self.lines.qsize() or self._listener.batch) and monotonic() < end:
            sleep(DELAY_SECONDS / 2)


class LogListener(QueueListener):
    """Writes lines to standard error, many with one call."""

    def __init__(self, lines: "SimpleQueue[Any]", dropped: Counter) -> None:
        super().__init__(lines)
        self._lines = lines
        self.batch: list[str] = []
        self._dropped = dropped

    def dequeue(self, block: bool) -> Any:  # noqa: ANN401
        """Return the next line; write the batch when there is none."""
        if self._lines.empty():
            self._write()
            sleep(DELAY_SECONDS)
        return self._lines.get(block)

    def handle(self, record: Any) -> None:  # noqa: ANN401
        """Add a line to the batch."""
        self.batch.append(record)

    def _write(self) -> None:
        data = "".join(f"{line}\n" for line in self.batch).encode()
        try:
            while data:
                data = data[os.write(2, data) :]
        except OSError:  # The disk is full, or nobody can read the pipe.
            self._dropped.labels("unwritten").inc(data.count(b"\n"))
        self.batch = []


def configure(level: str, formatter: logging.Formatter) -> LogHandler:
    """Send everything that this process logs through one handler, and return it."""
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False  # Unused.
    handler = LogHandler(formatter)
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.captureWarnings(True)
    sys.excepthook = lambda _type, error, _traceback: _log_uncaught(error)
    threading.excepthook = lambda args: _log_uncaught(args.exc_value)
    return handler


def _log_uncaught(error: BaseException | None) -> None:
    logging.getLogger("noughts").critical("uncaught exception", exc_info=error)
