"""At each step of a lesson, its question, its node and the way on are in the window.

Each lesson is tested at one size, the longest at one step of 13; for a release, all are.
"""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

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


SIZES = [(360, 640), (1280, 800), (390, 844), (1440, 900)]
PARTS = {"rules": 2, "equals": 2, "whole": 10}  # The longest lessons, in parts of 1,000 steps.
SOME = [(lesson, SIZES[number % 2]) for number, lesson in enumerate(LESSONS)]
ALL = [
    (lesson, part + 1, size)
    for lesson in LESSONS
    for size in SIZES
    for part in range(PARTS.get(lesson, 1))
]


def faults(page: Page, lesson: str, stride: int, part: int, parts: int) -> list[str]:
    """What is not in the window at the steps of a part of a lesson."""
    open_learn(page, f"?lesson={lesson}")
    expect(page.locator("#code:not([open]), #code[hidden], #code .lines li").first).to_be_attached()
    return list(page.evaluate(WALK, [lesson, stride, part, parts]))


@pytest.mark.parametrize(("lesson", "size"), SOME, ids=LESSONS)
def test_question_node_and_way_on_are_in_the_window(
    page: Page, lesson: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    assert faults(page, lesson, 13 if lesson in PARTS else 1, 1, 1) == []


@pytest.mark.release
@pytest.mark.parametrize(("lesson", "part", "size"), ALL)
def test_all_fits_at_every_step_and_size(
    page: Page, lesson: str, part: int, size: tuple[int, int]
) -> None:
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    assert faults(page, lesson, 1, part, PARTS.get(lesson, 1)) == []
