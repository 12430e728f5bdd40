"""All commands: interruption and completion; `serve` and its options."""

import os
import pty
import re
import signal
import subprocess
import sys
from contextlib import suppress

import httpx
import pytest

from service.cli import commands
from tests.cli.conftest import Run
from tests.live import ROOT

PROMPT = b"> "


class Terminal:
    """A command in its own terminal."""

    def __init__(self, *command: str) -> None:
        self._ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            (sys.executable, "-m", "service", *command),
            cwd=ROOT,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        self.shown = b""

    def read_until(self, end: bytes) -> None:
        """Read until this text comes, or the program ends."""
        while not self.shown.endswith(end) and (more := self._read()):
            self.shown += more

    def _read(self) -> bytes:
        with suppress(OSError):  # the other end is closed
            return os.read(self._ours, 4_096)
        return b""

    def type(self, keys: bytes) -> None:
        """Type something."""
        os.write(self._ours, keys)

    def interrupt(self) -> None:
        """Send SIGINT until the program ends: one that comes just before a read has no effect."""
        while self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(5)

    def end(self) -> int:
        """Read the rest, and return the exit code."""
        self.read_until(b"nothing")
        os.close(self._ours)
        return self.process.wait()


@pytest.mark.full
def test_ctrl_c_ends_its_line() -> None:
    terminal = Terminal("play", "--o", "person")
    terminal.read_until(PROMPT)
    terminal.interrupt()
    assert terminal.end() == 130
    assert terminal.shown.endswith(PROMPT + b"\r\n")
    assert b"Traceback" not in terminal.shown


@pytest.mark.full
def test_ctrl_d_ends_its_line() -> None:
    terminal = Terminal("play", "--o", "person")
    terminal.read_until(PROMPT)
    terminal.type(b"4\n")
    terminal.read_until(PROMPT)
    terminal.type(b"\x04")
    assert terminal.end() == 0
    assert b"> \r\n" in terminal.shown.replace(b"\x04", b"").replace(b"^D\x08\x08", b"")
    assert terminal.shown.endswith(b"\r\n")


def test_log_in_a_terminal_is_for_people() -> None:
    terminal = Terminal("serve", "--port", "0")
    terminal.read_until(b"quit)\r\n")
    found = re.search(rb"http://\S+", terminal.shown)
    assert found
    assert httpx.get(f"{found[0].decode()}/nope").status_code == 404
    terminal.interrupt()
    assert terminal.end() == 0
    shown = re.sub(rb"\x1b\[[0-9;]*m", b"", terminal.shown).decode()
    assert re.search(
        r"^\d\d:\d\d:\d\d INFO: +GET unknown 404 in \d+\.\d ms\r$", shown, re.MULTILINE
    )
    assert "{" not in shown


@pytest.mark.parametrize("command", ["play", "analyze", "review", "trace", "exam"])
def test_every_documented_option_exists(run: Run, command: str) -> None:
    page = (ROOT / "docs" / "terminal.md").read_text()
    _, _, section = page.partition(f"\n## {command.capitalize()}\n")
    options = set(re.findall(r"`(--[a-z-]+)`", section.partition("\n## ")[0]))
    assert options
    assert options <= set(re.findall(r"--[a-z-]+", run(f"{command} --help").out))


@pytest.mark.parametrize(
    ("arguments", "variables"),
    [
        ((), {}),
        (("--port", "9000"), {"NOUGHTS_PORT": "9000"}),
        (("--host", "::", "--port", "0"), {"NOUGHTS_HOST": "::", "NOUGHTS_PORT": "0"}),
    ],
)
def test_options_of_serve_set_variables(
    monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], variables: dict[str, str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["noughts", "serve", *arguments])
    monkeypatch.setattr(os, "environ", {"TERM": "dumb"})
    found: dict[str, str] = {}

    def serve() -> int:
        found.update({k: v for k, v in os.environ.items() if k.startswith("NOUGHTS_")})
        return 3

    assert commands.run(serve) == 3
    assert found == variables
