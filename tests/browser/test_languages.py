"""The playground in English, German and Spanish."""

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.board import begin, cell, on_board, says
from tests.browser.looks import assert_fits
from tests.browser.playground import ends, in_settings

OTHERS: Final = {  # the verdict, and the trap of the hint for the first move
    "de": ("Du hast „Anfänger“ geschlagen!", "sicher ist 1 von 8 Antworten."),
    "es": ("¡Has vencido al nivel principiante!", "es segura 1 de 8 respuestas."),
}
# Texts that are wider than their place, or stand out of the page.
CUT_OFF: Final = """
(selector) => [...document.querySelectorAll(selector)]
  .filter((part) => part.checkVisibility())
  .filter((part) => part.scrollWidth > Math.max(1, part.clientWidth)
    || part.getBoundingClientRect().right > document.body.getBoundingClientRect().right)
  .map((part) => part.textContent)
"""


@pytest.mark.parametrize(("width", "height"), [(320, 640), (640, 400)])
@pytest.mark.parametrize("language", OTHERS)
def test_labels_fit(page: Page, language: str, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/?lang={language}")
    expect(page.locator("#match")).to_be_visible()
    assert page.evaluate(CUT_OFF, ".site nav a, h1, #change, .controls button") == []
    with in_settings(page):
        assert page.evaluate(CUT_OFF, ".chips span, .settings label, .settings button") == []
    assert_fits(page)


@pytest.mark.parametrize("language", OTHERS)
def test_game_is_played_in_the_language_of_the_browser(
    new_context: Callable[..., BrowserContext], language: str
) -> None:
    page = new_context(locale=f"{language}-AT").new_page()
    page.goto("/?level=beginner&seed=0")
    expect(page.locator("html")).to_have_attribute("lang", language)
    verdict, hint = OTHERS[language]
    page.locator("#hint").click()
    expect(page.locator("#hint-text")).to_contain_text(hint)
    for number in (0, 1, 4, 7):
        expect(cell(page, number)).to_have_attribute("aria-disabled", "false")
        cell(page, number).click()
    ends(page, verdict)
    page.locator("#ending button").nth(1).click()
    expect(page.locator(".plies li")).to_have_count(7)
    status = on_board(page, ".status")
    assert status.evaluate("({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth")
    assert_fits(page)


def test_language_is_chosen_by_the_url_or_in_the_settings(
    new_context: Callable[..., BrowserContext],
) -> None:
    page = new_context(locale="de-DE").new_page()
    begin(page, "/?lang=en")
    with in_settings(page):
        page.get_by_label("Language").select_option("es")
        expect(page.locator("html")).to_have_attribute("lang", "es")
    says(page, "Te toca: X.")
    for path in ("/", "/puzzles"):
        page.goto(path)
        expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.locator("#puzzle")).to_contain_text(re.compile("Gana en .* jugada"))
