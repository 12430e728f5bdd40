"""The examples and the files of the client, on the service's own pages and elsewhere."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.looks import assert_in_order, at_every_look
from tests.browser.playground import (
    cell,
    on_board,
    says,
)
from tests.live import ROOT

EXAMPLES = ROOT / "service" / "static" / "examples"
FOLDER = ROOT / "service" / "static" / "client"
CLIENT = sorted(p.relative_to(FOLDER).as_posix() for p in FOLDER.rglob("*") if p.is_file())
EMPTY = re.compile("empty$")


def play_to_the_end(page: Page) -> None:
    """A game in the example of plain fetch, whose games all differ."""
    status = page.get_by_role("status")
    for _ in range(5):
        page.get_by_role("button", name=EMPTY, disabled=False).first.click()
        expect(status).to_have_text(re.compile(r"Your move\.$|^[XO] wins\.$|^A draw\.$"))
        if not (status.text_content() or "").endswith("Your move."):
            return
    pytest.fail("five moves of X did not end the game")


@at_every_look
def test_the_examples_are_listed(page: Page, url: str) -> None:
    page.goto(f"{url}/examples/")
    assert_in_order(page)
    for name in ["One tag", "Plain fetch", "script", "The API"]:
        target = page.get_by_role("link", name=name).evaluate("(link) => link.href")
        assert page.request.get(target).ok


@at_every_look
def test_the_example_of_one_tag(page: Page, url: str) -> None:
    page.goto(f"{url}/examples/board.html")
    says(page, "Your turn: X.")
    cell(page, 4).click()
    expect(on_board(page, ".mark")).to_have_count(2)
    assert_in_order(page)


@at_every_look
def test_the_example_of_plain_fetch(page: Page, url: str) -> None:
    page.goto(f"{url}/examples/fetch.html")
    assert_in_order(page)
    play_to_the_end(page)
    assert_in_order(page)


@pytest.mark.parametrize("name", CLIENT)
def test_a_file_of_the_client_is_for_every_origin(
    context: BrowserContext, url: str, elsewhere: str, name: str
) -> None:
    answer = context.request.get(f"{url}/client/{name}", headers={"Origin": elsewhere})
    assert answer.ok
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"


@at_every_look
def test_the_example_works_elsewhere_once_it_names_the_service(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    shutil.copytree(EXAMPLES, folder / "examples", dirs_exist_ok=True)
    (folder / "static").mkdir(exist_ok=True)
    shutil.copy(EXAMPLES.parent / "icon.svg", folder / "static")
    script = folder / "examples" / "fetch.js"
    first, *rest = script.read_text().splitlines()
    assert first.startswith('const service = "../";')
    script.write_text("\n".join([f'const service = "{url}/";', *rest]))
    page.goto(f"{elsewhere}/examples/fetch.html")
    play_to_the_end(page)
    assert_in_order(page)
