"""The practice page in a browser: the keyboard, what is in the window, and the printed sheet.

Its questions, verdicts and addresses are tested in web/tests/pages.
"""

import re
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.looks import (
    assert_accessible,
    assert_fits,
    assert_large_targets,
    on_a_dark_phone,
)

LARGE: Final = "?depth=3&width=3&seed=12"  # 22 leaves, of which alpha-beta skips nine
SIZES: Final = [(360, 640), (390, 844), (844, 390), (1280, 800), (1440, 900)]
OUTSIDE: Final = """
(parts) => parts
  .map((part) => [part.textContent, part.getBoundingClientRect()])
  .filter(([, { top, left, bottom, right }]) =>
    top < 0 || left < 0 || bottom > innerHeight || right > innerWidth)
  .map(([words]) => words)
"""


def open_practice(page: Page, query: str) -> None:
    page.goto(f"/learn/practice{query}")
    expect(question(page)).not_to_be_empty()


def question(page: Page) -> Locator:
    return page.locator("#asking legend")


def on(page: Page) -> Locator:
    """The button that leads to the next question, or to another tree."""
    return page.locator(".on")


def answer(page: Page) -> None:
    """Answer a question somehow."""
    for select in page.locator("#asking select").all():
        select.select_option(index=1)
    if page.locator("[aria-checked]").count():
        page.locator("[aria-checked]").last.click()
    page.get_by_role("button", name="Check").click()
    if on(page).is_hidden():  # The answer is wrong, and can be given once more.
        parts = "#asking :is(legend, select, .check, .verdict > *):visible"
        assert page.locator(parts).evaluate_all(OUTSIDE) == []
        page.get_by_role("button", name="Check").click()
    expect(on(page)).to_be_focused()


def test_keyboard_is_enough(page: Page) -> None:
    open_practice(page, "?tree=((5,6),(4,7))")
    keys = page.keyboard
    for _ in range(2):  # the values
        page.locator("#asking select").focus()
        keys.press("4" if " C get" in question(page).inner_text() else "5")
        keys.press("Tab")
        expect(page.get_by_role("button", name="Check")).to_be_focused()
        keys.press("Enter")
        expect(on(page)).to_be_focused()
        keys.press("Enter")
        expect(question(page)).to_be_focused()
    keys.press("Shift+Tab")
    expect(page.get_by_role("tree")).to_be_focused()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight", "Space", "Tab"):
        keys.press(key)
    keys.press("Enter")
    verdict = page.locator("#asking .verdict")
    expect(verdict).to_contain_text("Right. Alpha-beta never looks at 7.")


@pytest.mark.parametrize("size", SIZES)
def test_question_node_and_way_on_are_in_the_window(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    for query in ("?depth=4&width=2&seed=7", LARGE):
        open_practice(page, query)
        for _ in range(3):
            parts = "#asking :is(legend, select, .check, .on):visible, .node.marked .shape"
            assert page.locator(parts).evaluate_all(OUTSIDE) == []
            answer(page)
            parts = "#asking :is(.on, .verdict > :first-child), .node.marked .shape"
            assert page.locator(parts).evaluate_all(OUTSIDE) == []
            on(page).click()
            expect(question(page)).to_be_focused()


@on_a_dark_phone
def test_every_state_is_accessible_and_fits(page: Page) -> None:
    open_practice(page, LARGE)
    for _ in range(4):
        assert_fits(page)
        assert_large_targets(page)
        answer(page)
        on(page).click()
    answer(page)
    assert_accessible(page)
    page.goto("/learn/practice?tree=(1,x)")
    expect(page.get_by_role("alert")).to_be_visible()
    assert_accessible(page)


def test_solutions_are_printed_on_a_page_of_their_own(page: Page) -> None:
    open_practice(page, "?seed=1")
    page.get_by_role("combobox", name="Trees").select_option("2")
    expect(page.locator("#sheet article")).to_have_count(4)
    pages = re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))
    assert len(pages) == 2
    page.emulate_media(media="print")
    expect(page.locator("main")).to_be_hidden()
    expect(page.locator("#sheet")).to_be_visible()
