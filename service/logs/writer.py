"""The queue of the log, and the thread that writes it."""

import logging
import os
from contextlib import suppress
from logging.handlers import QueueHandler, QueueListener
from queue import SimpleQueue
from select import select
from threading import Event
from time import sleep
from typing import Any, Final

from prometheus_client import Counter

from service.logs.lines import JsonFormatter, Request

MAX_WAITING: Final = 8_192  # records in the queue
RESERVE: Final = 1_024  # more places, for warnings and errors only
MAX_WRITE: Final = 4_096  # bytes: PIPE_BUF of Linux, which a pipe takes as a whole or not at all
DELAY: Final = 0.02  # seconds in which lines gather, to be written together
PATIENCE: Final = 1.0  # seconds for the rest at the end

access_log: Final = logging.getLogger("noughts.access")


def log_request(request: Request) -> None:
    """Log a request; it becomes a line in the thread of the log."""
    if access_log.isEnabledFor(logging.INFO):
        for handler in logging.root.handlers:
            if isinstance(handler, LogWriter):
                handler.put(request)


class LogWriter(QueueHandler):
    """Queues records for a thread that writes them, or drops them if there is no room."""

    def __init__(self, descriptor: int, formatter: JsonFormatter) -> None:
        self._lines = Lines(descriptor, formatter)
        super().__init__(self._lines.queue)
        self.setFormatter(formatter)
        self.dropped = self._lines.dropped
        self._lines.start()

    def enqueue(self, record: logging.LogRecord) -> None:
        """Queue a record, which has been formatted."""
        self.put(record.msg, MAX_WAITING + RESERVE * (record.levelno >= logging.WARNING))

    def put(self, line: Request | str, limit: int = MAX_WAITING) -> None:
        """Queue a line if there is room."""
        if self._lines.queue.qsize() < limit:
            self.queue.put_nowait(line)
        else:
            self._lines.drop(line)

    def flush(self) -> None:
        """Have everything written, as far as that is possible in a moment."""
        written = Event()
        self.queue.put_nowait(written)
        written.wait(PATIENCE)


class Lines(QueueListener):
    """Writes lines to a descriptor, many with one call, and counts those that it does not take."""

    def __init__(self, descriptor: int, formatter: JsonFormatter) -> None:
        self.queue: SimpleQueue[Any] = SimpleQueue()
        super().__init__(self.queue)
        text = "Log lines not written, by kind."
        self.dropped = Counter("noughts_log_lines_dropped", text, ["kind"], registry=None)
        self._dropped = [self.dropped.labels("other"), self.dropped.labels("access")]
        self._descriptor, self._line = descriptor, formatter.line
        self._lines: list[Request | str] = []
        self._data, self._last = b"", b"\n"  # to write; written

    def dequeue(self, block: bool) -> Any:  # noqa: ANN401
        """The next line; if there is none, lines are written, and then others can gather."""
        if self.queue.empty():
            self._write()
            sleep(DELAY)
        return self.queue.get(block)

    def handle(self, record: Any) -> None:  # noqa: ANN401
        """Add a line, or report that everything before is written."""
        if isinstance(record, Event):
            self._write()
            record.set()
            return
        data = f"{self._line(record)}\n".encode()
        if self._lines and len(self._data) + len(data) > MAX_WRITE:
            self._write()
        self._lines.append(record)
        self._data += data

    def drop(self, *lines: Request | str) -> None:
        """Count lines that are not written, by kind."""
        for line in lines:
            self._dropped[isinstance(line, Request)].inc()

    def _write(self) -> None:
        """Write the lines; the next ones begin a line, even if the last one is cut short."""
        rest = self._data
        with suppress(OSError):  # full, closed or broken
            while rest:
                select([], [self._descriptor], [])  # it may be one that does not block
                rest = rest[os.write(self._descriptor, rest) :]
        self._last = self._data[: len(self._data) - len(rest)][-1:] or self._last
        lost = min(rest.count(b"\n"), len(self._lines))
        self.drop(*self._lines[len(self._lines) - lost :])
        self._lines, self._data = [], b"" if self._last == b"\n" else b"\n"
