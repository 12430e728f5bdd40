"""The playground in English, German and Spanish."""

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.board import begin, cell, says
from tests.browser.looks import assert_fits
from tests.browser.playground import ends, in_settings

# The keys of every table, and the English texts of the page that have no translation.
DIFFERENCES: Final = """
async (language) => {
  const load = (each) => import(`/static/playground/messages/${each}.js`);
  const tables = await Promise.all(["en", language].map(load));
  const [english, other] = tables.map(({ messages }) => messages);
  const { page, ...rest } = other;
  const keysOf = (table, path = "") => Object.entries(table).flatMap(([key, value]) =>
    Object(value).constructor === Object ? keysOf(value, `${path}${key}.`) : [path + key]);
  const said = new Set();
  for (const page of ["/", "/puzzles"]) {
    const html = await (await fetch(page)).text();
    const { body } = new DOMParser().parseFromString(html, "text/html");
    body.querySelectorAll("noscript, option").forEach((part) => part.remove());
    const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    for (const { ariaLabel } of body.querySelectorAll("[aria-label]")) said.add(ariaLabel);
    while (texts.nextNode()) said.add(texts.currentNode.data.trim().replace(/\\s+/g, " "));
  }
  return {
    keys: [keysOf(english).sort(), keysOf(rest).sort()],
    untranslated: [...said].filter((words) => /[a-z]{2}/.test(words) && !(words in page)),
    unused: Object.keys(page).filter((words) => !said.has(words)),
  };
}
"""
OTHERS: Final = {  # the verdict, and the trap of the hint for the first move
    "de": ("Du hast „Anfänger“ geschlagen!", "sicher ist 1 von 8 Antworten."),
    "es": ("¡Has vencido al nivel principiante!", "es segura 1 de 8 respuestas."),
}


@pytest.mark.parametrize("language", OTHERS)
def test_tables_are_complete(page: Page, language: str) -> None:
    page.goto("/")
    found = page.evaluate(DIFFERENCES, language)
    assert found["keys"][0] == found["keys"][1]
    assert found["untranslated"] == ["Noughts"]
    assert found["unused"] == []


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
