"""The command line, run in this process."""

import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from service.__main__ import main


@dataclass(frozen=True)
class Done:
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run a command line in a terminal of this width, with this input."""

    def run(command: str, *arguments: str, typed: str = "", width: int = 200) -> Done:
        (tmp_path / "input").write_text(typed)
        with (tmp_path / "input").open() as stdin:
            monkeypatch.setattr(sys, "argv", ["service", *shlex.split(command), *arguments])
            monkeypatch.setattr(sys, "stdin", stdin)
            monkeypatch.setenv("COLUMNS", str(width))
            code = main()
        return Done(code, *capsys.readouterr())

    return run
