"""The command line, run in this process."""

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from service.__main__ import main


@dataclass(frozen=True)
class Done:
    """What a command has left behind."""

    code: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command with these arguments, in a terminal so wide, and this as what is typed."""

    def run(*arguments: str, typed: str = "", width: int = 200) -> Done:
        monkeypatch.setattr(sys, "argv", ["service", *arguments])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        monkeypatch.setenv("COLUMNS", str(width))
        code = main()
        return Done(code, *capsys.readouterr())

    return run
