"""Puzzles in a browser: with the keyboard, on a phone, and through links.

Their verdicts, hints and progress are tested in web/tests/pages.
"""

import re
from typing import Any, Final

from playwright.sync_api import Page, expect

from tests.browser.board import cell
from tests.browser.looks import assert_fits, assert_large_targets, on_a_dark_phone
from tests.browser.playground import tab_to

POSITION: Final = "document.querySelector('noughts-board').position"
FOCUSED: Final = "Number(document.activeElement.shadowRoot.activeElement.dataset.cell)"
TASK: Final = re.compile(r"[XO] to move\. Win in \w+ moves?\.$")


def says(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.locator("#puzzle").get_by_role("status")).to_have_text(text)


def analysis(page: Page) -> dict[str, Any]:
    """The analysis of the position shown."""
    shown = page.evaluate(POSITION)
    board, side, in_a_row = (shown[name] for name in ("notation", "side_to_move", "in_a_row"))
    query = f"board={board}&side_to_move={side}&in_a_row={in_a_row}"
    response = page.request.get(f"/v1/analysis?{query}", timeout=60_000)
    assert response.ok
    return dict(response.json())


def press_keys(page: Page, number: int) -> None:
    """Make a move with the keyboard; the focus wraps at the edges."""
    position = page.evaluate(POSITION)
    columns, rows = position["columns"], position["rows"]
    down, across = divmod(number, columns)
    row, column = divmod(page.evaluate(FOCUSED), columns)
    keys = ["ArrowDown"] * ((down - row) % rows) + ["ArrowRight"] * ((across - column) % columns)
    for key in [*keys, "Enter"]:
        page.keyboard.press(key)


@on_a_dark_phone
def test_keyboard_solves_two_puzzles_after_a_wrong_try(page: Page) -> None:
    page.goto("/puzzles")
    says(page, TASK)
    assert_fits(page)
    assert_large_targets(page)
    cell(page, analysis(page)["moves"][-1]["cell"]).click()
    says(page, re.compile("(loses|does not win): "))
    assert_fits(page)
    says(page, re.compile(r" Try again\.$"))  # It has been taken back.
    tab_to(page, "[data-cell]")
    for verdict in ("Solved after 1 wrong try.", "Solved on the first try."):
        while (found := analysis(page))["plies_to_end"] > 1:
            press_keys(page, found["best_move"])
            says(page, re.compile(f"^Right. {TASK.pattern}"))
        press_keys(page, found["best_move"])
        says(page, verdict)
        says(page, TASK)  # of the next one
    page.reload()
    expect(page.locator("#today .solved")).to_have_count(2)
    page.get_by_text("All puzzles").click()
    expect(page.locator("#list")).to_contain_text(re.compile(r"2 of \d+ solved"))
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Clear progress").click()
    expect(page.locator("#list")).to_contain_text(re.compile(r"0 of \d+ solved"))


def test_former_link_leads_to_the_puzzle(page: Page) -> None:
    page.goto("/#puzzle=.O./XO./.X.")  # as it was before 1.3
    expect(page).to_have_url(re.compile("/puzzles#puzzle=.O./XO./.X."))
    says(page, TASK)
