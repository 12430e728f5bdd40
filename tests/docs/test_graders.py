"""The files for graders in the documentation, run as far as no other program is needed."""

import json
import os
import sys
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tests.docs.pages import block, program
from tests.live import ROOT
from tests.programs import PATH, output_of

TERMINAL = ROOT / "docs" / "terminal.md"
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


def run(folder: Path, *command: str, code: int = 0) -> None:
    variables = {"PATH": f"{folder}{os.pathsep}{PATH}", "PYTHONPATH": str(ROOT)}
    output_of(*command, code=code, cwd=folder, env=os.environ | variables)


def test_gradescope_file_writes_the_result(submission: tuple[Path, bool]) -> None:
    folder, passes = submission
    (folder / "results").mkdir()
    (folder / "submission").symlink_to(folder)
    text = program(TERMINAL, "results.json").replace("/autograder", str(folder))
    (folder / "run_autograder").write_text(text)
    run(folder, sys.executable, "run_autograder")
    [test] = json.loads((folder / "results" / "results.json").read_text())["tests"]
    assert (test["score"], test["max_score"]) == (10 * passes, 10)
    assert f"The player as X: {'perfect' if passes else 'loses'}" in test["output"]


def test_command_of_github_classroom_passes_a_perfect_player_only(
    submission: tuple[Path, bool],
) -> None:
    folder, passes = submission
    [job] = YAML(typ="safe").load(block(TERMINAL, "yaml"))["jobs"].values()
    [command] = [step["with"]["command"] for step in job["steps"] if step.get("id") == "exam"]
    run(folder, "sh", "-c", command, code=0 if passes else 1)
