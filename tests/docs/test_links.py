"""Files, headings and make targets named in the documentation exist."""

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.docs.pages import PAGES, README, name_of, prose_of
from tests.live import ROOT

MARKDOWN = [*PAGES, *(ROOT / f"{name}.md" for name in ("CHANGELOG", "CONTRIBUTING", "SECURITY"))]
LINKS = [
    (name_of(page), target)
    for page in MARKDOWN
    for target in re.findall(r"\]\(([^)\s]+)\)", prose_of(page))
    if "://" not in target
]


def anchors_of(page: Path) -> set[str]:
    """The anchors that GitHub gives the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", prose_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize(("page", "target"), LINKS)
def test_link_target_exists(page: str, target: str) -> None:
    path, _, anchor = target.partition("#")
    linked = (ROOT / page).parent / unquote(path) if path else ROOT / page
    assert linked.exists()
    if anchor:
        assert anchor in anchors_of(linked)


@pytest.mark.parametrize("page", MARKDOWN, ids=name_of)
def test_files_and_make_targets_named_exist(page: Path) -> None:
    files = re.findall(r"`((?:[\w.-]+/)+[\w.-]+\.\w+)`", prose_of(page))
    assert [path for path in files if not (ROOT / path).exists()] == []
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    named = set(re.findall(r"`make ([a-z-]+)`|^make ([a-z-]+)$", page.read_text(), re.MULTILINE))
    assert {target for pair in named for target in pair if target} <= set(targets)


def test_readme_links_to_every_page() -> None:
    linked = {target for page, target in LINKS if page == "README.md"}
    assert {name_of(page) for page in PAGES if page != README} <= linked


def test_readme_is_short() -> None:
    assert len(README.read_text().splitlines()) <= 150
