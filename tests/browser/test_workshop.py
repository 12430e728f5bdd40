"""Edit a file of the pages in a checkout, reload, and see it, with node and npm hidden."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.live import ROOT, Service

MARK = 'document.documentElement.dataset.seen = "edited";'
STYLED = "getComputedStyle(document.querySelector('{}')).getPropertyValue('--seen')"
SEEN = "document.documentElement.dataset.seen"
LOADED = "performance.getEntriesByType('resource').map(({ name }) => name)"
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
    folder = tmp_path_factory.mktemp("checkout")
    for name in ("openapi", "service"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "pyproject.toml").touch()  # as beside every checkout
    return folder


@pytest.fixture(scope="module")
def served(checkout: Path) -> Iterator[str]:
    """The URL of the service that runs from it, for which there is no node."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(checkout))
        assert not shutil.which("node")
        service = Service(checkout)
    with service:
        yield service.url


def loaded(page: Page) -> list[str]:
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
