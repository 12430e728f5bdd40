"""The compiled search: how it is built, loaded, interrupted and freed."""

import os
import shlex
import sys
from collections.abc import Iterator
from ctypes import CDLL
from pathlib import Path
from signal import SIGINT, raise_signal
from threading import Thread
from time import sleep

import pytest

from service.engine.board.geometry import Geometry
from service.engine.budget import Budget, BudgetSpentError
from service.engine.search.analyze import MAX_REPORT_INTERVAL
from service.engine.search.compiled import build as module, interface
from service.engine.search.compiled.build import LIBRARY, build, compiler
from service.engine.search.compiled.interface import CompiledSearch, load
from tests.live import ROOT
from tests.programs import output_of

WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror")
SMALL_STACK = """
import threading
from service.engine import analyze, read_position
BOARDS = [(9, 9, 5, False), (9, 9, 6, False), (7, 7, 5, False), (9, 9, 3, True)]

def run():
    for columns, rows, in_a_row, misere in BOARDS:
        board = "/".join(["." * columns] * rows)
        print(analyze(read_position(board, "X", in_a_row, misere), 60_000).nodes)

threading.stack_size(128 * 1024)
thread = threading.Thread(target=run)
thread.start()
thread.join()
"""
SANITIZERS = ("-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
compiled = pytest.mark.compiled


@pytest.fixture
def library() -> CDLL:
    loaded = load()
    assert loaded
    return loaded


@pytest.mark.full
def test_library_is_built_without_a_warning(tmp_path: Path) -> None:
    """Without it, the tests marked as compiled are deselected."""
    assert interface.library()
    if compiler() is None:
        pytest.skip("There is no C compiler.")
    path = tmp_path / "search.so"
    assert build(path, WARNINGS)
    assert load(path)


@pytest.mark.full
def test_address_and_undefined_behavior_sanitizers_find_nothing(tmp_path: Path) -> None:
    command = compiler()
    if command is None:
        pytest.skip("There is no C compiler.")
    runtime = output_of(*command, "-print-file-name=libasan.so").strip()
    if not Path(runtime).is_absolute():
        pytest.skip("The compiler has no address sanitizer.")
    library = tmp_path / "search.so"
    assert build(library, SANITIZERS)
    environment = os.environ | {"LD_PRELOAD": runtime, "ASAN_OPTIONS": "detect_leaks=0"}
    fuzz = [sys.executable, "-m", "tests.engine.search.compiled.fuzz"]
    output_of(*fuzz, library, "10", "800", env=environment)


@compiled
def test_stack_of_128_kib_is_enough() -> None:
    """An overflow would end the process."""
    nodes = output_of(sys.executable, "-c", SMALL_STACK, cwd=ROOT).split()
    assert len(nodes) == 4
    assert all(int(each) > 30_000 for each in nodes)


def unsolved(library: CDLL, budget: Budget) -> CompiledSearch:
    return CompiledSearch(library, "noughts_normal", Geometry(9, 9, 5), budget)


@compiled
def test_exception_of_a_report_ends_the_search(library: CDLL) -> None:
    def fail(nodes: int) -> None:
        raise LookupError(nodes)

    budget = Budget(10**7)
    budget.report_every(MAX_REPORT_INTERVAL, fail)
    with pytest.raises(LookupError, match=str(MAX_REPORT_INTERVAL)):
        unsolved(library, budget)(0, 1, -1000, 1000)
    assert budget.nodes == MAX_REPORT_INTERVAL


@compiled
@pytest.mark.parametrize("poll_nodes", [1, 500, 100_000])
def test_signal_ends_a_search_that_can_then_be_continued(
    library: CDLL, poll_nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The signal arrives while C runs, so Python handles it as soon as the callback begins."""
    assert poll_nodes <= interface.POLL_NODES
    monkeypatch.setattr(interface, "POLL_NODES", poll_nodes)
    budget = Budget(10**9)
    search = unsolved(library, budget)
    for _ in range(3):
        before = budget.nodes

        def interrupt(before: int = before) -> None:
            while budget.nodes == before:
                sleep(0.001)
            raise_signal(SIGINT)

        thread = Thread(target=interrupt)
        thread.start()
        with pytest.raises(KeyboardInterrupt):
            search(0, 1, -1000, 1000)
        thread.join()
        budget.limit(1_000)
        before = budget.nodes
        with pytest.raises(BudgetSpentError):
            search(0, 1, -1000, 1000)
        assert budget.nodes == before + 1_000
        budget.limit(10**9)


@compiled
def test_library_of_another_source_is_not_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = tmp_path / "search.c"
    changed.write_bytes(b"changed")
    monkeypatch.setattr(module, "FOLDER", tmp_path)
    assert load() is None


def damaged(library: bytes) -> Iterator[bytes]:
    """Damaged copies of a library: cut short, filled with zeros, or changed in one byte."""
    middle, end = len(library) // 2, len(library)
    yield from (b"", library[:100], library[:middle], library[:-1], bytes(end))
    yield library[:4_096] + bytes(end - 4_096)
    yield library[:middle] + bytes([library[middle] ^ 1]) + library[middle + 1 :]


@compiled
def test_damaged_library_is_not_loaded(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert load(tmp_path / "missing.so") is None
    assert not caplog.messages
    for content in damaged(LIBRARY.read_bytes()):
        path = tmp_path / "search.so"
        path.write_bytes(content)
        assert load(path) is None
        assert caplog.messages == ["search.so is damaged or outdated. The search runs in Python"]
        caplog.clear()


def test_nothing_is_built_without_a_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler --flag")
    assert build(tmp_path / "search.so") is False
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("given", ["", "cc -m64"])
def test_compiler_is_taken_from_the_environment_or_the_first_found(
    given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", given)
    monkeypatch.setattr("shutil.which", lambda name: name)
    assert compiler() == (shlex.split(given) or ["cc"])
