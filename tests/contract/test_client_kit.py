"""The JavaScript client and the embedding examples, on a real server."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, normpath
from typing import Any

import httpx
import pytest

from tests.docs.pages import ADDRESS_SHOWN, README, block, name_of
from tests.live import ROOT, running_service

NODE_TESTS = Path(__file__).parent / "node"
STATIC = ROOT / "service" / "static"
CLIENT = STATIC / "client"
EXAMPLES = STATIC / "examples"
PUBLISHED = [CLIENT / "noughts.js", CLIENT / "noughts.d.ts", *sorted(EXAMPLES.iterdir())]
EMBEDDING = ROOT / "docs" / "embedding.md"


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A service with a single place for searches."""
    with running_service(workers="1", max_waiting="0") as url:
        yield url


@pytest.fixture(scope="module")
def node() -> str:
    """The path of node."""
    path = shutil.which("node")
    assert path, "there is no node on this machine"
    return path


def said(comment: str, example: str) -> list[str]:
    """What the comments of a block say that it prints."""
    return re.findall(rf"(?:print|log)\(.*\);? +{comment} (.*)$", example, re.MULTILINE)


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.name)
def test_a_file_is_published_as_it_is(url: str, path: Path) -> None:
    answer = httpx.get(f"{url}/{path.relative_to(STATIC).as_posix()}")
    assert (answer.status_code, answer.content) == (200, path.read_bytes())


