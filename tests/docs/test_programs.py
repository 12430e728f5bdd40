"""The programs of docs/api.md and docs/contract.md run against a real server, others alone."""

import csv
import json
import re
import sys
from pathlib import Path

import pytest

from service.engine.board.notation import read_position, write_board
from service.engine.board.position import Mark
from service.engine.search.analyze import analyze
from tests.docs.pages import ADDRESS_SHOWN, block, blocks_of
from tests.live import ROOT
from tests.parameters import in_full
from tests.programs import output_of
from tests.programs import run as run_program

EMPTY_4X4 = read_position("." * 16, in_a_row=4)
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


@pytest.mark.full
@pytest.mark.parametrize("package", ["jsonschema_rs", "pact"])
def test_pytest_example_passes(url: str, tmp_path: Path, package: str) -> None:
    pytest.importorskip(package)
    [code] = [
        each.text
        for each in BLOCKS
        if re.search(rf"^(import|from) {package}\b", each.text, re.MULTILINE)
    ]
    code = code.replace(ADDRESS_SHOWN, url).replace('"openapi/', f'"{ROOT}/openapi/')
    (tmp_path / "test_it.py").write_text(code)
    output_of(sys.executable, "-m", "pytest", "-c", "/dev/null", tmp_path, cwd=tmp_path)


@pytest.mark.full
def test_dask_program_writes_the_scores_of_all_boards(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    page = ROOT / "docs" / "scale.md"
    (tmp_path / "scores.py").write_text(block(page, "python"))
    boards = ["XXX..OO.O......."] + [
        write_board(EMPTY_4X4.play(first).play(second)).replace("/", "")
        for first in range(16)
        for second in set(range(16)) - {first}
    ]
    for number in range(2):
        (tmp_path / f"boards-{number}.txt").write_text("\n".join(boards[number::2]) + "\n")
    command = [sys.executable, "-W", "error", "scores.py"]
    run_program(*command, folder=tmp_path, PYTHONPATH=str(ROOT))
    texts = [path.read_text() for path in tmp_path.glob("*.jsonl")]
    lines = [json.loads(line) for text in texts for line in text.splitlines()]
    expected = {board: analyze(read_position(board, in_a_row=4)) for board in boards}
    assert {line["board"]: (line["score"], line["best_moves"]) for line in lines} == {
        board: (each.score.points, [move.cell for move in each.best_moves])
        for board, each in expected.items()
    }
    shown = re.findall(r"`({.*})`", page.read_text())
    assert [json.loads(each) in lines for each in shown] == [True]
