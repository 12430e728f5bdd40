"""The JavaScript client, the embedding examples and the Arazzo workflow, on a real server."""

import os
import re
import tarfile
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha384
from pathlib import Path
from posixpath import dirname, normpath

import pytest

from tests.docs.pages import ADDRESS_SHOWN, block, table
from tests.live import ROOT, running_service
from tests.programs import PATH, run

NODE_TESTS = Path(__file__).parent / "node"
STATIC = ROOT / "service" / "static"
CLIENT = STATIC / "client"
EXAMPLES = STATIC / "examples"
EMBEDDING = ROOT / "docs" / "embedding.md"
WORKFLOW = ROOT / "openapi" / "game.arazzo.yaml"
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


@pytest.mark.full
def test_every_method_of_the_client(url: str) -> None:
    command = ("node", "--experimental-eventsource", "--test", "client.test.mjs")
    run(*command, folder=NODE_TESTS, NOUGHTS_BASE=url)


@pytest.mark.full
@pytest.mark.usefixtures("search_path")
def test_modules_of_the_pages() -> None:
    tests = sorted((NODE_TESTS / "pages").glob("*.test.mjs"))
    with running_service() as url:
        options = ("--test", "--test-timeout=60000")
        run("node", *options, *tests, folder=NODE_TESTS, NOUGHTS_BASE=url)


@pytest.fixture(scope="module")
def search_path() -> str:
    """The path with the programs of npm: tsc and Deno."""
    run("npm", "ci", "--silent", folder=NODE_TESTS)
    packages = NODE_TESTS / "node_modules"
    return os.pathsep.join([f"{packages}/.bin", f"{packages}/@deno/linux-x64-glibc", PATH])


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    """A folder in which the npm package is installed."""
    name = run("npm", "pack", "--silent", "--pack-destination", tmp_path, folder=CLIENT).strip()
    modules = tmp_path / "node_modules"
    with tarfile.open(tmp_path / name) as package:
        package.extractall(modules, filter="data")
    (modules / "package").rename(modules / "noughts")
    return tmp_path


@pytest.mark.full
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
    example = block(EMBEDDING, "js")
    (packed / file).write_text(example.replace(ADDRESS_SHOWN, url))
    assert run(*command, file, folder=packed, PATH=search_path) == printed("//", example)


def source(name: str) -> str:
    return (CLIENT / name).read_text()


ATTRIBUTES = re.findall(r'\["(\w+)", "([\w-]+)", \w+\]', source("attributes.js"))
EVENTS = set(re.findall(r"^    (\w+): CustomEvent", source("noughts-board.d.ts"), re.MULTILINE))
CUSTOM_PROPERTIES = set(re.findall(r"var\((--noughts-[\w-]+)", source("style.js")))


def test_examples_list_attributes_events_and_custom_properties() -> None:
    text = (EXAMPLES / "index.html").read_text()
    attributes, events, properties = (
        set(re.findall(r"<code>([\w-]+)", " ".join(re.findall(r"<tr><td>(.*?)</td>", table))))
        for table in text.split("<tbody>")[1:]
    )
    assert attributes == {*(attribute for _, attribute in ATTRIBUTES), "board", "lang"}
    assert events == EVENTS | {"error"}
    assert properties == CUSTOM_PROPERTIES


def names(*header: str) -> set[str]:
    """The names in the first column of a table of the reference."""
    rows = table(EMBEDDING, *header)
    return {name for first, *_ in rows for name in re.findall(r"`([\w-]+)", first)}


def test_reference_of_the_element_is_that_of_the_code() -> None:
    declared = source("noughts-board.d.ts").partition("export class NoughtsBoard")[2]
    members = set(re.findall(r"^    (?:readonly |get |set )?(\w+)[:(]", declared, re.MULTILINE))
    assert names("attribute", "meaning", "default") == {
        *(attribute for _, attribute in ATTRIBUTES),
        "board",
        "lang",
    }
    inherited = {"addEventListener", *(name for name, _ in ATTRIBUTES)}
    assert names("name", "meaning") == members - inherited
    assert names("event", "when", "`detail`") == EVENTS | {"error"}
    assert names("custom property", "sets") == CUSTOM_PROPERTIES
    shapes = re.findall(r"type: (.*?);", source("noughts-board.d.ts"))
    modules = "".join(path.read_text() for path in CLIENT.glob("[!n]*.js"))
    assert names("parts for `::part()`", "of") == {
        *re.findall(r'part(?:=|: )"(\w+)"', modules),
        *re.findall(r'"(\w+)"', " ".join(shapes)),
        "faint",
    }


def test_documented_integrity_is_the_hash_of_the_bundle() -> None:
    bundle = (CLIENT / "noughts-board.bundle.js").read_bytes()
    digest = b64encode(sha384(bundle).digest()).decode()
    assert f'`integrity="sha384-{digest}"`' in EMBEDDING.read_text()


def imported(address: str) -> Iterator[str]:
    """The addresses of the modules that a module imports, directly or not."""
    text = (STATIC / address.removeprefix("static/")).read_text()
    for name in re.findall(r'^(?:import|export)\b[^;"(]*"(\.[^"]+)"', text, re.MULTILINE):
        found = normpath(f"{dirname(address)}/{name}")
        yield found
        yield from imported(found)


@pytest.mark.parametrize(
    ("page", "main"),
    [
        ("index.html", "playground/main.js"),
        ("puzzles.html", "playground/puzzles/main.js"),
        ("learn/index.html", "learn/main.js"),
        ("player/index.html", "player/main.js"),
        ("practice/index.html", "practice/main.js"),
    ],
)
def test_page_preloads_all_its_modules(page: str, main: str) -> None:
    text = (STATIC / page).read_text()
    preloaded = re.findall(r'<link rel="modulepreload" href="(?:\.\./)?([^"]+)">', text)
    assert sorted(preloaded) == sorted(set(imported(f"static/{main}")))


@pytest.mark.full
def test_package_can_be_imported_without_a_dom(packed: Path) -> None:
    script = packed / "server.mjs"
    script.write_text(SERVER)
    assert run("node", script) == "function X gewinnt.\n"


@pytest.mark.full
def test_game_is_played_as_the_workflow_says(url: str, search_path: str) -> None:
    redocly = f"{NODE_TESTS}/node_modules/.bin/redocly"
    command = (redocly, "respect", WORKFLOW, "--server", f"noughts={url}")
    assert "Workflows: 1 passed, 1 total" in run(
        *command, PATH=search_path, REDOCLY_TELEMETRY="off", REDOCLY_SUPPRESS_UPDATE_NOTICE="true"
    )
