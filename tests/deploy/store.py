"""A running Valkey or Redis."""

import shutil
import subprocess
import sys
from contextlib import AbstractContextManager
from tempfile import TemporaryDirectory
from typing import Any, Final

from redis import Redis

from tests.live import free_port, is_listening, wait_until
from tests.programs import PATH, find

# A service that waits for the store as long as a busy machine may need.
PATIENT: Final = """
import sys
from service.__main__ import main
from service.search_pool import shared

shared.TIMEOUT = 30
sys.argv = ["noughts", "serve"]
main()
"""
PATIENT_SERVE: Final = (sys.executable, "-c", PATIENT)


class SharedStore(AbstractContextManager["SharedStore"]):
    """A server with these options on its own port; it keeps its values when it is stopped."""

    def __init__(self, *options: str) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.client: Any = Redis(port=self.port)
        self._folder = TemporaryDirectory()
        program = shutil.which("valkey-server", path=PATH) or find("redis-server")
        self._command = [program, "--port", str(self.port), "--bind", "127.0.0.1"]
        self._command += ["--dir", self._folder.name, "--save", "3600 1", *options]
        self.start()

    def start(self) -> None:
        """Return once it listens."""
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        wait_until(lambda: is_listening(self.port) or self._process.poll() is not None)
        assert self._process.poll() is None, "the store did not start"

    def stop(self) -> None:
        """Let it save its values and end."""
        self._process.terminate()
        self._process.wait()

    def __exit__(self, *_: object) -> None:
        self.client.close()
        self.stop()
        self._folder.cleanup()
