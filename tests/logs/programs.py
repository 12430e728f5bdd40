"""Programs that log, and what their lines look like."""

import sys
from pathlib import Path
from typing import IO, Any

from tests.http.support import request
from tests.live import Detached, wait_until

START = """
import logging, sys, threading, time, warnings
from pathlib import Path
from service.__main__ import main

path = Path(sys.argv[1])
after = lambda: None

def act():
    while True:
        if path.exists():
            exec(path.read_text(), globals())
            path.unlink()
        time.sleep(0.01)

threading.Thread(target=act, daemon=True).start()
sys.argv[1:] = ["serve"]
code = main()
after()
sys.exit(code)
"""
LEVELS = ["debug", "info", "warning", "error", "critical"]
ZERO_DIVISION = "ZeroDivisionError: integer division or modulo by zero"
UNCAUGHT = """
warnings.warn("take care")
threading.Thread(target=lambda: 1 // 0).start()

class Broken:
    def __del__(self):
        1 // 0

Broken()
after = lambda: 1 // 0
"""
MESSAGES = r"""
log = logging.getLogger("a.b")
log.info("%s and %d", "one", 2)
log.info("%d", "one")
log.info("%(a)s", {"b": 1})
log.info("a" * 5_000)
log.info("\ud800\n")
try:
    raise RuntimeError("a\nb" + "c" * 8_000 + "end")
except RuntimeError:
    log.exception("failed")
early = {"name": "a.b", "levelno": 20, "levelname": "INFO", "msg": "early", "created": 0.000001}
log.handle(logging.makeLogRecord(early))
for number in range(3_000):
    log.info(number)
"""
MAX_MESSAGE, MAX_EXCEPTION = 2_000, 8_000  # characters
TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z"
GET = request("GET", "/livez")
MAX_WAITING, RESERVE = 8_192, 1_024  # lines in the queue, and further ones for warnings
DROPPED_REQUESTS = 'noughts_log_lines_dropped_total{kind="access"}'
DROPPED_OTHERS = 'noughts_log_lines_dropped_total{kind="other"}'
PIPE_BUF = 4_096  # bytes that a pipe accepts as a whole or not at all
NUMBERED = """
log = logging.getLogger("numbers")
for number in range(20_000):
    log.info(number)
for number in range(2_000):
    log.warning(number)
"""


class Acting(Detached):
    """Runs code in a thread while it serves, and the function `after` in the end."""

    def __init__(self, stderr: int | IO[Any], folder: Path, **settings: str) -> None:
        self._code = folder / "code.py"
        self.command = (sys.executable, "-c", START, str(self._code))
        super().__init__(stderr, **settings)

    def act(self, code: str) -> None:
        """Return when this code has run."""
        new = self._code.with_suffix(".new")
        new.write_text(code)
        new.rename(self._code)
        wait_until(lambda: not self._code.exists(), 60)
