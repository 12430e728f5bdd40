"""The tree of a search: keys, mouse, touch, folding, the large board, and the list in words."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.lessons import (
    LOSS,
    SEARCH,
    TREE,
    at_step,
    open_learn,
    press,
)
from tests.browser.looks import assert_fits, box
from tests.browser.playground import tab_to

PLACE = "() => document.querySelector('.tree > g').getAttribute('transform')"
SCALE = f"() => +({PLACE})().match(/scale.(.+)[)]/)[1]"
RISING = ".rising"


def chosen(page: Page, name: str) -> None:
    """Wait until the keyboard is on a node whose name begins like this."""
    node = page.locator(f"{SEARCH} [aria-selected=true]")
    expect(node).to_have_attribute("aria-label", re.compile(f"^{re.escape(name)}"))
    expect(node).to_be_in_viewport()
    identifier = node.get_attribute("id") or "none"
    expect(tree(page)).to_have_attribute("aria-activedescendant", identifier)


def tree(page: Page) -> Locator:
    return page.locator(f"{SEARCH} .tree")


def free_spot(page: Page) -> tuple[float, float]:
    """A place of the tree without a node."""
    place = box(tree(page))
    return place["x"] + 60, place["y"] + place["height"] - 60


def test_keys_move_between_nodes(page: Page) -> None:
    open_learn(page, f"{TREE}&step=12")
    page.locator(SEARCH).get_by_label("Fold").select_option("none")
    tab_to(page, ".tree")
    chosen(page, "The root: value 1")
    for key, name in [
        ("ArrowDown", "Ply 1, X b3"),
        ("ArrowLeft", "Ply 1, X c1: value 1, a win for X"),
        ("ArrowRight", f"Ply 1, X b3: value at most {LOSS}"),
        ("ArrowDown", "Ply 2, O c1"),
        ("Home", "The root"),
    ]:
        page.keyboard.press(key)
        chosen(page, name)
        expect(page.locator("#detail p").first).to_contain_text(name)
    assert_fits(page)


def test_keys_fold_scale_and_move(page: Page) -> None:
    open_learn(page, f"{TREE}&step=12")
    tab_to(page, ".tree")
    nodes = page.locator(f"{SEARCH} .node:not(.cut)")
    expect(nodes).to_have_count(6)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(nodes).to_have_count(5)
    expect(page.locator("[aria-expanded=false]")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(nodes).to_have_count(6)

    page.keyboard.press("0")
    scale, place = page.evaluate(SCALE), page.evaluate(PLACE)
    page.keyboard.press("+")
    assert page.evaluate(SCALE) > scale
    page.keyboard.press("-")
    page.keyboard.press("-")
    assert page.evaluate(SCALE) < scale
    page.keyboard.press("0")
    assert page.evaluate(PLACE) == place
    page.keyboard.press("Shift+ArrowLeft")
    assert page.evaluate(PLACE) != place


def test_mouse_and_touch_move_and_scale(page: Page) -> None:
    open_learn(page, TREE)
    scale, place = page.evaluate(SCALE), page.evaluate(PLACE)
    page.mouse.move(*free_spot(page))
    page.mouse.wheel(0, 40)
    assert page.evaluate(SCALE) == scale  # the page scrolls
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    expect(page.locator(".tree > g").first).not_to_have_attribute("transform", place)
    assert page.evaluate(SCALE) > scale
    page.get_by_role("button", name="Fit").click()
    x, y = free_spot(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 50, y - 30, steps=5)
    page.mouse.up()
    assert page.evaluate(SCALE) == pytest.approx(scale)
    assert page.evaluate(PLACE) != place

    page.get_by_role("button", name="Fit").click()
    scale, place = page.evaluate(SCALE), page.evaluate(PLACE)
    x, y = box(tree(page))["x"] + 150, box(tree(page))["y"] + 150
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x + dx, "y": y + dy, "id": i} for i, (dx, dy) in enumerate(places)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", (0, 0))
    touch("touchMove", (40, 20))
    touch("touchEnd")
    expect(page.locator(".tree > g").first).not_to_have_attribute("transform", place)
    assert page.evaluate(SCALE) == scale
    touch("touchStart", (0, 0))
    touch("touchStart", (0, 0), (60, 0))
    for apart in (80, 100, 120):
        touch("touchMove", (0, 0), (apart, 0))
    touch("touchEnd")
    assert page.evaluate(SCALE) > 1.4 * scale


def test_hovered_board_is_shown_large(page: Page) -> None:
    page.add_init_script("localStorage.setItem('noughts.code', 'false')")  # more room for the tree
    open_learn(page, "?lesson=cut&step=17")
    expect(page.locator("#detail p").first).to_contain_text("Ply 1, X a3: value at most 0")
    expect(page.locator("#detail .cell")).to_have_text(["≤0", "cut"])
    page.locator(f"{SEARCH} .node[aria-label^='The root']").first.hover()
    expect(page.locator("#detail p").first).to_contain_text("The root: best so far 0")
    assert_fits(page)


def test_nodes_are_listed_in_words(page: Page) -> None:
    open_learn(page, f"{TREE}&step=12")
    page.get_by_text("The nodes as text").click()
    lines = page.locator("#list li")
    expect(lines).to_have_count(6)
    expect(lines.nth(2)).to_contain_text(
        f"Ply 1, X b3: value at most {LOSS}, O takes the lowest, alpha 1, beta {LOSS}, "
        "cut: 1 move (c3) skipped."
    )
    assert_fits(page)
    lines.nth(2).get_by_role("button").click()
    at_step(page, 7)
    expect(lines.nth(4)).to_contain_text("Ply 1, X c3: not reached yet.")


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


def test_print_shows_the_tree_without_controls(page: Page) -> None:
    open_learn(page, "?lesson=cut")
    page.emulate_media(media="print")
    expect(page.locator("#player")).to_be_hidden()
    expect(page.locator(".view").first).to_be_hidden()
    expect(page.locator(f"{SEARCH} .node").first).to_be_visible()
    expect(page.locator("#text")).to_be_visible()
