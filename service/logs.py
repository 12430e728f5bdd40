"""Write the log to standard error in a thread, so that it never delays a request."""

import logging
import os
from datetime import UTC, datetime
from queue import Queue
from threading import Thread
from time import monotonic, sleep
from typing import Final

from prometheus_client import Counter
from pydantic_core import to_json
from uvicorn.logging import DefaultFormatter

ACCESS: Final = "noughts.access"
MAX_RECORDS: Final = 8_192  # Maximum records in the queue; further records are dropped.
MAX_BATCHES: Final = 128  # If as many records are in the queue, batches of requests are dropped.
MAX_TEXT: Final = 8_000  # Maximum characters of a message or an exception.
FLUSH_SECONDS: Final = 1.0  # Maximum wait for the last records at exit.


class JsonFormatter(logging.Formatter):
    """A formatter that writes a record, or each of its `requests`, as a JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines of a record, without the last line break."""
        common = {"level": record.levelname.lower(), "logger": record.name}
        if requests := getattr(record, "requests", None):
            lines = [{"event": "request", **common, **fields} for fields in requests]
        else:
            time = datetime.fromtimestamp(record.created, UTC)
            lines = [{"event": record.getMessage()[:MAX_TEXT], **common, "timestamp": time}]
        if record.exc_info:  # The innermost call and the error are at the end.
            lines[0]["exception"] = self.formatException(record.exc_info)[-MAX_TEXT:]
        return b"\n".join([to_json(line, ensure_ascii=True) for line in lines]).decode()


class LogHandler(logging.Handler):
    """A handler that queues records for a thread, and counts the lines that are not written."""

    def __init__(self, formatter: logging.Formatter) -> None:
        super().__init__()
        self.setFormatter(formatter)
        self._records: Queue[logging.LogRecord] = Queue()
        text = "Log lines not written, by kind."
        self.dropped = Counter("noughts_log_lines_dropped", text, ["kind"], registry=None)
        Thread(target=self.write_all, daemon=True).start()

    def emit(self, record: logging.LogRecord) -> None:
        """Queue a record; if there is no room for it, count its lines."""
        is_access = record.name == ACCESS
        if self._records.qsize() < (MAX_BATCHES if is_access else MAX_RECORDS):
            self._records.put(record)
        else:
            lines = len(getattr(record, "requests", [record]))
            self.dropped.labels("access" if is_access else "other").inc(lines)

    def flush(self) -> None:
        """Wait at most FLUSH_SECONDS for the last records; logging calls this at exit."""
        end = monotonic() + FLUSH_SECONDS
        while self._records.unfinished_tasks and monotonic() < end:
            sleep(0.01)

    def write_all(self) -> None:
        """Write each record; its arguments may not fit its message, or the disk may be full."""
        while True:
            record, kind, data = self._records.get(), "other", b"\n"
            try:
                data = f"{self.format(record)}\n".encode()
                kind = "unwritten"
                while data:
                    data = data[os.write(2, data) :]
            except (OSError, LookupError, TypeError, ValueError):
                self.dropped.labels(kind).inc(data.count(b"\n"))
            self._records.task_done()


def configure(level: str) -> LogHandler:
    """Log through one handler, as text in a terminal and as JSON elsewhere; return the handler."""
    text = DefaultFormatter("%(asctime)s %(levelprefix)s %(message)s", "%H:%M:%S", use_colors=True)
    handler = LogHandler(text if os.isatty(2) else JsonFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.captureWarnings(True)
    return handler
