"""The lessons in the browser: their steps, sentences and searches."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.live import ROOT

LESSONS = re.findall(
    r'^  lesson\("(\w+)"',
    (ROOT / "service" / "static" / "learn" / "lessons.js").read_text(),
    re.MULTILINE,
)
FORMER = ["value", "opponent", "depth", "window", "cut", "order", "cache", "key", "limit", "whole"]
TREE = "?board=XX./XOO/O..&algorithm=alpha_beta"  # six nodes, two of them cut
WHOLE = "?board=.../.../...&algorithm=alpha_beta_cached"
LOSS = "\N{MINUS SIGN}1"
SEARCH = ".search:visible"
LISTED = 5_404  # nodes of WHOLE, each with two steps


def open_learn(page: Page, query: str = "") -> None:
    page.goto(f"/learn{query}")
    is_drawn(page)


def is_drawn(page: Page) -> None:
    expect(page.locator("body:not([aria-busy])")).to_be_attached()
    expect(page.locator(f"{SEARCH} .node").first).to_be_attached()


def press(page: Page, name: str) -> None:
    """Click a button that moves through the steps."""
    page.locator("#player").get_by_role("button", name=name, exact=True).click()


def scrub(page: Page) -> Locator:
    return page.get_by_role("slider", name="Step")


def at_step(page: Page, step: int) -> None:
    expect(scrub(page)).to_have_value(str(step))


def steps(page: Page) -> int:
    """The number of steps of the longest search shown."""
    return int(scrub(page).get_attribute("max") or 0)


def question(page: Page) -> Locator:
    return page.locator(".question")


def choices(page: Page) -> Locator:
    return page.locator(".choices button")


def ask_nothing(page: Page) -> None:
    page.get_by_label("Questions").uncheck()


def sentence(page: Page, search: int = 0) -> Locator:
    """The description of a search's last step."""
    return page.locator(".sentence").nth(search)
