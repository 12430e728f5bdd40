"""At every step of every lesson, its question, its node and the way on are in the window."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lessons import LESSONS, open_learn

# Takes the steps of a part of a lesson, each or one of `stride`, and gives every answer. Something
# fits if it is in the window with nothing over it.
WALK = """
async ([lesson, stride, part, parts]) => {
  const one = (selector) => document.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const [question, verdict, slider] = [".question", ".verdict", "[name=scrub]"].map(one);
  const trees = all(".tree");
  const faults = new Set();
  let sizes = "";
  const drawn = async () => { // two frames after a tree has changed its size, it is drawn again
    const now = trees.map((tree) => [tree.clientWidth, tree.clientHeight]).join();
    if (now === sizes) return;
    sizes = now;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  };
  const fits = (part, picture = part) => {
    const { left, top, right, bottom, width, height } = part.getBoundingClientRect();
    const isInside = [top, left, innerHeight - bottom, innerWidth - right].every((gap) => gap > -2);
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    const isSeen = width > 0 && picture.contains(above) && !part.closest("[visibility=hidden]");
    return isInside && isSeen;
  };
  const check = (state) => {
    const need = (isThere, name) =>
      isThere || faults.add(`${state} at step ${slider.value}: ${name}`);
    need(fits(one("[name=forward]")), "the next step");
    const onward = one("#onward");
    if (question.hidden && !onward.hidden) need(fits(onward), "the next lesson");
    const line = one("#code [aria-current]");
    if (line?.checkVisibility()) need(fits(line), "the line of code");
    if (!question.hidden) {
      const parts = all("legend, button:not([hidden]), .verdict:not(:empty)", question);
      for (const part of parts) need(fits(part), part.textContent);
    }
    for (const figure of all("figure.search").filter(({ offsetParent }) => offsetParent)) {
      const marked = all(".node.marked", figure);
      const nodes = marked.length ? marked : all(".node.current", figure);
      const boards = nodes.map((node) => node.querySelector(".board"));
      const isThere = !nodes.length || boards.some((board) => fits(board, figure));
      need(isThere, `the node in ${figure.querySelector("h2").textContent}`);
    }
  };
  const go = async (step) => {
    slider.value = step;
    slider.dispatchEvent(new Event("input"));
    await drawn();
  };
  const { LESSONS } = await import(new URL("static/learn/lessons.js", document.baseURI));
  const asked = LESSONS.find(({ id }) => id === lesson).asks.map(({ step }) => step);
  const edge = (part) => Math.floor((part * (Number(slider.max) + 1)) / parts);
  for (let step = edge(part - 1); step < edge(part); step += 1) {
    if (step % stride && !asked.includes(step)) continue;
    await go(step);
    check("step");
    const count = question.hidden ? 0 : all(".choices button").length;
    for (let choice = 0; choice < count; choice += 1) {
      if (choice) await go(step);
      all(".choices button")[choice].click();
      await drawn();
      check(`answer ${choice + 1}`);
      if (!/^(Right|No. .*The answer is: .+?)[.] \\S/.test(verdict.textContent)) {
        faults.add(`without a reason: ${verdict.textContent}`);
      }
      one(".go-on").click();
      if (one("[name=play]").ariaPressed === "true") one("[name=play]").click();
      await drawn();
      check("gone on");
    }
  }
  return [...faults];
}
"""


SIZES = [(360, 640), (390, 844), (1280, 800), (1440, 900)]
PARTS = {"rules": 2, "equals": 2, "whole": 10}  # The longest lessons, in parts of 1,000 steps.


def faults(page: Page, lesson: str, stride: int = 1, part: int = 1, parts: int = 1) -> list[str]:
    """What is not in the window at the steps of a part of a lesson."""
    open_learn(page, f"?lesson={lesson}")
    expect(page.locator("#code:not([open]), #code[hidden], #code .lines li").first).to_be_attached()
    return list(page.evaluate(WALK, [lesson, stride, part, parts]))


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("lesson", LESSONS)
def test_question_node_and_way_on_are_in_the_window(
    page: Page, lesson: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    assert faults(page, lesson, stride=13 if lesson in PARTS else 1) == []


@pytest.mark.release
@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize(
    ("lesson", "part"), [(name, part + 1) for name, parts in PARTS.items() for part in range(parts)]
)
def test_all_fits_at_every_step_of_a_long_lesson(
    page: Page, lesson: str, part: int, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    assert faults(page, lesson, part=part, parts=PARTS[lesson]) == []


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
