"""The practice page in a browser: the keyboard, what is in the window, and the printed sheet.

Its questions, verdicts and addresses are tested in web/tests/pages.
"""

import re
import struct
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.looks import (
    assert_accessible,
    assert_fits,
    assert_large_targets,
    on_a_dark_phone,
)

LARGE: Final = "?depth=3&width=3&seed=12"  # 22 leaves, of which alpha-beta skips nine
SIZES: Final = [(360, 640), (390, 844), (844, 390), (1280, 800), (1440, 900)]
TEXTBOOK: Final = "?tree=((3,12,8),(2,4,6),(14,5,2))"  # of "Artificial Intelligence"
# The right and a wrong answer to each of its questions.
ANSWERS: Final = [
    (["2"], ["14"]),
    (["3"], ["2"]),
    (["4", "6"], ["4"]),
    (["3", "∞"], ["\u2212∞", "∞"]),
]
TYPED: Final = str.maketrans({"\u2212": "-", "∞": "i"})
CHOICES: Final = "#tree :is(.node.asked .shape, .slot rect, .node.choice .shape)"
EDGE: Final = """
(node) => {
  const nodes = [...document.querySelectorAll("#tree .node")];
  const path = document.querySelectorAll("#tree .edge .reach")[nodes.indexOf(node) - 1];
  const { x, y } = path.getPointAtLength(path.getTotalLength() * 0.8)
    .matrixTransform(path.getScreenCTM());
  return [x, y];
}
"""
OUTSIDE: Final = """
(parts) => parts
  .map((part) => [part.textContent, part.getBoundingClientRect()])
  .filter(([, { top, left, bottom, right }]) =>
    top < 0 || left < 0 || bottom > innerHeight || right > innerWidth)
  .map(([words]) => words)
"""


def open_practice(page: Page, query: str) -> None:
    page.goto(f"/learn/practice{query}")
    expect(question(page)).not_to_be_empty()


def question(page: Page) -> Locator:
    return page.locator("#asking legend")


def on(page: Page) -> Locator:
    """The button that leads to the next question, or to another tree."""
    return page.locator(".on")


def answer(page: Page) -> None:
    """Answer a question somehow, in the tree."""
    parts = page.locator("#tree :is(.slot rect, .node.asked .shape)")
    for part in parts.all() or page.locator("#tree .node.leaf .shape").all()[-1:]:
        part.click(force=True)  # Its text is on top of it.
    page.get_by_role("button", name="Check").click()
    if on(page).is_hidden():  # The answer is wrong, and can be given once more.
        shown = "#asking :is(legend, .check, .verdict > *):visible"
        assert page.locator(shown).evaluate_all(OUTSIDE) == []
        page.get_by_role("button", name="Check").click()
    expect(on(page)).to_be_focused()


