"""Imports run one way."""

import ast
import sys
from functools import lru_cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parent.parent


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {
    name_of(path): path
    for folder in ["service", "tests", "benchmarks"]
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "node_modules" not in path.parts
}


def origin_of(node: ast.ImportFrom, module: str) -> str:
    """The module that an import names; within the service, by a relative path."""
    if not node.level:
        assert node.module
        assert not (module in SERVICE and node.module.startswith("service")), module
        return node.module
    parts = module.split(".")
    if MODULES[module].name == "__init__.py":
        parts.append("")
    return ".".join([*parts[: -node.level], *([node.module] if node.module else [])])


@lru_cache(maxsize=None)
def imports_of(module: str) -> set[str]:
    """The modules that a module imports, anywhere in its code."""
    found = set()
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            origin = origin_of(node, module)
            for alias in node.names:
                name = f"{origin}.{alias.name}"
                found.add(name if name in MODULES else origin)
    return found


def closure_of(module: str) -> set[str]:
    """All modules of ours that a module imports, directly or indirectly."""
    seen: set[str] = set()
    to_do = [module]
    while to_do:
        following = imports_of(to_do.pop()) & MODULES.keys() - seen
        seen |= following
        to_do += following
    return seen


def under(package: str) -> list[str]:
    return sorted(name for name in MODULES if f"{name}.".startswith(f"{package}."))


SERVICE = under("service")
ENGINE = under("service.engine")
SEARCH_POOL = under("service.search_pool")


def test_engine_and_workers_import_nothing_else_of_the_service() -> None:
    allowed = {module: set(ENGINE) for module in [*ENGINE, "service.search_pool.worker"]}
    allowed["service.search_pool.workers"] = {*ENGINE, *SEARCH_POOL, "service.quotas"}
    for module, ours in allowed.items():
        others = {name.split(".")[0] for name in imports_of(module) - ours}
        assert others <= sys.stdlib_module_names, module


def test_imports_have_no_cycles() -> None:
    graph = {module: imports_of(module) & set(SERVICE) for module in SERVICE}
    TopologicalSorter(graph).prepare()


def test_schemas_import_no_operations_and_no_pool() -> None:
    for module in under("service.schemas"):
        assert not closure_of(module) & {*under("service.api"), *SEARCH_POOL}, module


def test_service_imports_no_tests_and_only_entry_points_import_the_app() -> None:
    for module in SERVICE:
        packages = {name.split(".")[0] for name in imports_of(module)}
        assert not packages & {"tests", "benchmarks"}, module
        assert module == "service.__main__" or "service.app" not in imports_of(module)


def test_tests_and_benchmarks_do_not_import_each_other() -> None:
    for here, there in (("tests", "benchmarks"), ("benchmarks", "tests")):
        for module in under(here):
            assert there not in {name.split(".")[0] for name in imports_of(module)}, module
