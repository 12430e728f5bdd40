"""The lessons in the browser: their steps, questions and searches."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.live import ROOT

WALKS = Path(__file__).with_name("walks")
LESSONS = re.findall(
    r'^  lesson\("(\w+)"',
    (ROOT / "service" / "static" / "learn" / "lessons.js").read_text(),
    re.MULTILINE,
)
TREE = "?board=XX./XOO/O..&algorithm=alpha_beta"  # six nodes, two of them cut
SEARCH = ".search.shown"


def open_learn(page: Page, query: str = "?lesson=tree") -> None:
    page.add_init_script(path=WALKS / "common.js")
    page.goto(f"/learn{query}")
    is_drawn(page)


def open_with_every_question(page: Page, lesson: str) -> None:
    """Open a lesson with the questions about lines of code, which are asked once it was shown."""
    open_learn(page, f"?lesson={lesson}")
    if lesson == "recursion":
        open_code(page)
        page.get_by_role("tab", name="Text").click()


def walked(page: Page, size: tuple[int, int], walk: str, *lesson: str | int) -> list[str]:
    """The faults that a walk of this name through a lesson finds in a window of this size."""
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    return list(page.evaluate((WALKS / f"{walk}.js").read_text(), lesson))


def is_drawn(page: Page) -> None:
    expect(page.locator("body.drawn:not([aria-busy])")).to_be_attached()
    expect(page.locator(f"{SEARCH} .node").first).to_be_attached()


def press(page: Page, name: str) -> None:
    """Click a button that moves through the steps."""
    page.locator("#steps").get_by_role("button", name=name, exact=True).click()


def scrub(page: Page) -> Locator:
    return page.get_by_role("slider", name="Step")


def at_step(page: Page, step: int) -> None:
    expect(scrub(page)).to_have_value(str(step))


def steps(page: Page) -> int:
    """The number of steps of the longest search shown."""
    return int(scrub(page).get_attribute("max") or 0)


def choices(page: Page) -> Locator:
    return page.locator(".choices button")


def open_code(page: Page) -> Locator:
    """The code of the search shown, in its tab."""
    page.get_by_role("tab", name="Code").click()
    code = page.locator("#code")
    expect(code.locator(".lines li").first).to_be_visible()
    return code
