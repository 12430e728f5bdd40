"""The log in a terminal, in color."""

import logging
from time import localtime, strftime
from typing import Final

from rich.console import Console
from rich.text import Text

from service.logs.lines import MAX_PATH, JsonFormatter, Request

STYLES: Final = {"warning": "yellow", "error": "red", "critical": "bold red"}


class ConsoleFormatter(JsonFormatter):
    """Formats the log for people: the local time, the event, and what went wrong."""

    def __init__(self) -> None:
        super().__init__()
        self._console = Console(stderr=True, highlight=False, soft_wrap=True)

    def format(self, record: logging.LogRecord) -> str:
        """The lines of a record, without the trailing newline."""
        level = record.levelname.lower()
        event = Text(record.getMessage(), STYLES.get(level, ""))
        if record.exc_info:
            event.append(f"\n{self.formatException(record.exc_info)}", "dim")
        return self._line(record.created, event)

    def line(self, entry: Request | str) -> str:
        """The line of a request; everything else is formatted already."""
        if isinstance(entry, str):
            return entry
        style = "red" if entry.status >= 500 else "yellow" if entry.status >= 400 else "green"
        shown = "".join(filter(str.isprintable, (entry.path or entry.route)[:MAX_PATH]))
        searched = f", {entry.nodes} nodes" if entry.nodes else ""
        event = Text.assemble(
            f"{entry.method} {shown} ",
            (str(entry.status), style),
            (f" in {entry.seconds * 1000:.1f} ms{searched}", "dim"),
        )
        return self._line(entry.time, event)

    def _line(self, time: float, event: Text) -> str:
        with self._console.capture() as capture:
            self._console.print(Text(strftime("%H:%M:%S", localtime(time)), "dim"), event, end="")
        return capture.get()
