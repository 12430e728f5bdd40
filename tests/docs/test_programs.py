"""The programs of docs/api.md and docs/contract.md run against a real server, others alone."""

import csv
import sys
from pathlib import Path

import pytest

from service.engine.board.notation import read_position
from service.engine.board.position import Mark
from service.engine.search.analyze import analyze
from tests.docs.pages import ADDRESS_SHOWN, blocks_of
from tests.live import ROOT
from tests.parameters import in_full
from tests.programs import output_of

PROGRAMS = {
    "py": [sys.executable, "-W", "error", "-c"],
    "js": ["node", "--input-type=module", "-e"],
}
BLOCKS = [
    block
    for page in ("api.md", "contract.md")
    for block in blocks_of(ROOT / "docs" / page)
    if block.language in PROGRAMS
]


def run(part: str, url: str, folder: Path, language: str = "py") -> str:
    """The output of the only program in this language that contains a text."""
    [code] = [each.text for each in BLOCKS if part in each.text and each.language == language]
    return output_of(*PROGRAMS[language], code.replace(ADDRESS_SHOWN, url), cwd=folder)


@pytest.mark.parametrize("language", ["py", *in_full("js")])
def test_program_plays_a_whole_game(url: str, tmp_path: Path, language: str) -> None:
    *turns, last = run("in_progress", url, tmp_path, language).splitlines()
    assert 2 <= len(turns) <= 4
    assert all(turn.endswith(" in_progress") for turn in turns)
    board, status = last.split()
    assert read_position(board).winner == (Mark.X if status == "won" else None)


@pytest.mark.full
def test_python_program_reads_events(url: str, tmp_path: Path) -> None:
    *progress, last = run("/v1/analysis/stream", url, tmp_path).splitlines()
    assert progress
    assert all(line.endswith("moves proved") for line in progress)
    assert last.endswith("and the outcome draw")


@pytest.mark.full
def test_python_program_writes_every_position_to_a_table(url: str, tmp_path: Path) -> None:
    run("positions.csv", url, tmp_path)
    with (tmp_path / "positions.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len({row["board"] for row in rows}) == 5_478
    for row in rows[::50]:
        analysis = analyze(read_position(row["board"], Mark(row["side_to_move"])))
        best = [str(move.cell) for move in analysis.best_moves]
        assert (row["outcome"], int(row["score"])) == (
            analysis.score.outcome,
            analysis.score.points,
        )
        assert row["best_moves"].split() == best


def test_pytest_example_passes(url: str, tmp_path: Path) -> None:
    [code] = [each.text for each in BLOCKS if "import jsonschema_rs" in each.text]
    code = code.replace(ADDRESS_SHOWN, url).replace('"openapi/', f'"{ROOT}/openapi/')
    (tmp_path / "test_it.py").write_text(code)
    output_of(sys.executable, "-m", "pytest", "-c", "/dev/null", tmp_path, cwd=tmp_path)
