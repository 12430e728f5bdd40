"""The log in a terminal, in color."""

import logging
from time import localtime, strftime
from typing import Final

from rich.console import Console
from rich.text import Text

STYLES: Final = {"warning": "yellow", "error": "red", "critical": "bold red"}


class ConsoleFormatter(logging.Formatter):
    """Formats the log for people: the local time, the event, and what went wrong."""

    def __init__(self) -> None:
        super().__init__()
        self._console = Console(stderr=True, highlight=False, soft_wrap=True)

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines of a record, without the trailing newline."""
        fields = getattr(record, "fields", None)
        event = _request(**fields) if fields else _other(record)
        if record.exc_info:
            event.append(f"\n{self.formatException(record.exc_info)}", "dim")
        time = Text(strftime("%H:%M:%S", localtime(record.created)), "dim")
        with self._console.capture() as capture:
            self._console.print(time, event, end="")
        return capture.get()


def _other(record: logging.LogRecord) -> Text:
    return Text(record.getMessage(), STYLES.get(record.levelname.lower(), ""))


def _request(
    *,
    method: str,
    route: str,
    status: int,
    duration_ms: float,
    nodes: int | None,
    path: str | None = None,
    **_: object,
) -> Text:
    """Return the line of a request."""
    style = "red" if status >= 500 else "yellow" if status >= 400 else "green"
    searched = f", {nodes} nodes" if nodes else ""
    return Text.assemble(
        f"{method} {path or route} ",
        (str(status), style),
        (f" in {duration_ms:.1f} ms{searched}", "dim"),
    )