def write_with_keys(page: Page, texts: list[str]) -> None:
    question(page).focus()
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("tree")).to_be_focused()
    if page.locator("#tree .asked").count():
        for text in texts:
            page.keyboard.type(text.translate(TYPED))
            page.keyboard.press("Enter")
        return
    for key in ("Home", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    while page.locator("#tree [aria-selected=true]").get_attribute("aria-posinset") != "1":
        page.keyboard.press("ArrowLeft")
    for leaf in ("2", "4", "6"):  # below C
        is_cut = page.locator("#tree [aria-selected=true]").get_attribute("aria-checked") == "true"
        if is_cut != (leaf in texts):
            page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


def write_with_pointer(page: Page, texts: list[str]) -> None:
    for part in page.locator(CHOICES).all():
        bounds = part.bounding_box()
        assert bounds
        assert min(bounds["width"], bounds["height"]) >= 24
    slots = page.locator("#tree .slot").all()
    asked = page.locator("#tree .node.asked").all()
    for part, text in zip(slots or asked, texts, strict=False):
        written = part.locator(".window" if slots else ".value")
        for _ in range(10):
            if (written.text_content() or "").split(" ")[-1] == text:
                break
            part.locator("rect" if slots else ".shape").click(force=True)
    for node in page.locator("#tree .node.leaf.choice").all():
        is_cut = node.get_attribute("aria-checked") == "true"
        if is_cut != (node.locator(".number").text_content() in texts and is_below_c(node)):
            x, y = node.evaluate(EDGE)
            page.mouse.click(x, y)
    page.get_by_role("button", name="Check").click()


def is_below_c(node: Locator) -> bool:
    return "below C" in (node.get_attribute("aria-label") or "")


@pytest.mark.parametrize(
    ("write", "size"),
    [
        (write_with_keys, (1366, 768)),
        (write_with_pointer, (390, 844)),
        (write_with_pointer, (1366, 768)),
    ],
)
def test_each_question_is_answered_in_the_tree(
    page: Page, write: Callable[[Page, list[str]], None], size: tuple[int, int]
) -> None:
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    open_practice(page, TEXTBOOK)
    verdict = page.locator("#asking .verdict")
    for right, wrong in ANSWERS:
        write(page, wrong)
        expect(verdict).to_contain_text(re.compile("^No[.] .* Try again[.]$"))
        write(page, right)
        expect(verdict).to_contain_text("Right.")
        expect(on(page)).to_be_focused()
        page.keyboard.press("Enter")
        expect(question(page)).to_be_focused()


def test_solved_tree_is_kept_as_a_picture(page: Page) -> None:
    open_practice(page, "?seed=1")
    while page.get_by_role("button", name="Keep the picture").is_hidden():
        if on(page).is_visible():
            on(page).click()
        answer(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Keep the picture").click()
    assert download.value.suggested_filename == "noughts-tree.png"
    picture = download.value.path().read_bytes()
    width, height = struct.unpack(">II", picture[16:24])
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert (width > 400, height > 400, len(picture) > 10_000) == (True, True, True)


@pytest.mark.parametrize("size", SIZES)
def test_question_node_and_way_on_are_in_the_window(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    for query in ("?depth=4&width=2&seed=7", LARGE):
        open_practice(page, query)
        for _ in range(3):
            parts = "#asking :is(legend, .check, .on):visible, .node.marked .shape"
            assert page.locator(parts).evaluate_all(OUTSIDE) == []
            answer(page)
            parts = "#asking :is(.on, .verdict > :first-child), .node.marked .shape"
            assert page.locator(parts).evaluate_all(OUTSIDE) == []
            on(page).click()
            expect(question(page)).to_be_focused()


@on_a_dark_phone
def test_every_state_is_accessible_and_fits(page: Page) -> None:
    open_practice(page, LARGE)
    for _ in range(4):
        assert_fits(page)
        assert_large_targets(page)
        answer(page)
        on(page).click()
    answer(page)
    assert_accessible(page)
    page.goto("/learn/practice?tree=(1,x)")
    expect(page.get_by_role("alert")).to_be_visible()
    assert_accessible(page)


def test_sheet_has_qr_codes_on_demand_and_its_solutions_on_another_page(page: Page) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    open_practice(page, "?seed=1")
    page.get_by_role("combobox", name="Trees").select_option("2")
    expect(page.locator("#sheet article")).to_have_count(4)
    assert not [url for url in loaded if "uqr" in url]
    page.get_by_role("checkbox", name="QR codes").check()
    page.emulate_media(media="print")
    expect(page.locator("main")).to_be_hidden()
    expect(page.get_by_role("img", name="QR code")).to_have_count(2)
    paths = page.locator(".code path").evaluate_all(
        "(paths) => paths.map(({ attributes: { d } }) => d.value)"
    )
    assert len(set(paths)) == 2
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 2
    assert all(path.startswith("M4 4h1v1h-1zM5 4") for path in paths)  # the corner, in its margin


def test_qr_codes_that_fail_arrive_at_the_next_attempt(page: Page, complaints: list[str]) -> None:
    open_practice(page, "?seed=1")
    page.route("**/uqr.js*", lambda route: route.abort())
    page.get_by_role("checkbox", name="QR codes").click()
    expect(page.locator("#notice")).to_be_visible()
    page.unroute("**/uqr.js*")
    page.get_by_role("checkbox", name="QR codes").check()
    expect(page.locator(".code path")).to_have_count(1)
    expect(page.locator("#notice")).to_be_hidden()
    complaints.clear()
