"""The commands shown in the documentation run, and answer what is shown after them."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from service.__main__ import main
from tests.docs.pages import ADDRESS_SHOWN, PAGES, blocks_of
from tests.live import ADDRESS, ROOT

BLOCKS = [block for page in PAGES for block in blocks_of(page)]
COMMANDS = [(block.page, block.text.strip()) for block in BLOCKS if block.language == "sh"]
SHOWN = {
    (command.page, command.text.strip()): answer.text
    for command, answer in pairwise(BLOCKS)
    if command.page == answer.page
    and command.language == "sh"
    and answer.language in {"json", "text"}
}
CURLS = [key for key in COMMANDS if key[1].startswith("curl ")]
EXAMS = [key for key in COMMANDS if key[1].startswith("noughts exam ")]
TERMINAL = [key for key in COMMANDS if key[1].startswith("noughts ") and key not in EXAMS]
PLAYERS = {block.page: block.text for block in BLOCKS if "sys.stdin" in block.text}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of the service that `make run` starts, with the packages of the tests."""
    process = subprocess.Popen(
        ["make", "run", "--assume-old=.venv/serve", f"PYTHON={sys.executable}"],
        cwd=ROOT,
        env=os.environ | {"NOUGHTS_PORT": "0"},
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    assert process.stderr
    try:
        found = next(filter(None, map(ADDRESS.search, process.stderr)), None)
        assert found, "make run did not start the service"
        yield found[1]
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.stderr.read()
        process.stderr.close()
        process.wait()


@pytest.fixture(scope="module")
def stand_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the command `curl`, which is tests/docs/curl.py."""
    folder = tmp_path_factory.mktemp("programs")
    command = shlex.join([sys.executable, str(Path(__file__).with_name("curl.py"))])
    (folder / "curl").write_text(f'#!/bin/sh\nexec {command} "$@"\n')
    (folder / "curl").chmod(0o755)
    return folder


@pytest.mark.parametrize("is_curl", [False, pytest.param(True, marks=pytest.mark.full)])
@pytest.mark.parametrize(("page", "command"), CURLS)
def test_a_call_gets_the_answer_shown(
    url: str, stand_in: Path, page: str, command: str, is_curl: bool
) -> None:
    path = os.environ["PATH"] if is_curl else f"{stand_in}{os.pathsep}{os.environ['PATH']}"
    assert shutil.which("curl", path=path), "there is no curl on this machine"
    answer = SHOWN[page, command]
    command = command.replace(ADDRESS_SHOWN, url).replace("curl ", "curl --silent ", 1)
    done = subprocess.run(
        ["sh", "-c", command],
        env=os.environ | {"PATH": path},
        capture_output=True,
        check=True,
        text=True,
    )
    if answer.startswith("{"):
        assert json.loads(done.stdout) == json.loads(answer)
    else:
        assert done.stdout == answer


@pytest.mark.parametrize(("page", "command"), TERMINAL)
def test_a_command_of_the_terminal_prints_what_is_shown(page: str, command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "service", *shlex.split(command)[1:]],
        cwd=ROOT,
        env=os.environ | {"COLUMNS": "80"},
        input="4\nh\nq\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert "X is to move" in done.stdout or "X has won" in done.stdout
    if (page, command) in SHOWN:
        assert [line.rstrip() for line in done.stdout.rstrip().splitlines()] == SHOWN[
            page, command
        ].splitlines()


@pytest.mark.parametrize(("page", "command"), EXAMS)
def test_the_player_shown_is_examined(tmp_path: Path, page: str, command: str) -> None:
    (tmp_path / "player.py").write_text(PLAYERS[page])
    done = subprocess.run(
        [sys.executable, "-m", "service", *shlex.split(command)[1:]],
        cwd=tmp_path,
        env=os.environ | {"COLUMNS": "80", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "")
    shown = SHOWN.get((page, command), "The player as O: loses (244 positions, 240 games).")
    lines = [line.rstrip() for line in done.stdout.rstrip().splitlines()]
    assert lines[: len(shown.splitlines())] == shown.splitlines()


@pytest.mark.parametrize("command", ["play", "analyze", "review", "trace", "exam"])
def test_every_option_that_is_named_exists(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (ROOT / "docs" / "terminal.md").read_text()
    _, _, section = page.partition(f"\n## {command.capitalize()}\n")
    options = set(re.findall(r"`(--[a-z-]+)`", section.partition("\n## ")[0]))
    monkeypatch.setattr(sys, "argv", ["service", command, "--help"])
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    assert main() == 0
    assert options
    assert options <= set(re.findall(r"--[a-z-]+", capsys.readouterr().out))


def test_every_answer_shown_is_that_of_a_command() -> None:
    assert SHOWN.keys() <= {*CURLS, *TERMINAL, *EXAMS}
    assert sum(block.language == "json" for block in BLOCKS) == sum(
        answer.startswith("{") for answer in SHOWN.values()
    )


FROM_INPUT = r"printf '.../.../...\nXO./.X./..O\n' | noughts analyze --stdin"


def test_boards_from_standard_input_become_lines_of_json() -> None:
    _, shown, command = FROM_INPUT.partition("printf '")
    boards, _, _ = command.partition("' |")
    done = subprocess.run(
        [sys.executable, "-m", "service", "analyze", "--stdin"],
        cwd=ROOT,
        input=boards.replace(r"\n", "\n"),
        capture_output=True,
        text=True,
        check=True,
    )
    first, second = map(json.loads, done.stdout.splitlines())
    assert shown
    assert (first["outcome"], second["outcome"]) == ("draw", "win")


def test_no_other_commands_are_shown() -> None:
    shown = {*CURLS, *TERMINAL, *EXAMS}
    others = {command for page, command in COMMANDS if (page, command) not in shown}
    assert others == {
        FROM_INPUT,
        ".venv/bin/uvicorn service.app:create_app --factory",
        "fastapi dev --entrypoint service.app:create_app",
        "make run",
        "make test",
        "pip install .",
        "docker compose up",
        "docker compose up --scale noughts=4",
        "kubectl apply -f deploy/kubernetes.yaml",
    }
