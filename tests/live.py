"""A real server in a process of its own."""

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

ROOT = Path(__file__).parent.parent
ADDRESS = re.compile(r"running on (http://\S+:(\d+))")


class Service:
    """The service on a free port that it keeps, so that it can go away and come back.

    Settings are without NOUGHTS_. Nobody here wants to wait for a search that takes longer than
    ten seconds to end.
    """

    command: tuple[str, ...] = (sys.executable, "-m", "service", "serve")
    folder = ROOT

    def __init__(self, **settings: str) -> None:
        self.log: list[str] = []
        self._environment = {k: v for k, v in os.environ.items() if "NOUGHTS" not in k}
        settings = {"drain_timeout": "10"} | settings
        self._environment |= {f"NOUGHTS_{k.upper()}": v for k, v in settings.items()}
        self._port = "0"
        self.start()

    def start(self) -> None:
        """Return once it takes requests."""
        self.process = subprocess.Popen(
            self.command,
            cwd=self.folder,
            env=self._environment | {"NOUGHTS_PORT": self._port, "PYTHONUNBUFFERED": "1"},
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr
        found = next(filter(None, map(ADDRESS.search, self._starting(self.process.stderr))), None)
        # It never has to wait for a reader.
        self._reader = Thread(target=self._keep, args=[self.process.stderr])
        self._reader.start()
        if not found:
            self.stop()
        assert found, "the service did not start"
        self.url, self._port = found.groups()

    def _starting(self, lines: Iterable[str]) -> Iterator[str]:
        """The lines, which are in the log, too, then."""
        for line in lines:
            self.log.append(line)
            yield line

    def _keep(self, lines: Iterable[str]) -> None:
        """Read the lines until they end."""
        self.log.extend(lines)

    def stop(self) -> int:
        """Let it end, and return its exit code."""
        self.process.terminate()
        return self._end()

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self.process.kill()
        self._end()

    def _end(self) -> int:
        code = self.process.wait()
        self._reader.join()
        assert self.process.stderr
        self.process.stderr.close()
        return code


@contextmanager
def running_service(**settings: str) -> Iterator[str]:
    """The base URL of a service that runs until the context ends; settings without NOUGHTS_."""
    service = Service(**settings)
    try:
        yield service.url
    finally:
        service.stop()