@pytest.mark.full
def test_every_method_of_the_client(node: str, url: str) -> None:
    done = subprocess.run(
        [node, "--experimental-eventsource", "--test", "client.test.mjs"],
        cwd=NODE_TESTS,
        env=os.environ | {"NOUGHTS_BASE": url},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.full
def test_the_example_in_javascript(node: str, url: str, tmp_path: Path) -> None:
    example = block(EMBEDDING, "js")
    script = tmp_path / "example.mjs"
    script.write_text(example.replace(ADDRESS_SHOWN, url))
    hooks = (NODE_TESTS / "http_imports.mjs").as_uri()
    done = subprocess.run(
        [node, "--import", hooks, script], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.splitlines() == said("//", example)


def test_the_example_in_python(url: str) -> None:
    example = block(EMBEDDING, "python")
    done = subprocess.run(
        [sys.executable, "-c", example.replace(ADDRESS_SHOWN, url)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.splitlines() == said("#", example)


@pytest.mark.parametrize("page", [README, EMBEDDING], ids=name_of)
def test_the_tag_is_that_of_the_example(page: Path) -> None:
    example = (EXAMPLES / "board.html").read_text()
    for line in block(page, "html").splitlines():
        assert line.replace(ADDRESS_SHOWN, "..") in example


def test_plain_fetch_takes_as_few_lines_as_is_said() -> None:
    files = [EXAMPLES / "fetch.html", EXAMPLES / "fetch.js"]
    lines = sum(len(file.read_text().splitlines()) for file in files)
    assert lines < 40
    assert f"in {lines} lines of plain `fetch`" in EMBEDDING.read_text()
    assert f"a page of {lines} lines" in (EXAMPLES / "index.html").read_text()


@pytest.mark.parametrize("page", sorted(EXAMPLES.glob("*.html")), ids=lambda page: page.name)
def test_an_example_has_nothing_inline(page: Path) -> None:
    text = page.read_text()
    assert re.search(r"<title>.+</title>", text)
    assert '<html lang="en">' in text
    assert not re.search(r"<style|<\w[^<>]*\s(?:style|on\w+)=|<script(?![^>]*\ssrc=)", text)
    for target in re.findall(r'(?:src|href)="([^"#:]+)"', text):
        if target not in {"../docs", "../"}:
            assert (EXAMPLES / target.replace("../static/", "../")).exists()


def test_the_element_is_documented_as_it_is() -> None:
    text = (EXAMPLES / "index.html").read_text()
    element, style = ((CLIENT / name).read_text() for name in ("noughts-board.js", "style.js"))
    names = (CLIENT / "attributes.js").read_text()
    attributes, events, properties = (
        set(re.findall(r"<code>([\w-]+)", " ".join(re.findall(r"<tr><td>(.*?)</td>", table))))
        for table in text.split("<tbody>")[1:]
    )
    observed = re.findall(r'\["\w+", "([\w-]+)", \w+\]', names)
    assert attributes == {*observed, "lang"}
    assert properties == set(re.findall(r"var\((--noughts-[\w-]+)", style))
    for name in events:
        assert f'"{name}"' in element


def test_every_type_of_the_contract_is_exported() -> None:
    contract = json.loads((ROOT / "openapi" / "openapi.json").read_text())
    types = (CLIENT / "noughts.d.ts").read_text()
    exported = set(re.findall(r"^export type (\w+) = components", types, re.MULTILINE))
    assert exported == set(contract["components"]["schemas"])


def test_the_types_declare_what_the_client_exports() -> None:
    pattern = re.compile(r"^export class \w+", re.MULTILINE)
    script, types = ((CLIENT / name).read_text() for name in ("noughts.js", "noughts.d.ts"))
    assert sorted(pattern.findall(script)) == sorted(pattern.findall(types))


def contract_of_the_client() -> dict[str, Any]:
    """What the client has of the contract, which is JSON in a module."""
    script = (CLIENT / "contract.js").read_text()
    found: dict[str, Any] = json.loads(script.partition("contract = ")[2].rstrip(";\n"))
    return found


def test_bounds_defaults_and_names_are_those_of_the_contract() -> None:
    document = json.loads((ROOT / "openapi" / "openapi.json").read_text())
    schemas = document["components"]["schemas"]
    fields = schemas["ReviewRequest"]["properties"] | schemas["BestMoveRequest"]["properties"]
    client = contract_of_the_client()
    assert set(client["bounds"]) == {"columns", "rows", "in_a_row", "seed", "max_nodes"}
    for name, bounds in client["bounds"].items():
        integer = fields[name].get("anyOf", [fields[name]])[0]
        assert bounds == {"minimum": integer["minimum"], "maximum": integer["maximum"]}
    parameters = document["paths"]["/v1/best-move"]["get"]["parameters"]
    defaults = {p["name"]: p["schema"]["default"] for p in parameters if "default" in p["schema"]}
    assert client["defaults"] == defaults
    assert client["levels"] == schemas["Level"]["enum"]
    assert client["marks"] == schemas["Mark"]["enum"]


def test_the_page_offers_the_levels_of_the_contract() -> None:
    page = (STATIC / "index.html").read_text()
    offered = re.findall(r'<input type="radio" name="level" value="(\w+)"', page)
    assert offered == contract_of_the_client()["levels"]


def imported(address: str) -> Iterator[str]:
    """The addresses of the modules that a module imports, and of those that they import."""
    text = (STATIC / address.removeprefix("static/")).read_text()
    for name in re.findall(r'^(?:import|export)\b[^;"(]*"(\.[^"]+)"', text, re.MULTILINE):
        found = normpath(f"{dirname(address)}/{name}")
        yield found
        yield from imported(found)


@pytest.mark.parametrize(
    ("page", "main"), [("index.html", "playground/main.js"), ("learn/index.html", "learn/main.js")]
)
def test_a_page_asks_for_all_its_modules_at_once(page: str, main: str) -> None:
    text = (STATIC / page).read_text()
    preloaded = re.findall(r'<link rel="modulepreload" href="([^"]+)">', text)
    assert sorted(preloaded) == sorted(set(imported(f"static/{main}")))


@pytest.mark.parametrize("language", ["de", "es"])
def test_a_language_has_every_message(language: str) -> None:
    names = [
        re.findall(r"^  (\w+):", (CLIENT / "messages" / f"{name}.js").read_text(), re.MULTILINE)
        for name in ("en", language)
    ]
    assert names[0] == names[1]
    types = (CLIENT / "noughts-board.d.ts").read_text().partition("interface Messages {")[2]
    assert re.findall(r"^    (\w+)[:(]", types.partition("\n}")[0], re.MULTILINE) == names[0]


@pytest.mark.full
def test_the_package_can_be_imported_where_there_is_no_dom(node: str, tmp_path: Path) -> None:
    built = subprocess.run(
        ["npm", "pack", "--silent", "--pack-destination", tmp_path],
        cwd=CLIENT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    modules = tmp_path / "node_modules"
    modules.mkdir()
    with tarfile.open(tmp_path / built.stdout.strip()) as package:
        package.extractall(modules, filter="data")
    (modules / "package").rename(modules / "noughts")
    script = tmp_path / "server.mjs"
    names = "import { NoughtsBoard, Noughts, languages } from 'noughts';"
    german = "const { won } = await languages.de(); console.log(typeof NoughtsBoard, won('X'));"
    script.write_text(f"{names}\nimport {{ en }} from 'noughts/messages/en.js';\n{german}\n")
    done = subprocess.run([node, script], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "function X gewinnt.\n"
