"""The commands shown in the documentation run and print the output shown after them."""

import json
import os
import shlex
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from tests.docs.pages import ADDRESS_SHOWN, PAGES, blocks_of
from tests.live import ROOT
from tests.parameters import in_full
from tests.programs import output_of

BLOCKS = [block for page in PAGES for block in blocks_of(page)]
COMMANDS = [(block.page, block.text.strip()) for block in BLOCKS if block.language == "sh"]
SHOWN = {
    (command.page, command.text.strip()): output.text
    for command, output in pairwise(BLOCKS)
    if command.page == output.page
    and command.language == "sh"
    and output.language in {"json", "text"}
}
CURLS = [key for key in COMMANDS if key[1].startswith("curl ")]
EXAMS = [key for key in COMMANDS if key[1].startswith("noughts exam ")]
TERMINAL = [key for key in COMMANDS if key[1].startswith("noughts ") and key not in EXAMS]
PLAYERS = {block.page: block.text for block in BLOCKS if "sys.stdin" in block.text}


@pytest.mark.parametrize(("page", "command"), in_full(*CURLS))
def test_curl_command_prints_the_response_shown(url: str, page: str, command: str) -> None:
    shown = SHOWN[page, command]
    command = command.replace(ADDRESS_SHOWN, url).replace("curl ", "curl --silent ", 1)
    printed = output_of("sh", "-c", command)
    if shown.startswith("{"):
        assert json.loads(printed) == json.loads(shown)
    else:
        assert printed == shown


def noughts(command: str, typed: str = "", folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run a command of ours, without its first word, in a terminal of 80 columns."""
    return subprocess.run(
        [sys.executable, "-m", "service", *shlex.split(command)[1:]],
        cwd=folder,
        env=os.environ | {"COLUMNS": "80", "PYTHONPATH": str(ROOT)},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )


def lines_of(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip().splitlines()]


@pytest.mark.parametrize(("page", "command"), TERMINAL)
def test_terminal_command_prints_the_output_shown(page: str, command: str) -> None:
    done = noughts(command, typed="4\nh\nq\n")
    assert (done.returncode, done.stderr) == (0, "")
    if (page, command) in SHOWN:
        assert lines_of(done.stdout) == SHOWN[page, command].splitlines()
    else:
        assert "X is to move" in done.stdout or "X has won" in done.stdout


@pytest.mark.parametrize(("page", "command"), in_full(*EXAMS))
def test_exam_of_the_example_player_prints_the_output_shown(
    tmp_path: Path, page: str, command: str
) -> None:
    (tmp_path / "player.py").write_text(PLAYERS[page])
    done = noughts(command, folder=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    shown = SHOWN[page, command]
    assert lines_of(done.stdout)[: len(shown.splitlines())] == shown.splitlines()


def test_every_output_shown_is_that_of_a_tested_command() -> None:
    assert SHOWN.keys() <= {*CURLS, *TERMINAL, *EXAMS}
