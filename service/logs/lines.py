"""What a line of the log looks like: one JSON object."""

import json
import logging
from datetime import UTC, datetime
from typing import Final, NamedTuple

MAX_MESSAGE: Final = 2_000  # characters
MAX_EXCEPTION: Final = 8_000
MAX_PATH: Final = 100


class Request(NamedTuple):
    """What the log says about a request; `path` only if it was not found."""

    time: float
    request_id: str | None
    method: str
    route: str
    status: int
    seconds: float
    nodes: int | None
    path: str | None
    trace_id: str | None = None  # of the client's trace

    def __str__(self) -> str:
        """The line, without its end; only the path can contain a character to escape."""
        time, request_id, method, route, status, seconds, nodes, path, trace_id = self
        named = f'"{request_id}"' if request_id else "null"
        traced = "" if trace_id is None else f',"trace_id":"{trace_id}"'
        shown = "".join(filter(str.isprintable, (path or "")[:MAX_PATH]))
        asked = "" if path is None else f',"path":{json.dumps(shown)}'
        return (  # in a quarter of the time of json.dumps
            f'{{"event":"request","level":"info","logger":"noughts.access"'
            f',"timestamp":"{timestamp(time)}","request_id":{named}{traced}'
            f',"method":"{method}","route":"{route}","status":{status}'
            f',"duration_ms":{seconds * 1000:.2f},"nodes":{"null" if nodes is None else nodes}'
            f"{asked}}}"
        )


class JsonFormatter(logging.Formatter):
    """Formats everything else."""

    def line(self, entry: Request | str) -> str:
        """The line of a request; everything else is formatted already."""
        return str(entry)

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record, without its end."""
        try:
            message = record.getMessage()
        except (KeyError, TypeError, ValueError):  # the arguments do not fit
            message = str(record.msg)
        line = {"event": message[:MAX_MESSAGE], "level": record.levelname.lower()}
        line |= {"logger": record.name, "timestamp": timestamp(record.created)}
        if record.exc_info:  # the innermost call and the error are at the end
            line["exception"] = self.formatException(record.exc_info)[-MAX_EXCEPTION:]
        return json.dumps(line, separators=(",", ":"))


def timestamp(seconds: float) -> str:
    """A time since the epoch as ISO 8601, in UTC, with microseconds."""
    time = datetime.fromtimestamp(seconds, UTC)
    return time.isoformat(timespec="microseconds").replace("+00:00", "Z")
