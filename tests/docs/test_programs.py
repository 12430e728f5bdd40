"""The Python programs of three pages run against a real server, others alone."""

import os
import re
import sys
from pathlib import Path

import pytest

from service.engine.board.notation import read_position
from service.engine.board.position import Mark
from tests.docs.pages import block, program
from tests.live import ROOT
from tests.programs import output_of

GUIDE = ROOT / "docs" / "api.md"
CONTRACT = ROOT / "docs" / "contract.md"
RECIPES = ROOT / "docs" / "recipes.md"


def run(code: str, folder: Path) -> str:
    return output_of(sys.executable, "-W", "error", "-c", code, cwd=folder)


def test_program_plays_a_whole_game(url: str, tmp_path: Path) -> None:
    *turns, last = run(program(GUIDE, "random.choice", url), tmp_path).splitlines()
    assert 2 <= len(turns) <= 4
    assert all(turn.endswith(" in_progress") for turn in turns)
    board, status = last.split()
    assert read_position(board).winner == (Mark.X if status == "won" else None)


def test_program_that_handles_errors_gets_a_move(url: str, tmp_path: Path) -> None:
    code = program(GUIDE, 'print(call("best-move")', url)
    assert run(code, tmp_path) == "0\n"


@pytest.mark.full
@pytest.mark.parametrize(
    ("part", "command", "end"),
    [
        ("moves=$moves", ("sh", "-c"), r"(\d,){8}\d"),  # the service plays both sides: a draw
        ("moves=${moves}", ("node", "--input-type=module", "--eval"), r"\S+ (won|drawn)"),
    ],
)
def test_guide_plays_a_whole_game(url: str, part: str, command: tuple[str, ...], end: str) -> None:
    *_, last = output_of(*command, program(GUIDE, part, url)).splitlines()
    assert re.fullmatch(end, last)


@pytest.mark.compiled
def test_recipe_prints_the_output_of_every_language(url: str, tmp_path: Path) -> None:
    assert run(program(RECIPES, "service.stream", url), tmp_path) == block(RECIPES, "text")


def test_program_analyzes_many_positions(url: str, tmp_path: Path) -> None:
    # The port of the URL can contain 500.
    code = program(GUIDE, "/v1/analyses", "URL").replace("1_000", "5").replace("500", "2")
    assert run(code.replace("URL", url), tmp_path) == "5 positions analyzed\n"


def test_pytest_example_passes(url: str, tmp_path: Path) -> None:
    code = program(CONTRACT, "import jsonschema_rs", url)
    code = code.replace('"openapi/', f'"{ROOT}/openapi/')
    (tmp_path / "test_it.py").write_text(code)
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = (sys.executable, "-m", "pytest", "-c", "/dev/null")
    output_of(*command, tmp_path, cwd=tmp_path, env=environment)
