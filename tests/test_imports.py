"""Imports run one way."""

import ast
import re
import sys
import tomllib
from functools import lru_cache
from graphlib import TopologicalSorter

from tests.live import ROOT

MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for folder in ("service", "tests", "benchmarks")
    for path in (ROOT / folder).rglob("*.py")
    if "node_modules" not in path.parts
}


@lru_cache(maxsize=None)
def imports_of(module: str) -> set[str]:
    path, found = MODULES[module], set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            folder = path.relative_to(ROOT).parts[: -node.level] if node.level else ()
            origin = ".".join((*folder, *filter(None, [node.module])))
            assert node.level or not (module in SERVICE and origin.startswith("service")), module
            names = {f"{origin}.{alias.name}" for alias in node.names}
            found |= {name if name in MODULES else origin for name in names}
    return found


def packages_of(module: str) -> set[str]:
    return {name.split(".")[0] for name in imports_of(module)}


def package_of(module: str) -> str:
    """The package of a module of the service; a module directly in service/ or engine/ is one."""
    parts = module.split(".")
    return ".".join(parts[: 3 if parts[:2] == ["service", "engine"] else 2])


def under(package: str) -> set[str]:
    return {name for name in MODULES if f"{name}.".startswith(f"{package}.")}


SERVICE = under("service")
ENGINE, SEARCH_POOL = under("service.engine"), under("service.search_pool")


def test_engine_and_workers_import_nothing_else_of_the_service() -> None:
    tasks = ENGINE | {"service.tasks"}
    allowed = dict.fromkeys(tasks, ENGINE)
    allowed["service.search_pool.worker"] = tasks
    for module, ours in allowed.items():
        others = {name.split(".")[0] for name in imports_of(module) - ours}
        assert others <= sys.stdlib_module_names, module


def test_imports_between_packages_have_no_cycles() -> None:
    graph: dict[str, set[str]] = {}
    for module in SERVICE:
        package, imported = package_of(module), map(package_of, imports_of(module) & SERVICE)
        graph.setdefault(package, set()).update(set(imported) - {package})
    TopologicalSorter(graph).prepare()  # It raises CycleError.


def test_imports_have_no_cycles_and_schemas_are_below_operations_and_pool() -> None:
    graph = {module: imports_of(module) & SERVICE for module in SERVICE}
    below: dict[str, set[str]] = {}
    for module in TopologicalSorter(graph).static_order():
        below[module] = graph[module].union(*(below[each] for each in graph[module]))
    for module in under("service.schemas"):
        assert not below[module] & (under("service.api") | SEARCH_POOL), module


def test_every_imported_package_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    names = {re.split("[^a-z-]", line)[0] for line in project["dependencies"]}
    declared = {name.replace("-", "_") for name in names} | sys.stdlib_module_names | {"service"}
    for module in SERVICE:
        assert packages_of(module) <= declared, module


def test_service_imports_no_tests_and_only_entry_points_import_the_app() -> None:
    for module in SERVICE:
        assert not packages_of(module) & {"tests", "benchmarks"}, module
        assert module == "service.__main__" or "service.app" not in imports_of(module)


def test_tests_and_benchmarks_do_not_import_each_other() -> None:
    for here, there in (("tests", "benchmarks"), ("benchmarks", "tests")):
        assert not [module for module in under(here) if there in packages_of(module)]
