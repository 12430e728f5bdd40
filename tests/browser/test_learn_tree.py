"""The tree of a search in a browser: what is in view, mouse and touch, and motion."""

from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.lessons import LESSONS, SEARCH, TREE, at_step, open_learn, press, steps
from tests.browser.looks import box

PLACE: Final = "() => document.querySelector('.tree > g').getAttribute('transform')"
SCALE: Final = f"() => +({PLACE})().match(/scale.(.+)[)]/)[1]"
RISING: Final = ".rising"
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


def test_mouse_and_touch_move_and_scale(page: Page) -> None:
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

    page.get_by_role("button", name="Fit").click()
    scale, place = page.evaluate(SCALE), page.evaluate(PLACE)
    frame = box(page.locator(f"{SEARCH} .tree"))
    x, y = frame["x"] + 150, frame["y"] + 150
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x + dx, "y": y + dy, "id": i} for i, (dx, dy) in enumerate(places)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", (0, 0))
    touch("touchMove", (40, 20))
    touch("touchEnd")
    expect(moving).not_to_have_attribute("transform", place)
    assert page.evaluate(SCALE) == scale
    touch("touchStart", (0, 0))
    touch("touchStart", (0, 0), (60, 0))
    for apart in (80, 100, 120):
        touch("touchMove", (0, 0), (apart, 0))
    touch("touchEnd")
    assert page.evaluate(SCALE) > 1.4 * scale


def test_values_rise_unless_motion_is_reduced(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 0})
    page.emulate_media(reduced_motion="no-preference")
    open_learn(page, f"{TREE}&step=2")
    press(page, "Step forward")
    expect(page.locator(RISING)).to_have_text("1")
    session.send("Animation.setPlaybackRate", {"playbackRate": 1})
    expect(page.locator(RISING)).to_have_count(0)
    page.emulate_media(reduced_motion="reduce")
    press(page, "Step back")
    press(page, "Step forward")
    assert page.locator(RISING).count() == 0
