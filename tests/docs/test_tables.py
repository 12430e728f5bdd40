"""The tables of the documentation agree with the code."""

import json
import re
from itertools import combinations

from benchmarks.ladder import LADDER
from service.engine.board.notation import read_position
from service.engine.count.game_tree import game_tree
from service.engine.explain.reasons import Reason
from service.engine.play.levels import DESCRIPTIONS, Level
from service.engine.search.analysis import analyze
from service.schemas.problems import CATALOGUE
from service.settings import Settings
from tests.live import ROOT

API, DEVELOPMENT, OPERATIONS, SOLVER = (
    (ROOT / "docs" / f"{name}.md").read_text()
    for name in ("api", "development", "operations", "solver")
)


def test_the_table_of_operations_is_that_of_the_contract() -> None:
    contract = json.loads((ROOT / "openapi" / "openapi.json").read_text())
    shown = re.findall(r"^\| \[`(/v1/[a-z/-]+)`\]\(#[^)]+\) \| ([^|]+) \|", API, re.MULTILINE)
    assert {path: set(re.findall(r"`([A-Z]+)`", methods)) for path, methods in shown} == {
        path: {method.upper() for method in item}
        for path, item in contract["paths"].items()
        if path.startswith("/v1/")
    }


def test_the_table_of_errors_is_complete() -> None:
    rows = [f"| {e.status} | `{code}` | {e.when} |" for code, e in CATALOGUE.items()]
    assert "\n".join(["| status | code | when |", "| --- | --- | --- |", *rows, ""]) in API


def test_the_table_of_settings_is_complete() -> None:
    rows = [
        f"| `NOUGHTS_{name.upper()}` | `{field.default}` | {field.description} |"
        for name, field in Settings.model_fields.items()
    ]
    table = ["| variable | default | meaning |", "| --- | --- | --- |", *rows, ""]
    assert "\n".join(table) in OPERATIONS


def test_the_levels_are_described_as_they_are() -> None:
    for level in Level:
        assert f"| `{level}` | {DESCRIPTIONS[level]} |" in API


def test_every_reason_is_explained() -> None:
    for reason in Reason:
        assert f"| `{reason}` |" in API


def test_the_table_of_strength_is_the_ladder() -> None:
    ladder = json.loads(LADDER.read_text())
    for low, high in combinations(Level, 2):
        cells = [
            f"{row['wins']}–{row['draws']}–{row['losses']}: "
            f"{(row['wins'] + row['draws'] / 2) / row['games']:.1%}, "
            f"{row['elo']:+} ± {row['elo_error']}"
            for row in ladder[high]
            if row["opponent"] == low
        ]
        assert f"| {' | '.join([f'`{high}` against `{low}`', *cells])} |" in SOLVER


def test_the_counts_of_the_searches_are_true() -> None:
    empty = read_position(".........")
    counts = game_tree(empty).searched
    assert counts
    for name, count in (
        ("minimax", counts.minimax),
        ("alpha-beta", counts.alpha_beta),
        ("alpha-beta, cached", counts.alpha_beta_cached),
        ("Noughts: every move scored with its distance, best play included", analyze(empty).nodes),
    ):
        assert f"| {name} | {count:,} |" in SOLVER


def test_the_table_of_make_is_complete() -> None:
    targets = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert set(re.findall(r"^\| `make ([a-z-]+)`", DEVELOPMENT, re.MULTILINE)) == set(targets) - {
        "help"
    }


def test_the_layout_shows_every_package() -> None:
    [layout] = re.findall(r"^```text\nservice/\n(.*?)^```$", DEVELOPMENT, re.MULTILINE | re.DOTALL)
    inside, _, _ = layout.partition("\ntests/")
    shown = set()
    package = ""
    for indent, name in re.findall(r"^( +)(\S+)", inside, re.MULTILINE):
        package = package if len(indent) > 2 else name
        shown.add(package if len(indent) == 2 else package + name)
    service = ROOT / "service"
    modules = {path.name for path in service.glob("*.py") if path.name != "__init__.py"}
    packages = {
        f"{path.parent.relative_to(service).as_posix()}/"
        for path in service.rglob("__init__.py")
        if path.parent != service
    }
    assert shown == modules | packages | {"static/"}
