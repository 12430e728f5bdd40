"""service/http uses only documented names of uvicorn, and its protocol class."""

import ast
import asyncio
import re
from pathlib import Path

import pytest

from tests.live import ROOT

SOURCES = sorted((ROOT / "service" / "http").glob("*.py"))
IMPORTS = {"import uvicorn", "from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol"}
NAMES = {"uvicorn.Config", "uvicorn.Server", "uvicorn.protocols"}
CALLBACKS = {name for name in dir(asyncio.Protocol) if not name.startswith("_")}
CALLBACKS |= {"on_body", "on_message_complete"}  # of httptools


def nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text())))


def test_only_config_server_and_protocol_are_imported() -> None:
    imports = {
        ast.unparse(node)
        for path in SOURCES
        for node in nodes(path)
        if isinstance(node, ast.Import | ast.ImportFrom) and "uvicorn" in ast.unparse(node)
    }
    used = {name for path in SOURCES for name in re.findall(r"\buvicorn\.\w+", path.read_text())}
    assert imports == IMPORTS
    assert used == NAMES


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_private_names_of_libraries_are_not_used(path: Path) -> None:
    source = path.read_text()
    assert set(re.findall(r"\.(_[a-z]\w*)", source)) <= set(re.findall(r"def (\w+)", source))


def test_uvicorn_protocol_is_used_through_callbacks_only() -> None:
    used = {
        node.attr
        for node in nodes(ROOT / "service" / "http" / "guard.py")
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in {"self.inner", "super()"}
    }
    assert used - {"guard"} <= CALLBACKS


def test_uvicorn_has_no_upper_bound() -> None:
    assert '\n    "uvicorn>=0.54",\n' in (ROOT / "pyproject.toml").read_text()
