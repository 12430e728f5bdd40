"""Edit a file of the pages in a checkout, reload, and see it, with node and npm hidden."""

import json
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page

from tests.live import ROOT, Service
from tests.programs import run

IGNORED = shutil.ignore_patterns("__pycache__", "node_modules", "tests")
PARTS = ("CHANGELOG.md", "Makefile", "pyproject.toml", "docs", "openapi", "service", "web")
MARK = 'document.documentElement.dataset.seen = "edited";'
STYLED = "getComputedStyle(document.querySelector('{}')).getPropertyValue('--seen')"
SEEN = "document.documentElement.dataset.seen"
LOADED = "performance.getEntriesByType('resource').map(({ name }) => name)"
WHERE = """
const { SourceMap } = require("node:module");
const [map, line, column] = process.argv.slice(1);
const found = new SourceMap(require(map)).findEntry(line - 1, column - 1);
console.log(JSON.stringify([found.originalSource, found.originalLine + 1]));
"""
EDITS = {  # by file: the page that has it, what is appended, and where it is then seen
    "play/main.js": ("/", MARK, SEEN),
    "shared/page.js": ("/puzzles", MARK, SEEN),
    "shared/messages/de.js": ("/?lang=de", MARK, SEEN),
    "tree/layout.js": ("/learn?lesson=tree", MARK, SEEN),
    "client/game.js": ("/", MARK, SEEN),
    "client/labels.js": ("/examples/", MARK, SEEN),
    "docs/operation.js": ("/docs", MARK, SEEN),
    "play/play.css": ("/", "body { --seen: edited; }", STYLED.format("body")),
    "client/noughts-board.css": (
        "/",
        ":host { --seen: edited; }",
        STYLED.format("noughts-board"),
    ),
    "play/index.html": (
        "/",
        '<p data-seen="edited">',
        "document.querySelector('p[data-seen]').dataset.seen",
    ),
}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this checkout."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in PARTS:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=IGNORED)
        else:
            shutil.copy(ROOT / name, folder)
    return folder


@pytest.fixture(scope="module")
def served(checkout: Path) -> Iterator[str]:
    """The URL of the service that runs from it, for which there is no node."""

    class Copy(Service):
        folder = checkout

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(checkout))
        assert not shutil.which("node")
        service = Copy()
    with service:
        yield service.url


def loaded(page: Page) -> list[str]:
    """The names of the scripts that a page has loaded."""
    page.wait_for_load_state("networkidle")
    names = [each for each in page.evaluate(LOADED) if each.endswith(".js")]
    return sorted(re.sub(".*/static/[^/]*/", "", each) for each in names)


def sees(page: Page, seen: str) -> bool:
    """Return whether an edit is seen within ten seconds; the policy forbids to wait in the page."""
    for _ in range(100):
        if page.evaluate(f"{seen} ?? null") == "edited":
            return True
        page.wait_for_timeout(100)
    return False


@pytest.fixture
def url(served: str) -> str:
    """The base URL of every page."""
    return served


@pytest.mark.parametrize("name", EDITS)
def test_edit_is_seen_after_a_reload(page: Page, checkout: Path, name: str) -> None:
    path, text, seen = EDITS[name]
    file = checkout / "service" / "static" / name
    before = file.read_text()
    page.goto(path)
    bundled = loaded(page)
    file.write_text(f"{before}\n{text}\n")
    try:
        page.reload()
        assert loaded(page)
        assert sees(page, seen)
    finally:
        file.write_text(before)
    page.reload()
    assert loaded(page) == bundled
    assert page.evaluate(f"{SEEN} ?? null") is None


def test_bundle_is_current_after_make_pages_and_an_error_leads_to_its_source(
    page: Page, checkout: Path, tmp_path: Path, complaints: list[str]
) -> None:
    (checkout / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    file = checkout / "service" / "static" / "play" / "main.js"
    file.write_text(f"{file.read_text()}\nsetTimeout(() => {{ throw new Error('edited'); }});\n")
    page.goto("/")
    assert "client/game.js" in loaded(page)
    made = ("--old-file=.venv/test", "--old-file=web/node_modules/.package-lock.json")
    run(
        "make", "--silent", *made, "pages", f"PYTHON={shlex.quote(sys.executable)}", folder=checkout
    )
    with page.expect_event("pageerror") as caught:
        page.goto("/")
    assert "client/game.js" not in loaded(page)
    [(script, line, column), *_] = re.findall(r"(http\S+):(\d+):(\d+)", caught.value.stack or "")
    [name] = re.findall(
        "^//# sourceMappingURL=(.+)$", page.request.get(script).text(), re.MULTILINE
    )
    (tmp_path / "map.json").write_text(page.request.get(urljoin(script, name)).text())
    found = run("node", "--eval", WHERE, tmp_path / "map.json", line, column)
    assert json.loads(found) == ["main.js", len(file.read_text().splitlines())]
    assert set(complaints) == {"edited"}
    complaints.clear()
