"""Links to the page "See the search", and from it."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.learning import (
    at_step,
    button,
    is_drawn,
    open_learn,
    sentence,
    steps,
)
from tests.browser.looks import at_every_look


@at_every_look
@pytest.mark.parametrize("lesson", ["depth", "cut", "order", "whole"])
def test_a_link_opens_at_the_same_step(page: Page, url: str, lesson: str) -> None:
    open_learn(page, url, f"?lesson={lesson}")
    button(page, "Last step").click()
    for _ in range(3):
        button(page, "Step back").click()
    step = steps(page) - 3
    expect(page).to_have_url(re.compile(f"step={step}$"))
    said = [sentence(page, number).text_content() for number in (0, 1)]
    titles = page.locator(".search:visible h2").all_text_contents()
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    is_drawn(page)
    at_step(page, step)
    assert [sentence(page, number).text_content() for number in (0, 1)] == said
    assert page.locator(".search:visible h2").all_text_contents() == titles
    expect(page).to_have_url(link)


@pytest.mark.parametrize(
    "query",
    [
        "?lesson=nope&step=x",
        "?step=99999",
        "?lesson=cut&step=-1",
        "?board=XX./XOO/O..&algorithm=nope&max_depth=zero&order=sideways",
    ],
)
def test_an_address_that_makes_no_sense_shows_something(page: Page, url: str, query: str) -> None:
    open_learn(page, url, query)
    expect(sentence(page)).not_to_be_empty()


def test_the_playground_leads_here_and_back(page: Page, url: str) -> None:
    page.goto(f"{url}/?side=both&moves=0.4.8")
    page.get_by_role("link", name="See how the search works").click()
    is_drawn(page)
    query = parse_qs(urlsplit(page.url).query)
    assert query["board"] == ["X../.O./..X"]
    assert query["side_to_move"] == ["O"]
    page.get_by_role("link", name="Play from the position at the top").click()
    expect(page.locator("noughts-board .mark")).to_have_count(4)  # the level has answered
