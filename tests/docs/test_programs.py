"""The Python programs of docs/api.md run against a real server."""

import csv
import sys
from pathlib import Path

import pytest

from service.engine.board.notation import read_position
from service.engine.board.position import Mark
from service.engine.search.analyze import analyze
from tests.docs.pages import ADDRESS_SHOWN, blocks_of
from tests.live import ROOT
from tests.programs import output_of

EVENTS, TABLE = (
    block.text for block in blocks_of(ROOT / "docs" / "api.md") if block.language == "py"
)


def run(program: str, url: str, folder: Path) -> str:
    code = program.replace(ADDRESS_SHOWN, url)
    return output_of(sys.executable, "-W", "error", "-c", code, cwd=folder)


@pytest.mark.full
def test_python_program_reads_events(url: str, tmp_path: Path) -> None:
    *progress, last = run(EVENTS, url, tmp_path).splitlines()
    assert progress
    assert all(line.endswith("moves proved") for line in progress)
    assert last.endswith("and the outcome draw")


@pytest.mark.full
def test_python_program_writes_every_position_to_a_table(url: str, tmp_path: Path) -> None:
    run(TABLE, url, tmp_path)
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
