"""The pages' modules, the JavaScript client and its package, on a real server."""

import os
import re
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.pages import ADDRESS_SHOWN, block
from tests.live import ROOT, running_service
from tests.programs import PATH, run

WEB = ROOT / "web"
TESTS = WEB / "tests"
CLIENT = ROOT / "service" / "static" / "client"
SERVER = """
import { NoughtsBoard, Noughts, languages } from 'noughts';
import { en } from 'noughts/messages/en.js';
const { won } = await languages.de();
console.log(typeof NoughtsBoard, won('X'));
"""


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A service with a single place for searches."""
    with running_service(workers="1", max_waiting="0") as url:
        yield url


def printed(comment: str, example: str) -> str:
    """The output of an example according to its comments."""
    lines = re.findall(rf"(?:print|log)\(.*\);? +{comment} (.*)$", example, re.MULTILINE)
    return "".join(f"{line}\n" for line in lines)


def test_every_method_of_the_client(url: str) -> None:
    run("node", "client.test.mjs", folder=TESTS, NOUGHTS_BASE=url)


@pytest.fixture(scope="module")
def pages() -> Iterator[str]:
    with running_service() as url:
        yield url


@pytest.mark.usefixtures("search_path")
@pytest.mark.parametrize("name", sorted(each.name for each in TESTS.glob("pages/*.test.mjs")))
def test_modules_of_the_pages(pages: str, name: str) -> None:
    run("node", f"pages/{name}", folder=TESTS, NOUGHTS_BASE=pages)


@pytest.fixture(scope="module")
def search_path() -> str:
    """The path with the programs of npm: tsc and Deno."""
    packages = WEB / "node_modules"
    run("make", "--silent", str((packages / ".package-lock.json").relative_to(ROOT)))
    return os.pathsep.join([f"{packages}/.bin", f"{packages}/@deno/linux-x64-glibc", PATH])


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the npm package is installed."""
    folder = tmp_path_factory.mktemp("packed")
    name = run("npm", "pack", "--silent", "--pack-destination", folder, folder=CLIENT).strip()
    modules = folder / "node_modules"
    with tarfile.open(folder / name) as package:
        package.extractall(modules, filter="data")
    (modules / "package").rename(modules / "noughts")
    return folder


@pytest.mark.parametrize(
    ("file", "command"),
    [
        ("example.mjs", ("node",)),
        ("example.mjs", ("deno", "run", "--quiet", "--allow-net", "--node-modules-dir=manual")),
        (
            "example.mts",
            ("deno", "run", "--check", "--quiet", "--allow-net", "--node-modules-dir=manual"),
        ),
        (
            "example.mts",
            ("sh", "-c", 'tsc --strict --target ES2022 --module NodeNext "$0" && node example.mjs'),
        ),
    ],
)
def test_javascript_example_prints_its_comments(
    url: str, packed: Path, search_path: str, file: str, command: tuple[str, ...]
) -> None:
    example = block(ROOT / "docs" / "embedding.md", "js")
    (packed / file).write_text(example.replace(ADDRESS_SHOWN, url))
    assert run(*command, file, folder=packed, PATH=search_path) == printed("//", example)


def test_package_has_no_fault(packed: Path, search_path: str) -> None:
    [tarball] = packed.glob("*.tgz")
    run("publint", "run", "--strict", tarball, folder=packed, PATH=search_path)
    run("attw", tarball, "--ignore-rules", "cjs-resolves-to-esm", folder=packed, PATH=search_path)


def test_package_can_be_imported_without_a_dom(packed: Path) -> None:
    script = packed / "server.mjs"
    script.write_text(SERVER)
    assert run("node", script) == "function X gewinnt.\n"
