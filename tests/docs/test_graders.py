"""The files for graders in the documentation, run as far as no other program is needed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tests.docs.pages import blocks_of
from tests.live import ROOT

BLOCKS = blocks_of(ROOT / "docs" / "terminal.md")
PLAYERS = {
    "perfect": "from tests.engine.exam.players import perfect as move",
    "first": "move = lambda side, board: board.index('.')",
}
LOOP = """
import sys
for line in sys.stdin:
    board, side = line.split()
    print(move(side, board.replace("/", "")), flush=True)
"""


@pytest.fixture(params=PLAYERS)
def submission(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, bool]:
    """The folder of a player, and whether it is perfect; `noughts` is a program there, too."""
    (tmp_path / "player.py").write_text(PLAYERS[request.param] + LOOP)
    (tmp_path / "noughts").write_text(f'#!/bin/sh\nexec {sys.executable} -m service "$@"\n')
    (tmp_path / "noughts").chmod(0o755)
    return tmp_path, request.param == "perfect"


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(folder), str(Path(sys.executable).parent), os.environ["PATH"]])
    variables = os.environ | {"PATH": path, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=folder, env=variables, check=False, text=True)


def test_gradescope_file_writes_the_result(submission: tuple[Path, bool]) -> None:
    folder, passes = submission
    [text] = [block.text for block in BLOCKS if "results.json" in block.text]
    (folder / "results").mkdir()
    (folder / "submission").symlink_to(folder)
    (folder / "run_autograder").write_text(text.replace("/autograder", str(folder)))
    assert run(folder, sys.executable, "run_autograder").returncode == 0
    [test] = json.loads((folder / "results" / "results.json").read_text())["tests"]
    assert (test["score"], test["max_score"]) == (10 * passes, 10)
    assert f"The player as X: {'perfect' if passes else 'loses'}" in test["output"]


def test_command_of_github_classroom_passes_a_perfect_player_only(
    submission: tuple[Path, bool],
) -> None:
    folder, passes = submission
    [text] = [block.text for block in BLOCKS if block.language == "yaml"]
    [job] = YAML(typ="safe").load(text)["jobs"].values()
    [command] = [step["with"]["command"] for step in job["steps"] if step.get("id") == "exam"]
    assert run(folder, "sh", "-c", command).returncode == (0 if passes else 1)
