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
    """The anchors that GitHub gives to a page's headings."""
    headings = re.findall(r"^#+ (.+)$", prose_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_targets_of_links_exist() -> None:
    for page, target in LINKS:
        path, _, anchor = target.partition("#")
        linked = (ROOT / page).parent / unquote(path) if path else ROOT / page
        assert linked.exists(), target
        assert not anchor or anchor in anchors_of(linked), target


@pytest.mark.parametrize("page", MARKDOWN, ids=name_of)
def test_named_file_exists(page: Path) -> None:
    named = re.findall(r"`((?:[\w.-]+/)+[\w.-]+\.\w+)`", prose_of(page))
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", MARKDOWN, ids=name_of)
def test_named_make_target_exists(page: Path) -> None:
    """The changelog's sections of past releases are exempt."""
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    current, *_ = re.split(r"^## \[\d", page.read_text(), maxsplit=1, flags=re.MULTILINE)
    named = set(re.findall(r"`make ([a-z-]+)`|^make ([a-z-]+)$", current, re.MULTILINE))
    assert {target for pair in named for target in pair if target} <= set(targets)


def test_readme_links_to_every_page() -> None:
    linked = {target for page, target in LINKS if page == "README.md"}
    assert {name_of(page) for page in PAGES if page != README} <= linked
