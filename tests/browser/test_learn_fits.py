"""At each step of a lesson, its question, its node and the way on are in the window."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lessons import LESSONS, open_learn

WALK = """
async () => {
  const one = (selector) => document.querySelector(selector);
  const drawn = () => new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => done())));
  const isSeen = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    const isHidden = element.closest("[visibility=hidden]");
    const picture = element.closest("svg.tree") ?? element;
    return width > 0 && !isHidden && Boolean(there) && picture.contains(there);
  };
  const isInside = (element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return top >= -1 && left >= -1 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
  };
  const board = (node) => node.querySelector(".board");
  const question = one(".question");
  const verdict = one(".verdict");
  const faults = new Set();
  const check = (state) => {
    const note = (what) => faults.add(`${state} at step ${one("[name=scrub]").value}: ${what}`);
    if (!isSeen(one("[name=forward]")) || !isInside(one("[name=forward]"))) note("the player");
    if (!question.hidden) {
      const parts = [...question.querySelectorAll("legend, button:not([hidden])")];
      if (verdict.textContent) parts.push(verdict);
      for (const part of parts) if (!isSeen(part) || !isInside(part)) note(part.textContent);
    }
    for (const figure of document.querySelectorAll("figure.search")) {
      const marked = [...figure.querySelectorAll(".node.marked")];
      const current = figure.querySelector(".node.current");
      const nodes = state === "answered" && marked.length ? marked : current ? [current] : [];
      if (figure.offsetParent && nodes.length && !nodes.some((node) => isSeen(board(node)))) {
        note(`the node in ${figure.querySelector("h2").textContent}`);
      }
    }
  };
  one("[name=start]").click();
  for (let count = 0; count < 40; count += 1) {
    await drawn();
    check("step");
    const [wrong] = [...question.querySelectorAll(".choices button")].reverse();
    if (!question.hidden && wrong) {
      wrong.click();
      await drawn();
      check("answered");
      one(".go-on").click();
      if (one("[name=play]").ariaPressed === "true") one("[name=play]").click();
      await drawn();
      check("gone on");
    }
    one("[name=forward]").click();
  }
  return [...faults];
}
"""


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844), (1280, 800), (1440, 900)])
def test_question_node_and_way_on_are_in_the_window(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    for lesson in LESSONS:
        open_learn(page, f"?lesson={lesson}")
        assert page.evaluate(WALK) == [], lesson


def test_finished_lesson_leads_to_the_next(page: Page) -> None:
    open_learn(page, "?lesson=depth&step=0")
    expect(page.locator("#onward")).to_be_hidden()
    page.get_by_role("button", name="Last step").click()
    expect(page.locator("#onward")).to_be_visible()
    expect(page.locator("#choose")).to_contain_text("7. Why depth matters \N{CHECK MARK}")
    page.locator("#onward").click()
    expect(page.locator("#title")).to_have_text("8. Choosing among equals")
    page.reload()
    expect(page.locator("#choose")).to_contain_text("7. Why depth matters \N{CHECK MARK}")
    open_learn(page, "?lesson=whole&step=100000")
    expect(page.locator("#onward")).to_be_hidden()
