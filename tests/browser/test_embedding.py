"""A page of another origin that embeds the board as docs/embedding.md says."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.layout_shift import assert_nothing_moved, delay
from tests.browser.looks import assert_in_order, at_every_look
from tests.browser.playground import cell, has_marks, says
from tests.browser.servers import origin
from tests.docs.pages import ADDRESS_SHOWN, block
from tests.live import ROOT

DOCUMENT = ROOT / "docs" / "embedding.md"
PAGE = """<!doctype html>
<html lang="en"><meta name="viewport" content="width=device-width"><title>A page</title>
<link rel="icon" href="data:,"><style>{style}</style>
<main><h1>A page</h1>{element}<p>What follows the board stays where it is.</p></main></html>
"""


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    """The other origin."""
    with origin(tmp_path) as address:
        yield address


@pytest.fixture
def hosts(url: str, elsewhere: str) -> tuple[str, ...]:
    """The page requests the service and its own origin."""
    return (f"{url}/", f"{elsewhere}/", "data:")


@at_every_look
def test_the_board_takes_the_place_that_is_kept(
    page: Page, url: str, elsewhere: str, tmp_path: Path
) -> None:
    element = block(DOCUMENT, "html").replace(ADDRESS_SHOWN, url)
    (tmp_path / "index.html").write_text(PAGE.format(style=block(DOCUMENT, "css"), element=element))
    delay(page, 400)
    page.goto(elsewhere)
    says(page, "Your turn: X.")
    cell(page, 4).click()
    has_marks(page, 1, 1)
    assert_nothing_moved(page)
    assert_in_order(page)
