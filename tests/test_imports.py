"""Imports run one way, and no module is long."""

import ast
import sys
from functools import lru_cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAX_LINES = 250
SOURCES = [
    path
    for folder in ["service", "tests", "benchmarks"]
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "node_modules" not in path.parts
]


def name_of(path: Path) -> str:
    """The dotted name of a module."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in SOURCES}


@lru_cache(maxsize=None)
def imports_of(module: str) -> set[str]:
    """The modules that a module names in its imports, wherever these stand."""
    found = set()
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports by a relative path"
            assert node.module
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                found.add(name if name in MODULES else node.module)
    return found


def closure_of(module: str) -> set[str]:
    """Everything of ours that a module imports, itself or by way of others."""
    seen: set[str] = set()
    to_do = [module]
    while to_do:
        following = imports_of(to_do.pop()) & MODULES.keys() - seen
        seen |= following
        to_do += following
    return seen


ENGINE = sorted(name for name in MODULES if name.startswith("service.engine"))
SEARCH_POOL = {name for name in MODULES if name.startswith("service.search_pool")}
SERVICE = sorted(name for name in MODULES if name.split(".")[0] == "service")


def test_the_walk_finds_the_modules() -> None:
    assert {
        "service.engine.errors",
        "service.engine.search.negamax",
        "service.app",
    } <= MODULES.keys()
    assert imports_of("service.engine.board.geometry") >= {"service.engine.errors", "functools"}
    assert "service.engine.errors" in closure_of("service.engine.search.negamax")


@pytest.mark.parametrize("module", ENGINE)
def test_the_engine_imports_only_itself_and_the_standard_library(module: str) -> None:
    for name in imports_of(module):
        assert name in ENGINE or name.split(".")[0] in sys.stdlib_module_names, name


def test_the_engine_starts_with_errors_then_geometry_then_position() -> None:
    engine, board = "service.engine", "service.engine.board"
    assert closure_of(f"{engine}.errors") == set()
    assert closure_of(f"{board}.geometry") == {f"{engine}.errors"}
    assert closure_of(f"{board}.position") == {f"{engine}.errors", f"{board}.geometry"}


def test_no_cycles() -> None:
    graph = {module: imports_of(module) & set(SERVICE) for module in SERVICE}
    TopologicalSorter(graph).prepare()


@pytest.mark.parametrize("module", [name for name in SERVICE if ".schemas." in name])
def test_the_schemas_import_nothing_of_the_search(module: str) -> None:
    found = [name for name in closure_of(module) if name.startswith("service.engine.search")]
    assert not found, f"{module} imports {found}"


@pytest.mark.parametrize("module", ["service.engine.analysis", "service.engine.explain.review"])
def test_the_results_import_nothing_of_the_search(module: str) -> None:
    assert not [name for name in closure_of(module) if name.startswith("service.engine.search")]


@pytest.mark.parametrize(
    ("module", "allowed"),
    [
        ("service.search_pool.worker", set(ENGINE)),
        ("service.search_pool.pool", {*ENGINE, *SEARCH_POOL}),
    ],
)
def test_workers_know_nothing_of_the_server(module: str, allowed: set[str]) -> None:
    for name in imports_of(module):
        assert name in allowed or name.split(".")[0] in sys.stdlib_module_names, name


@pytest.mark.parametrize("module", SERVICE)
def test_only_the_entry_points_import_the_app(module: str) -> None:
    if module not in {"service.__main__", "service.openapi.__main__"}:
        assert "service.app" not in imports_of(module)


@pytest.mark.parametrize("module", SERVICE)
def test_the_service_imports_no_tests(module: str) -> None:
    assert all(name.split(".")[0] not in {"tests", "benchmarks"} for name in imports_of(module))


def test_no_module_is_long() -> None:
    lines = {
        name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in MODULES.items()
    }
    assert {name: count for name, count in lines.items() if count > MAX_LINES} == {}
