"""The tree of a search in a browser: what is in view, and the mouse."""

from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.lessons import LESSONS, SEARCH, TREE, at_step, open_learn, steps
from tests.browser.looks import box

PLACE: Final = "() => document.querySelector('.tree > g').getAttribute('transform')"
SCALE: Final = f"() => +({PLACE})().match(/scale.(.+)[)]/)[1]"
# After each step: nodes partly hidden, words below 11 pixels, and current nodes not shown.
UNREADABLE: Final = """
(steps) => {
  const unreadable = (tree) => {
    const frame = tree.getBoundingClientRect();
    const isCut = ({ left, right, top, bottom }) =>
      left < frame.left - 1 || right > frame.right + 1 ||
      top < frame.top - 1 || bottom > frame.bottom + 1;
    const seen = [...tree.querySelectorAll(".node .board, .node:not(.current) text")]
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .map((part) => [part, part.getBoundingClientRect()]).filter(([, { width }]) => width > 0);
    const scale = tree.querySelector("g").getCTM().a;
    const isSmall = (part) => parseFloat(getComputedStyle(part).fontSize) * scale < 11;
    const current = tree.querySelector(".node.current");
    return [
      ...seen.filter(([, place]) => isCut(place)).map(([part]) => `cut: ${part.textContent}`),
      ...seen.filter(([part]) => part.tagName === "text" && isSmall(part))
        .map(([part]) => `small: ${part.textContent}`),
      ...(current?.checkVisibility({ visibilityProperty: true }) ? [] : ["lost"]),
    ];
  };
  return Array.from({ length: steps }, (_, step) => {
    document.querySelector("[name=forward]").click();
    return [...document.querySelectorAll(".search:not([hidden]) .tree")]
      .flatMap(unreadable).map((words) => `${step}: ${words}`);
  }).flat();
}
"""


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)])
def test_tree_follows_each_step_with_nothing_half_hidden(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    for lesson in LESSONS:
        open_learn(page, f"?lesson={lesson}&step=0")
        if lesson == LESSONS[0]:
            page.get_by_label("Questions").uncheck()
        taken = min(steps(page), 30)
        found = page.evaluate(UNREADABLE, taken)
        assert (lesson, found) == (lesson, [])
        at_step(page, taken)
        page.locator("#text p").last.scroll_into_view_if_needed()
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_in_viewport(ratio=1)


def test_mouse_moves_and_scales(page: Page) -> None:
    open_learn(page, TREE)
    frame = box(page.locator(f"{SEARCH} .tree"))
    x, y = frame["x"] + 60, frame["y"] + frame["height"] - 60  # without a node
    moving = page.locator(".tree > g").first
    scale, place = page.evaluate(SCALE), page.evaluate(PLACE)
    page.mouse.move(x, y)
    page.mouse.wheel(0, 40)
    assert page.evaluate(SCALE) == scale  # the page scrolls
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    expect(moving).not_to_have_attribute("transform", place)
    assert page.evaluate(SCALE) > scale
    page.get_by_role("button", name="Fit").click()
    frame = box(page.locator(f"{SEARCH} .tree"))
    x, y = frame["x"] + 60, frame["y"] + frame["height"] - 60
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 50, y - 30, steps=5)
    page.mouse.up()
    assert page.evaluate(SCALE) == pytest.approx(scale)
    assert page.evaluate(PLACE) != place
