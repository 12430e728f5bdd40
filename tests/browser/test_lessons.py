"""The lessons: their trees, links, terms and glossary, for a teacher and for a blind reader."""

import re

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.browser.lessons import (
    LESSONS,
    LOSS,
    SEARCH,
    ask_nothing,
    at_step,
    is_drawn,
    open_learn,
    press,
    sentence,
    steps,
)
from tests.browser.looks import assert_fits
from tests.browser.playground import tab_to

PHONE = ViewportSize(width=360, height=740)
VERDICT = ".verdict"
TRACES = "**/v1/trace**"
# Keeps what a screen reader would announce: the changes of the visible live regions.
LISTEN = """
() => {
  window.heard = [];
  for (const region of document.querySelectorAll("[role=status]")) {
    const hear = () =>
      region.textContent && region.checkVisibility() && heard.push(region.textContent);
    const changes = { childList: true, characterData: true, subtree: true };
    new MutationObserver(hear).observe(region, changes);
  }
}
"""
# After each step: nodes partly hidden, words below 11 pixels, and current nodes not shown.
UNREADABLE = """
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


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740)])
def test_tree_follows_each_step_with_nothing_half_hidden(
    page: Page, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    for lesson in LESSONS:
        open_learn(page, f"?lesson={lesson}&step=0")
        if lesson == LESSONS[0]:
            ask_nothing(page)
        taken = min(steps(page), 30)
        found = page.evaluate(UNREADABLE, taken)
        assert (lesson, found) == (lesson, [])
        at_step(page, taken)
        page.locator("#text p").last.scroll_into_view_if_needed()
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_in_viewport(ratio=1)


def test_step_before_the_response_does_not_change_the_next_lesson(page: Page) -> None:
    open_learn(page)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(TRACES, hold)
    with page.expect_request(TRACES):
        page.locator("#next").click()
    press(page, "Last step")
    for route in held:
        route.continue_()
    is_drawn(page)
    at_step(page, 0)


def test_position_in_the_text_links_to_its_step(page: Page) -> None:
    open_learn(page, "?lesson=window")
    link = page.get_by_role("link", name=f"is {LOSS}")
    link.click()
    at_step(page, 10)
    expect(sentence(page)).to_contain_text(f"Only a value above {LOSS}")
    assert_fits(page)

    # A teacher copies the link.
    address = link.get_attribute("href")
    assert address
    page.goto("about:blank")
    page.goto(f"/{address}")
    is_drawn(page)
    at_step(page, 10)
    expect(page.locator("#lesson h2").first).to_contain_text("Alpha and beta")


def test_links_of_the_lessons_lead_somewhere(page: Page) -> None:
    open_learn(page)
    for lesson in LESSONS:
        open_learn(page, f"?lesson={lesson}")
        for link in page.locator("#text a.step").all():
            step = int(link.get_attribute("data-step") or -1)
            assert 0 < step <= steps(page)
        for term in page.locator("#text a.term").all():
            term.click()
            expect(page.get_by_role("dialog")).to_be_visible()
            page.keyboard.press("Escape")


def test_term_is_explained_in_place_and_in_the_glossary(page: Page) -> None:
    open_learn(page, "?lesson=build")
    page.get_by_role("link", name="nodes").click()
    card = page.get_by_role("dialog", name="node")
    expect(card).to_contain_text("One position in a tree.")
    expect(card).to_be_focused()
    assert_fits(page)
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(page.get_by_role("link", name="nodes")).to_be_focused()
    page.get_by_text("Glossary").click()
    terms = page.locator("#glossary dt")
    names = terms.all_text_contents()
    assert names == sorted(names)
    for name in ("ply", "root", "window", "bound", "horizon"):
        assert name in names
    assert_fits(page)


def test_bounds_appear_only_after_they_are_explained(page: Page) -> None:
    before = LESSONS[: LESSONS.index("cut")]
    for lesson in before:
        open_learn(page, f"?lesson={lesson}")
        press(page, "Last step")
        shown = page.locator(f"{SEARCH}, #detail-box").all_inner_texts()
        assert not re.search("[≤≥αβ]", "".join(shown)), lesson
    open_learn(page, "?lesson=cut")
    press(page, "Last step")
    shown = page.locator(f"{SEARCH}, #detail-box").all_inner_texts()
    assert re.search("≤", "".join(shown))
    assert not re.search("[αβ]", "".join(shown))


def test_blind_reader_goes_through_lesson_one_with_the_keyboard(page: Page) -> None:
    open_learn(page)
    expect(page.get_by_role("heading", name="1. The game as a tree")).to_be_visible()
    tab_to(page, "[name=end]")
    page.keyboard.press("Enter")
    page.evaluate(LISTEN)
    group = page.get_by_role("group", name="How many games are there from the position at the top?")
    expect(group).to_be_visible()
    tab_to(page, ".choices button")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    [verdict] = [words for words in page.evaluate("heard") if words.startswith("No.")]
    assert verdict.startswith("No. The answer is: 5. Each leaf ends one game")
    tab_to(page, ".go-on")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_focused()
    tab_to(page, "[name=start]")
    page.keyboard.press("Enter")
    tab_to(page, "[name=forward]")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    heard = page.evaluate("heard")
    assert "The search starts at the top. X is to move, and all values are for X." in heard
    assert heard[-1] == "X plays c2."
    tab_to(page, ".tree")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    expect(page.locator("[aria-selected=true]")).to_have_attribute(
        "aria-label", re.compile("^Ply 1")
    )
    tab_to(page, "#next")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="2. Build the game")).to_be_visible()


def test_two_searches_name_themselves(page: Page) -> None:
    open_learn(page, "?lesson=order")
    page.evaluate(LISTEN)
    press(page, "Step forward")
    heard = page.evaluate("heard")
    assert [words.split(": ")[0] for words in heard] == [
        "Alpha-beta",
        "Alpha-beta, cells to the right, then up",
    ]
    page.locator("#code summary").click()  # which gives the trees more room
    for title in ("Alpha-beta", "Alpha-beta, cells to the right, then up"):
        expect(page.get_by_role("tree", name=f"The tree: {title}", exact=True)).to_have_count(1)
        view = page.get_by_role("group", name=f"View of the tree: {title}", exact=True)
        expect(view).to_have_count(1)
