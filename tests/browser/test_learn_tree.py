"""The tree of a search: keys, mouse, fingers, folding, the large board, and the list in words."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.learning import LOSS, TREE, WHOLE, at_step, button, open_learn
from tests.browser.looks import assert_in_order, at_every_look
from tests.browser.playground import tab_to

PLACE = "() => document.querySelector('.tree > g').getAttribute('transform')"
SCALE = f"() => +({PLACE})().match(/scale.(.+)[)]/)[1]"
RISING = ".rising"


def chosen(page: Page, name: str) -> None:
    """Wait until the keyboard is on a node whose name begins so."""
    node = page.locator(".search:visible [aria-selected=true]")
    expect(node).to_have_attribute("aria-label", re.compile(f"^{re.escape(name)}"))
    expect(node).to_be_in_viewport()
    identifier = node.get_attribute("id") or "none"
    tree = page.locator(".search:visible .tree")
    expect(tree).to_have_attribute("aria-activedescendant", identifier)


@at_every_look
def test_keys_lead_from_board_to_board(page: Page, url: str) -> None:
    open_learn(page, url, f"{TREE}&step=12")
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
    assert_in_order(page)


def test_keys_fold_and_open(page: Page, url: str) -> None:
    open_learn(page, url, f"{TREE}&step=12")
    tab_to(page, ".tree")
    nodes = page.locator(".search:visible .node:not(.cut)")
    expect(nodes).to_have_count(6)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(nodes).to_have_count(5)
    expect(page.locator("[aria-expanded=false]")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(nodes).to_have_count(6)


def test_keys_scale_and_move(page: Page, url: str) -> None:
    open_learn(page, url, TREE)
    tab_to(page, ".tree")
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


def test_the_mouse_moves_and_scales(page: Page, url: str) -> None:
    open_learn(page, url, TREE)
    scale, place = page.evaluate(SCALE), page.evaluate(PLACE)
    box = page.locator(".search:visible .tree").bounding_box()
    assert box
    x, y = box["x"] + 60, box["y"] + box["height"] - 60
    page.mouse.move(x, y)
    page.mouse.wheel(0, 40)
    assert page.evaluate(SCALE) == scale  # the page scrolls
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    expect(page.locator(".tree > g").first).not_to_have_attribute("transform", place)
    assert page.evaluate(SCALE) > scale
    page.get_by_role("button", name="Fit").click()
    box = page.locator(".search:visible .tree").bounding_box()
    assert box
    x, y = box["x"] + 60, box["y"] + box["height"] - 60
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 50, y - 30, steps=5)
    page.mouse.up()
    assert page.evaluate(SCALE) == pytest.approx(scale)
    assert page.evaluate(PLACE) != place


def test_fingers_move_and_scale(page: Page, url: str) -> None:
    open_learn(page, url, TREE)
    scale, place = page.evaluate(SCALE), page.evaluate(PLACE)
    box = page.locator(".search:visible .tree").bounding_box()
    assert box
    x, y = box["x"] + 150, box["y"] + 150
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


@at_every_look
def test_the_board_under_the_pointer_is_shown_large(page: Page, url: str) -> None:
    open_learn(page, url, "?lesson=cut")
    expect(page.locator("#detail p").first).to_contain_text("Ply 1, X a3: value at most 0")
    expect(page.locator("#detail .cell")).to_have_text(["≤0", "cut"])
    page.locator(".search:visible .node[aria-label^='The root']").first.hover()
    expect(page.locator("#detail p").first).to_contain_text("The root: best so far 0")
    assert_in_order(page)


@at_every_look
def test_the_nodes_are_listed_in_words(page: Page, url: str) -> None:
    open_learn(page, url, f"{TREE}&step=12")
    page.get_by_text("The nodes as text").click()
    lines = page.locator("#list li")
    expect(lines).to_have_count(6)
    expect(lines.nth(2)).to_contain_text(
        f"Ply 1, X b3: value at most {LOSS}, O takes the lowest, alpha 1, beta {LOSS}, "
        "cut: 1 move (c3) skipped."
    )
    assert_in_order(page)
    lines.nth(2).get_by_role("button").click()
    at_step(page, 7)
    expect(lines.nth(4)).to_contain_text("Ply 1, X c3: not reached yet.")


def test_large_trees_are_folded_and_opened_on_demand(page: Page, url: str) -> None:
    open_learn(page, url, f"{WHOLE}&step=10808")
    fold = page.locator(".search:visible").get_by_label("Fold")
    expect(fold).to_have_value("1")
    nodes = page.locator(".search:visible .node")
    expect(nodes).to_have_count(10)
    page.locator(".node[aria-level='2']").nth(4).click()
    expect(page.locator(".node[aria-level='3']").first).to_be_visible()
    fold.select_option("2")
    expect(page.locator(".node[aria-level='3']").first).to_be_attached()


def test_values_rise_unless_motion_is_reduced(page: Page, url: str) -> None:
    open_learn(page, url, f"{TREE}&step=2")
    button(page, "Step forward").click()
    expect(page.locator(RISING)).to_have_text("1")
    expect(page.locator(RISING)).to_have_count(0)
    page.emulate_media(reduced_motion="reduce")
    button(page, "Step back").click()
    button(page, "Step forward").click()
    assert page.locator(RISING).count() == 0


def test_it_prints_the_tree_and_not_the_controls(page: Page, url: str) -> None:
    open_learn(page, url, "?lesson=cut")
    page.emulate_media(media="print")
    expect(page.locator("#player")).to_be_hidden()
    expect(page.locator(".view").first).to_be_hidden()
    expect(page.locator(".search:visible .node").first).to_be_visible()
    expect(page.locator("#text")).to_be_visible()
