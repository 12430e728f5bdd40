"""The lessons of the page "See the search"."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.learning import (
    LESSONS,
    at_step,
    button,
    is_drawn,
    open_learn,
    sentence,
    steps,
)
from tests.browser.looks import assert_in_order, at_every_look
from tests.browser.playground import tab_to

FASTEST = "5"


@at_every_look
@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_is_walked_with_the_mouse(page: Page, url: str, lesson: str) -> None:
    open_learn(page, url, f"?lesson={lesson}")
    assert_in_order(page)
    for name in ("Step forward", "Step back", "First step", "Step forward"):
        button(page, name).click()
    at_step(page, 1)
    expect(sentence(page)).to_contain_text("The search starts at the top.")
    page.locator("[name=speed]").fill(FASTEST)
    button(page, "Play").click()
    if lesson == "whole":  # which plays for half a minute
        button(page, "Pause").click()
        button(page, "Last step").click()
    at_step(page, steps(page))
    expect(button(page, "Play")).to_be_visible()
    expect(sentence(page)).to_contain_text("The search ends with")
    assert_in_order(page)


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_is_walked_with_the_keyboard(page: Page, url: str, lesson: str) -> None:
    open_learn(page, url, f"?lesson={lesson}")
    tab_to(page, "[name=start]")
    page.keyboard.press("Enter")
    at_step(page, 0)
    tab_to(page, "[name=forward]")
    for step in range(1, min(steps(page), 20) + 1):
        page.keyboard.press("Enter")
        at_step(page, step)
        expect(sentence(page)).not_to_be_empty()
    tab_to(page, "[name=scrub]")
    page.keyboard.press("ArrowLeft")
    at_step(page, min(steps(page), 20) - 1)
    page.keyboard.press("End")
    at_step(page, steps(page))
    expect(sentence(page)).to_contain_text("The search ends with")


def test_the_lessons_follow_each_other(page: Page, url: str) -> None:
    open_learn(page, url)
    expect(page.locator("#choose option:not([hidden])")).to_have_count(len(LESSONS))
    for number, lesson in enumerate(LESSONS, start=1):
        expect(page.locator("#lesson h2")).to_have_text(re.compile(f"^{number}\\. "))
        expect(page).to_have_url(re.compile(f"lesson={lesson}&"))
        if number < len(LESSONS):
            page.get_by_role("button", name="Next lesson").click()
            is_drawn(page)
    page.go_back()
    expect(page.locator("#lesson h2")).to_have_text(re.compile("^9\\. "))
    page.get_by_label("Lesson", exact=True).select_option("cut")
    expect(page.locator("#lesson h2")).to_have_text("5. Cutoffs and their reasons")
