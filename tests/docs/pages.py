"""The Markdown pages of the repository, and the parts of them under test."""

import re
from pathlib import Path
from typing import NamedTuple

from tests.live import ROOT

README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").glob("*.md"))]
ADDRESS_SHOWN = "http://127.0.0.1:8000"

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced code block."""

    page: str
    language: str
    text: str


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks_of(page: Path) -> list[Block]:
    return [Block(name_of(page), *found) for found in FENCE.findall(page.read_text())]


def block(page: Path, language: str) -> str:
    """The only code block of a page in a language."""
    [text] = [block.text for block in blocks_of(page) if block.language == language]
    return text


def program(page: Path, part: str, url: str = "") -> str:
    """The only code block of a page that contains a text, for a service at this URL."""
    [text] = [block.text for block in blocks_of(page) if part in block.text]
    return text.replace(ADDRESS_SHOWN, url)


def prose_of(page: Path) -> str:
    return FENCE.sub("", page.read_text())


def table(page: Path, *header: str) -> list[list[str]]:
    """The rows of the only table of a page with this header."""
    first = f"| {' | '.join(header)} |"
    [rows] = re.findall(
        rf"^{re.escape(first)}\n\|[-| ]+\|\n((?:\|.*\n)+)", prose_of(page), re.MULTILINE
    )
    return [row[2:-2].split(" | ") for row in rows.splitlines()]
