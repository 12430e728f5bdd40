"""The playground as people use it: keyboard, screen reader, history, languages and motion.

What needs no browser is tested in web/tests/pages.
"""

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board import begin, cell, has_marks, on_board, says, shows
from tests.browser.looks import NewContext, assert_fits, box
from tests.browser.playground import FIRST_MOVES, LOST, ends, in_settings, listen, press
from tests.parameters import in_release

DRAWN: Final = "/?level=perfect&moves=4.0.2.6.3.5.1.7.8"
PACE: Final = 400  # milliseconds from a move to the reply
OTHERS: Final = {  # the verdict, and the hint after the first moves
    "de": ("Du hast den Computer geschlagen!", "Das gewinnt, Zug um Zug."),
    "es": ("¡Has vencido al ordenador!", "así ganas, paso a paso."),
}
# Texts that are wider than their place, or stand out of the page.
CUT_OFF: Final = """
(selector) => [...document.querySelectorAll(selector)]
  .filter((part) => part.checkVisibility())
  .filter((part) => part.scrollWidth > Math.max(1, part.clientWidth)
    || part.getBoundingClientRect().right > document.body.getBoundingClientRect().right)
  .map((part) => part.textContent)
"""
# Whether nothing of a text of several lines is outside its place.
IS_WHOLE: Final = """
(part) => part.scrollWidth <= part.clientWidth && part.scrollHeight <= part.clientHeight
"""


def test_blind_player_hears_each_move_the_line_and_the_verdict(page: Page) -> None:
    begin(page, "/?level=beginner&seed=0")
    expect(page.locator("noughts-board")).to_have_attribute("data-turn", "X")
    listen(page)
    page.get_by_role("gridcell", name="column a, row 1, empty").focus()
    for key, reply in [(None, "a2"), ("ArrowRight", "a3"), ("ArrowDown", "c2")]:
        if key:
            page.keyboard.press(key)
        page.keyboard.press("Enter")
        says(page, f"O took {reply}. Your turn: X.")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    ends(page, "You beat the computer!")
    heard = page.evaluate("heard")
    assert heard[:2] == ["X took a1. O is thinking…", "O took a2. Your turn: X."]
    assert heard[-2:] == ["O took c2. Your turn: X.", "You beat the computer!"]
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Play again")).to_be_focused()
    page.keyboard.press("Enter")
    expect(on_board(page, ".status")).to_contain_text("Your turn: X.")
    expect(page.locator("[data-cell='7']")).to_be_focused()


def test_level_takes_its_time_if_motion_is_welcome(new_context: NewContext) -> None:
    page = new_context(reduced_motion="no-preference").new_page()
    begin(page)
    page.clock.install(time="2030-01-01")
    page.clock.pause_at("2030-01-02")
    with page.expect_response("**/v1/best-move**"):
        cell(page, 4).click()
    has_marks(page, 1, 0)
    page.clock.run_for(PACE)
    has_marks(page, 1, 1)


def test_stars_leave_the_verdict_and_the_buttons_free(new_context: NewContext) -> None:
    page = new_context(reduced_motion="no-preference").new_page()
    begin(page, "/?level=beginner&seed=0&moves=0.3.1.6")
    cell(page, 2).click()
    ends(page, "You beat the computer!")
    stars, verdict = box(page.locator(".stars")), box(on_board(page, ".status"))
    expect(page.locator(".stars")).to_have_css("overflow", "hidden")
    assert verdict["y"] + verdict["height"] <= stars["y"] + 1
    assert stars["y"] + stars["height"] <= box(page.locator("#ending"))["y"]


def test_back_and_forward_go_through_games_and_moves(page: Page) -> None:
    page.goto("/examples/")
    page.goto("/?side=O&level=perfect&seed=3")
    has_marks(page, 1, 0)
    expect(on_board(page, ".status")).to_contain_text("Your turn: O.")
    page.go_back()
    expect(page).to_have_url("/examples/")
    page.go_forward()
    has_marks(page, 1, 0)
    page.goto("/?side=both")
    says(page, "X to move.")
    cell(page, 4).click()
    says(page, "X took the center. O to move.")
    cell(page, 1).click()
    says(page, "O took the top edge. X to move.")
    url = page.url
    page.go_back()
    shows(page, "....X....")
    page.go_forward()
    expect(page).to_have_url(url)
    shows(page, ".O..X....")
    page.reload()
    shows(page, ".O..X....")


def test_hint_circles_its_cell(page: Page) -> None:
    page.goto(FIRST_MOVES)
    press(page, "Hint")
    expect(page.locator("#hint-text")).to_contain_text("Take ")
    target = box(page.get_by_role("gridcell", name="best move"))
    circle = box(on_board(page, ".circle"))
    assert 0 < circle["x"] - target["x"] < target["width"] - circle["width"]
    assert 0 < circle["y"] - target["y"] < target["height"] - circle["height"]
    assert_fits(page)


@pytest.mark.parametrize("language", OTHERS)
def test_game_is_played_in_the_language_of_the_browser(
    new_context: NewContext, language: str
) -> None:
    page = new_context(locale=f"{language}-AT").new_page()
    for width, height in [(320, 640), (640, 400)]:
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/?level=beginner&seed=0")
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("#match")).to_be_visible()
        assert page.evaluate(CUT_OFF, ".site nav a, h1, h1 select, .controls button") == []
        with in_settings(page):
            assert page.evaluate(CUT_OFF, ".chips span, .settings label, .settings button") == []
        assert_fits(page)
    verdict, hint = OTHERS[language]
    for number in (0, 1, 4, 7):
        expect(cell(page, number)).to_have_attribute("aria-disabled", "false")
        cell(page, number).click()
        if number == 0:
            page.locator("#hint").click()
            expect(page.locator("#hint-text")).to_contain_text(hint)
    ends(page, verdict)
    page.locator("#ending button").nth(1).click()
    expect(page.locator(".plies li")).to_have_count(7)
    assert on_board(page, ".status").evaluate(IS_WHOLE)
    assert_fits(page)


@pytest.mark.parametrize(
    ("width", "height", "language"),
    [(320, 568, "es"), (390, 844, "de"), (1366, 768, "en"), *in_release((320, 568, "de"))],
)
def test_whole_status_is_read(page: Page, width: int, height: int, language: str) -> None:
    page.set_viewport_size({"width": width, "height": height})
    status = on_board(page, ".status")
    for query in (DRAWN, "/?level=beginner&seed=0&moves=0.3.1.4.2", LOST):
        page.goto(f"{query}&lang={language}")
        expect(page.locator("#ending")).to_be_visible()
        assert status.evaluate(IS_WHOLE)
    page.locator("#ending button").last.click()
    expect(page.locator(".chart")).to_be_visible()
    for _ in range(3):
        page.locator("#back").click()
        assert status.evaluate(IS_WHOLE)
    page.goto(f"/?level=medium&seed=0&lang={language}")
    cell(page, 0).click()
    expect(on_board(page, ".mark")).to_have_count(2)
    expect(cell(page, 1)).to_have_attribute("aria-disabled", "false")
    assert status.evaluate(IS_WHOLE)
