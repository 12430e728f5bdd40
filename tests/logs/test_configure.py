"""All that a process has to say goes the same way."""

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.live import ROOT


def logged(code: str, level: str = "info") -> tuple[int, list[dict[str, Any]]]:
    """The exit code and the log of a process that runs this code after `configure`."""
    start = f"from service.logs.configure import configure\nlog = configure({level!r})\n"
    command = [sys.executable, "-W", "always", "-c", start + code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, [json.loads(line) for line in done.stderr.splitlines()]


def test_records() -> None:
    code, [line] = logged("import logging; logging.getLogger('a.b').info('say %d', 1)")
    assert line.pop("timestamp")
    assert (code, line) == (0, {"event": "say 1", "level": "info", "logger": "a.b"})


def test_warnings() -> None:
    _, [line] = logged("import warnings; warnings.warn('take care')")
    assert (line["level"], line["logger"]) == ("warning", "py.warnings")
    assert "take care" in line["event"]


CLASS = "class A:\n  def __del__(self): 1 // 0\n"


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("1 // 0", 1),
        ("from threading import Thread\nThread(target=lambda: 1 // 0).start()", 0),
        (f"{CLASS}A()", 0),
    ],
)
def test_exceptions_that_nobody_catches(code: str, status: int) -> None:
    found, [line] = logged(code)
    assert found == status
    assert line["event"].startswith("uncaught exception")
    assert line["level"] == "critical"
    assert line["exception"].endswith("ZeroDivisionError: integer division or modulo by zero")


@pytest.mark.parametrize("level", ["debug", "INFO", "Warning", "error", "critical"])
def test_levels(level: str) -> None:
    order = ["debug", "info", "warning", "error", "critical"]
    say = f"import logging\nfor each in {order}: getattr(logging.getLogger(), each)(each)"
    lines = logged(f"{say}\nlogging.error(str(log.with_requests)) if 1 else 0", level)[1]
    found = [line["event"] for line in lines if line["event"] in order]
    assert found == order[order.index(level.lower()) :]
    if level != "critical":
        assert lines[-1]["event"] == str(level in {"debug", "INFO"})


def test_no_line_is_lost_at_the_end() -> None:
    _, lines = logged("import logging\nfor i in range(3_000): logging.info(i)")
    assert [line["event"] for line in lines] == [str(number) for number in range(3_000)]
