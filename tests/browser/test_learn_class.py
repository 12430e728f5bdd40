"""What a class needs: lesson 1, titles, links to steps, printed sheets, and other languages."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.lessons import at_step, choices, is_drawn, open_learn, press, question
from tests.browser.looks import assert_accessible, assert_fits

MAX_TRANSFERRED = 150 * 1024  # bytes, compressed, headers included
# The widths of the menu with each lesson finished, and the room for it.
WIDTHS = """
() => {
  const menu = document.querySelector("#choose");
  const room = menu.offsetWidth;
  menu.style.cssText = "field-sizing: content; flex: none";
  return [room, [...menu.options].filter(({ hidden }) => !hidden).map((option) => {
    option.textContent += " \N{CHECK MARK}";
    menu.value = option.value;
    return menu.offsetWidth;
  })];
}
"""
TRANSFERRED = """
() => ["navigation", "resource"]
  .flatMap((type) => performance.getEntriesByType(type))
  .reduce((sum, { transferSize }) => sum + transferSize, 0)
"""
NAVIGATION = {
    "de": (["Spielen", "Aufgaben", "Lernen", "Entwickler"], "Die Lektionen sind auf Englisch."),
    "es": (["Jugar", "Problemas", "Aprender", "Desarrollo"], "Las lecciones están en inglés."),
}


def test_first_lesson_starts_to_move_with_two_terms(
    new_context: Callable[..., BrowserContext],
) -> None:
    page = new_context(reduced_motion="no-preference").new_page()
    open_learn(page)
    expect(page.locator("#text dfn")).to_have_text(["tree", "node"])
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator(".node.current")).to_have_count(1)
    press(page, "Pause")
    expect(page).to_have_url(re.compile("step=[1-9]"))
    page.reload()
    is_drawn(page)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_first_lesson_rests_if_motion_is_reduced(page: Page) -> None:
    open_learn(page)
    at_step(page, 0)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


@pytest.mark.parametrize("width", [360, 1280])
def test_no_title_is_cut_off(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    open_learn(page)
    room, widths = page.evaluate(WIDTHS)
    assert max(widths) <= room


def test_learn_is_small_to_transfer(page: Page) -> None:
    open_learn(page, "?lesson=cut")
    expect(page.locator("#code .lines li").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert 0 < page.evaluate(TRANSFERRED) <= MAX_TRANSFERRED


def test_teacher_copies_the_link_to_a_step(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_learn(page, "?lesson=cut&step=11")
    press(page, "Step forward")
    page.get_by_role("button", name="Copy link to this step").click()
    expect(page.locator("#copied")).to_have_text("Copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    page.goto("about:blank")
    page.goto(link)
    is_drawn(page)
    at_step(page, 12)
    expect(question(page)).to_contain_text("Which moves will be cut?")


def test_printed_step_has_its_question_without_the_answer(page: Page) -> None:
    open_learn(page, "?lesson=opponent&step=4")
    choices(page).first.click()
    at_step(page, 11)
    expect(page.locator(".verdict")).not_to_be_empty()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    at_step(page, 4)
    page.emulate_media(media="print")
    expect(choices(page)).to_have_count(3)
    expect(choices(page).first).to_be_visible()
    for hidden in (".verdict", "#player", "#detail-box", "#lessons"):
        expect(page.locator(hidden)).to_be_hidden()
    expect(page.locator(".node.marked")).to_have_count(0)


@pytest.mark.parametrize("language", NAVIGATION)
@pytest.mark.parametrize(
    "path", ["/learn?lesson=cut&step=17", "/learn/player", "/learn/practice?seed=1"]
)
def test_header_keeps_the_language_of_the_visitor(
    new_context: Callable[..., BrowserContext], language: str, path: str
) -> None:
    page = new_context(viewport={"width": 360, "height": 640}).new_page()
    page.goto("/")
    page.locator("#change").click()
    page.get_by_label("Language").select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.goto(path)
    names, note = NAVIGATION[language]
    expect(page.locator("header nav a")).to_have_text(names)
    expect(page.get_by_text(note)).to_be_visible()
    expect(page.locator("header")).to_have_attribute("lang", language)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    if path.startswith("/learn?"):
        for part in (page.locator("[name=forward]"), choices(page).last):
            expect(part).to_be_in_viewport(ratio=1)
    if path.startswith("/learn/practice"):
        expect(page.get_by_role("button", name="Check")).to_be_in_viewport(ratio=1)
    assert_fits(page)
    assert_accessible(page)
