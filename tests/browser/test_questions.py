"""The questions of the lessons: a student's walkthrough, with wrong and right answers."""

import re

from playwright.sync_api import Page, expect

from tests.browser.lessons import (
    LOSS,
    SEARCH,
    ask_nothing,
    at_step,
    choices,
    is_drawn,
    open_learn,
    press,
    question,
    steps,
)
from tests.browser.looks import assert_fits

VERDICT = ".verdict"


def test_student_plays_through_a_lesson_and_keeps_a_tally(page: Page) -> None:
    open_learn(page, "?lesson=opponent")
    page.locator("[name=speed]").fill("5")
    press(page, "Play")
    at_step(page, 4)  # Play stops at the question
    expect(question(page)).to_contain_text("What will the position after X b3 be worth for X?")
    expect(page.get_by_role("group", name="What will the position")).to_be_visible()
    assert_fits(page)
    choices(page).nth(2).click()
    expect(page.locator(VERDICT)).to_have_text(
        f"No. O has a better move. The answer is: {LOSS}, a loss. "
        f"O is to move and takes the lowest value, {LOSS} for X, with c1."
    )
    at_step(page, 11)
    marked = page.locator(f"{SEARCH} .node.marked")
    expect(marked).to_have_count(2)
    expect(marked.nth(1)).to_have_attribute("aria-label", re.compile("O c1.*part of the answer$"))
    expect(page.locator(".tally")).to_have_text("0 right, 1 wrong")
    assert_fits(page)
    page.get_by_role("button", name="Go on").click()
    at_step(page, 12)
    choices(page).nth(0).click()
    expect(page.locator(".tally")).to_have_text("1 right, 1 wrong")
    page.get_by_role("button", name="Go on").click()
    at_step(page, steps(page))
    expect(question(page)).to_be_hidden()
    expect(marked).to_have_count(0)
    page.reload()
    is_drawn(page)
    expect(page.locator(".tally")).to_have_text("1 right, 1 wrong")
    page.get_by_role("button", name="Reset the tally").click()
    expect(page.locator(".tally")).to_be_empty()


def test_skipped_question_holds_nobody_up(page: Page) -> None:
    open_learn(page, "?lesson=opponent&step=3")
    press(page, "Step forward")
    expect(question(page)).to_be_visible()
    press(page, "Step forward")
    expect(question(page)).to_be_hidden()
    page.locator("[name=speed]").fill("5")
    press(page, "Play")
    at_step(page, 12)
    press(page, "Play")  # goes on
    at_step(page, steps(page))
    ask_nothing(page)
    press(page, "First step")
    press(page, "Play")
    at_step(page, steps(page))
