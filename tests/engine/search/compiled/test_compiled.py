"""The compiled search: the same values, node counts and analyses as in Python."""

import gc
import os
import shlex
import subprocess
import sys
import weakref
from contextlib import suppress
from ctypes import CDLL
from pathlib import Path

import pytest

from service.engine.analysis import Progress
from service.engine.board.geometry import Geometry
from service.engine.budget import Budget, BudgetSpentError
from service.engine.search import solvers
from service.engine.search.analyze import REPORT_INTERVAL, analyze_uncached
from service.engine.search.compiled import build as module
from service.engine.search.compiled.build import build, compiler
from service.engine.search.compiled.interface import POLL_NODES, CompiledSolver, load
from tests.engine.search.compiled.fuzz import compare
from tests.engine.support import MANY_RULES, position_of, random_unfinished, seeded
from tests.reference import Rules

SANITIZERS = ("-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def test_values_and_nodes_are_those_of_the_search_in_python(library: CDLL) -> None:
    compare(library, seed=1, count=200)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(2, 10))
def test_20_000_questions(library: CDLL, seed: int) -> None:
    compare(library, seed, 2_500)


@pytest.mark.full
def test_with_address_and_undefined_behaviour_sanitizers(tmp_path: Path) -> None:
    command = compiler()
    if command is None:
        pytest.skip("There is no C compiler.")
    runtime = subprocess.run(
        [*command, "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
    ).stdout.strip()
    if not Path(runtime).is_absolute():
        pytest.skip("The compiler has no address sanitizer.")
    assert build(tmp_path / "search.so", SANITIZERS)
    subprocess.run(
        [
            *(sys.executable, "-m", "tests.engine.search.compiled.fuzz"),
            *(str(tmp_path / "search.so"), "10", "1500"),
        ],
        env=os.environ | {"LD_PRELOAD": runtime, "ASAN_OPTIONS": "detect_leaks=0"},
        check=True,
    )


@pytest.mark.parametrize("misere", [False, True])
def test_whole_analyses_and_their_reports_are_equal(
    library: CDLL, misere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.engine.search.analyze.REPORT_INTERVAL", 700)
    random = seeded(70)
    for normal in MANY_RULES:
        rules = Rules(normal.columns, normal.rows, normal.in_a_row, misere)
        cells = len(rules.empty_board)
        board, side = random_unfinished(rules, random.randrange(cells // 2, cells + 1), random)
        position = position_of(board, side, rules)
        answers = []
        for loaded in [None, library]:
            monkeypatch.setattr(solvers, "LIBRARY", loaded)
            reports: list[Progress] = []
            analysis = analyze_uncached(position, 3_000, reports.append)
            answers.append(f"{analysis} {reports}")
        assert answers[0] == answers[1], (board, side, rules)


def solver(library: CDLL, budget: Budget) -> CompiledSolver:
    """A search on a board that it does not solve."""
    return CompiledSolver(library, Geometry(9, 9, 5), budget, misere=False)


class GoneError(Exception):
    """What a report raises here."""


def test_what_a_report_raises_ends_the_search(library: CDLL) -> None:
    def fail(nodes: int) -> None:
        raise GoneError(nodes)

    budget = Budget(10**7, REPORT_INTERVAL, fail)
    with pytest.raises(GoneError, match=str(REPORT_INTERVAL)):
        solver(library, budget).value_after(0, 1)
    assert budget.nodes == REPORT_INTERVAL


class InterruptedBudget(Budget):
    """Raises what Ctrl-C raises, in the Python code that runs in a pause after 500 nodes."""

    def __setattr__(self, name: str, value: object) -> None:
        if (name, value) == ("nodes", 500):
            raise KeyboardInterrupt
        super().__setattr__(name, value)


def test_python_handles_signals_though_nothing_is_reported(
    library: CDLL, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert POLL_NODES <= 100_000
    monkeypatch.setattr("service.engine.search.compiled.interface.POLL_NODES", 500)
    with pytest.raises(KeyboardInterrupt):
        solver(library, InterruptedBudget(10**9)).value_after(0, 1)


def test_a_search_that_ran_out_of_nodes_is_freed_without_the_collector(library: CDLL) -> None:
    gc.disable()
    try:
        searching = solver(library, Budget(50))
        with suppress(BudgetSpentError):
            searching.value_after(0, 1)
        search = weakref.ref(searching._search)
        del searching
        assert search() is None
    finally:
        gc.enable()


def test_a_library_that_is_missing_or_of_another_source_is_not_used(
    library_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert load(tmp_path / "missing.so") is None
    (tmp_path / "empty.so").write_bytes(b"")
    assert load(tmp_path / "empty.so") is None
    changed = tmp_path / "search.c"
    changed.write_bytes(module.SOURCE.read_bytes() + b"\n")
    monkeypatch.setattr(module, "SOURCE", changed)
    load.cache_clear()
    assert load(library_path) is None
    load.cache_clear()


def test_without_a_compiler_nothing_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler --flag")
    assert build(tmp_path / "search.so") is False
    assert not list(tmp_path.iterdir())


def test_the_environment_can_choose_python() -> None:
    code = "from service.engine.search.solvers import search_name; print(search_name())"
    forced = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"NOUGHTS_SEARCH": "python"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert forced.stdout == "python\n"


@pytest.mark.parametrize("given", ["", "cc -m64"])
def test_the_compiler_is_that_of_the_environment_or_the_first_found(
    given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", given)
    monkeypatch.setattr("shutil.which", lambda name: name)
    assert compiler() == (shlex.split(given) or ["cc"])
