"""Write the log to a terminal, in color."""

import logging
from typing import Final

from rich.console import Console
from rich.text import Text

STYLES: Final = {"WARNING": "yellow", "ERROR": "red", "CRITICAL": "bold red"}


class ConsoleFormatter(logging.Formatter):
    """Formats the log for people: the local time, the event, and what went wrong."""

    def __init__(self) -> None:
        super().__init__(datefmt="%H:%M:%S")
        self._console = Console(stderr=True, highlight=False, soft_wrap=True)

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines of a record, without the trailing newline."""
        event, style = record.getMessage(), STYLES.get(record.levelname, "")
        if fields := getattr(record, "fields", None):
            event = "{method} {route} {status} in {duration_ms:.1f} ms".format(**fields)
            style = "red" if fields["status"] >= 500 else style
        if record.exc_info:
            event += f"\n{self.formatException(record.exc_info)}"
        with self._console.capture() as capture:
            line = Text.assemble(
                (self.formatTime(record, self.datefmt), "dim"), " ", (event, style)
            )
            self._console.print(line, end="")
        return capture.get()
