"""The Python programs of three pages run against a real server, others alone."""

import os
import re
import sys
from pathlib import Path

import pytest

from service.engine.board.notation import read_position
from service.engine.board.position import Mark
from tests.docs.pages import ADDRESS_SHOWN, block, blocks_of
from tests.live import ROOT
from tests.programs import output_of

GUIDE = ROOT / "docs" / "api.md"
RECIPES = ROOT / "docs" / "recipes.md"
PROGRAMS = [
    block.text
    for page in ("api.md", "contract.md", "recipes.md")
    for block in blocks_of(ROOT / "docs" / page)
    if block.language == "py"
]


def run(part: str, url: str, folder: Path) -> str:
    [code] = [text for text in PROGRAMS if part in text]
    return output_of(
        sys.executable, "-W", "error", "-c", code.replace(ADDRESS_SHOWN, url), cwd=folder
    )


def test_program_plays_a_whole_game(url: str, tmp_path: Path) -> None:
    *turns, last = run("random.choice", url, tmp_path).splitlines()
    assert 2 <= len(turns) <= 4
    assert all(turn.endswith(" in_progress") for turn in turns)
    board, status = last.split()
    assert read_position(board).winner == (Mark.X if status == "won" else None)


def test_program_that_handles_errors_gets_a_move(url: str, tmp_path: Path) -> None:
    assert run('print(call("best-move")', url, tmp_path) == "0\n"


@pytest.mark.full
@pytest.mark.parametrize(
    ("language", "command", "end"),
    [
        ("sh", ("sh", "-c"), r"(\d,){8}\d"),  # the service plays both sides: a draw
        ("js", ("node", "--input-type=module", "--eval"), r"\S+ (won|drawn)"),
    ],
)
def test_guide_plays_a_whole_game_in(
    url: str, language: str, command: tuple[str, ...], end: str
) -> None:
    [code] = [
        block.text
        for block in blocks_of(GUIDE)
        if block.language == language and "moves=$" in block.text
    ]
    *_, last = output_of(*command, code.replace(ADDRESS_SHOWN, url)).splitlines()
    assert re.fullmatch(end, last)


@pytest.mark.compiled
def test_recipe_prints_the_output_of_every_language(url: str, tmp_path: Path) -> None:
    assert run("review/stream", url, tmp_path) == block(RECIPES, "text")


def test_program_analyzes_many_positions(url: str) -> None:
    [code] = [text for text in PROGRAMS if "/v1/analyses" in text]
    code = code.replace("1_000", "5").replace("500", "2")
    out = output_of(sys.executable, "-W", "error", "-c", code.replace(ADDRESS_SHOWN, url))
    assert out == "5 positions analyzed\n"


def test_pytest_example_passes(url: str, tmp_path: Path) -> None:
    [code] = [text for text in PROGRAMS if "import jsonschema_rs" in text]
    code = code.replace(ADDRESS_SHOWN, url).replace('"openapi/', f'"{ROOT}/openapi/')
    (tmp_path / "test_it.py").write_text(code)
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = (sys.executable, "-m", "pytest", "-c", "/dev/null")
    output_of(*command, tmp_path, cwd=tmp_path, env=environment)
