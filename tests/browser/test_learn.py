"""The page "See the search": lessons, steps, links and positions of one's own."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lessons import (
    FORMER,
    LESSONS,
    LISTED,
    SEARCH,
    TREE,
    WHOLE,
    ask_nothing,
    at_step,
    is_drawn,
    open_learn,
    press,
    scrub,
    sentence,
    steps,
)
from tests.browser.looks import assert_fits, at_looks_in_turn, on_a_dark_phone
from tests.browser.playground import ask, review, tab_to


@at_looks_in_turn("lesson", LESSONS[::4])
def test_lesson_is_played_with_the_mouse_and_the_keyboard(page: Page, lesson: str) -> None:
    open_learn(page, f"?lesson={lesson}")
    assert_fits(page)
    ask_nothing(page)
    for name in ("Step forward", "Step back", "First step", "Step forward"):
        press(page, name)
    at_step(page, 1)
    expect(sentence(page)).to_contain_text("The search starts at the top.")
    page.locator("[name=speed]").fill("5")  # the fastest
    press(page, "Play")
    if steps(page) > 1_000:  # which plays for many seconds
        press(page, "Pause")
        press(page, "Last step")
    at_step(page, steps(page))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(sentence(page)).to_contain_text("The search ends with")
    assert_fits(page)

    page.reload()
    is_drawn(page)
    tab_to(page, "[name=start]")
    page.keyboard.press("Enter")
    at_step(page, 0)
    tab_to(page, "[name=forward]")
    for step in range(1, min(steps(page), 20) + 1):
        page.keyboard.press("Enter")
        at_step(page, step)
        expect(sentence(page)).not_to_be_empty()
    tab_to(page, "[name=scrub]")
    page.keyboard.press("ArrowLeft")
    at_step(page, min(steps(page), 20) - 1)
    page.keyboard.press("End")
    at_step(page, steps(page))
    expect(sentence(page)).to_contain_text("The search ends with")


def test_lessons_are_in_order(page: Page) -> None:
    title = page.locator("#lesson h2")
    open_learn(page)
    expect(page.locator("#choose option:not([hidden])")).to_have_count(len(LESSONS))
    for number, lesson in enumerate(LESSONS, start=1):
        expect(title).to_have_text(re.compile(f"^{number}\\. "))
        expect(page).to_have_url(re.compile(f"lesson={lesson}&"))
        if number < len(LESSONS):
            page.locator("#next").click()
            is_drawn(page)
    page.go_back()
    expect(title).to_have_text(re.compile(f"^{len(LESSONS) - 1}\\. "))
    page.get_by_label("Lesson", exact=True).select_option("cut")
    expect(title).to_have_text(re.compile("Cutoffs and their reasons"))


def test_former_address_opens_its_lesson(page: Page) -> None:
    for lesson in FORMER:
        open_learn(page, f"?lesson={lesson}&step=5")
        expect(page).to_have_url(re.compile(f"lesson={lesson}&"))
        at_step(page, 5)


@pytest.mark.parametrize("lesson", ["cut", "whole"])
def test_link_opens_the_same_step(page: Page, lesson: str) -> None:
    def shown() -> list[str | None]:
        sentences = [sentence(page, number).text_content() for number in (0, 1)]
        return [*sentences, *page.locator(f"{SEARCH} h2").all_text_contents()]

    open_learn(page, f"?lesson={lesson}")
    press(page, "Last step")
    for _ in range(3):
        press(page, "Step back")
    step = steps(page) - 3
    expect(page).to_have_url(re.compile(f"step={step}$"))
    before, link = shown(), page.url
    page.goto("about:blank")
    page.goto(link)
    is_drawn(page)
    at_step(page, step)
    assert shown() == before
    expect(page).to_have_url(link)


@pytest.mark.parametrize(
    "query",
    [
        "?lesson=nope&step=x",
        "?step=99999",
        "?lesson=cut&step=-1",
        "?board=XX./XOO/O..&algorithm=nope&max_depth=zero&order=sideways",
    ],
)
def test_invalid_query_shows_a_search(page: Page, query: str) -> None:
    open_learn(page, query)
    expect(sentence(page)).not_to_be_empty()


def test_playground_and_search_link_to_each_other(page: Page) -> None:
    page.goto("/?moves=0.4.8.3.1.2.6.7.5&side=both")
    review(page)
    page.locator(".points button").nth(3).click()
    expect(page.locator("noughts-board .mark")).to_have_count(3)
    page.get_by_role("link", name="See how the search works here").click()
    is_drawn(page)
    query = parse_qs(urlsplit(page.url).query)
    assert query["board"] == ["X../.O./..X"]
    assert query["side_to_move"] == ["O"]
    page.get_by_role("link", name="Play from the position at the top").click()
    expect(page.locator("noughts-board .mark")).to_have_count(4)  # the level has answered


@on_a_dark_phone
def test_own_position_is_searched_in_two_ways(page: Page) -> None:
    open_learn(page)
    page.get_by_text("Choose a position and searches").click()
    page.get_by_label("Board, row by row").fill("XO./O.X/.X.")
    for algorithm in page.get_by_label("Algorithm").all():
        algorithm.select_option("alpha_beta")
    page.get_by_label("Cell order").nth(1).select_option("left-up")
    assert_fits(page)
    page.get_by_role("button", name="See the search", exact=True).click()
    expect(page.locator(f"{SEARCH} h2")).to_have_text(
        ["Alpha-beta", "Alpha-beta, cells to the left, then up"]
    )
    expect(page.locator("#lesson h2")).to_have_text("Your own position")
    is_drawn(page)
    press(page, "Last step")
    for search in (0, 1):
        expect(sentence(page, search)).to_contain_text("The search ends with 0 for O.")
    assert_fits(page)


def test_search_that_is_too_large_is_explained(page: Page, complaints: list[str]) -> None:
    page.goto("/learn?board=.../.../...&algorithm=minimax")
    expect(page.get_by_role("alert")).to_contain_text("The search has more than")
    page.get_by_label("Algorithm").first.select_option("alpha_beta_cached")
    page.get_by_role("button", name="See the search", exact=True).click()
    is_drawn(page)
    expect(page.locator("#fault")).to_be_empty()
    [complaint] = complaints  # the browser's, about the response
    assert "422" in complaint
    complaints.clear()


@pytest.mark.parametrize("board", ["XXX/OO./...", "XOX/XOO/OXX"])
def test_finished_game_is_one_node(page: Page, board: str) -> None:
    open_learn(page, f"?board={board}&step=2")
    expect(page.locator(".node")).to_have_count(1)
    expect(page.locator("#noughts")).to_have_text("The game is over. There is nothing to search.")


def test_cut_is_explained_and_drawn(page: Page) -> None:
    open_learn(page, TREE)
    expect(page.locator(".node.cut")).to_have_count(0)
    press(page, "Next cut")
    expect(sentence(page)).to_have_text(
        "Cut: X already has 1 with c1 instead of b3, and no value is better for X. "
        "1 move (c3) is skipped. One level up, X keeps 1."
    )
    expect(page.locator(".node.cut")).to_have_text(["cut:c3"])
    press(page, "Next cut")
    expect(page.locator(".node.cut")).to_have_text(["cut:c3", "cut:b3"])
    expect(page.locator(f"{SEARCH} .counters")).to_have_text("6 of 6 entered2 cut off2 skipped")


def test_large_tree_is_counted_and_folded_until_opened(page: Page) -> None:
    open_learn(page, f"{WHOLE}&step={2 * LISTED}")
    counts = ask(page, f"/v1/trace{WHOLE}")["counts"]
    expect(page.locator(f"{SEARCH} .counters")).to_have_text(
        f"3,312 of 3,312 entered{counts['cut_off']:,} cut off"
        f"{counts['left_out']:,} skipped{LISTED - counts['entered']:,} looked up"
    )
    nodes = ask(page, "/v1/analysis?board=.../.../...")["nodes"]
    expect(page.locator("#noughts")).to_contain_text(f"enters {nodes:,} positions here")
    fold = page.locator(SEARCH).get_by_label("Fold")
    expect(fold).to_have_value("1")
    expect(page.locator(f"{SEARCH} .node")).to_have_count(10)
    page.locator(".node[aria-level='2']").nth(4).click()
    expect(page.locator(".node[aria-level='3']").first).to_be_visible()
    fold.select_option("2")
    expect(page.locator(".node[aria-level='3']").first).to_be_attached()


def test_unfolded_tree_of_thousands_of_nodes_is_listed_and_played(page: Page) -> None:
    open_learn(page, f"{WHOLE}&step=2000")
    page.locator(SEARCH).get_by_label("Fold").select_option("none")
    page.locator("#nodes summary").click()
    expect(page.locator("#list li")).to_have_count(LISTED, timeout=10_000)  # usually in 100 ms
    page.locator("#nodes summary").click()
    page.locator("[name=speed]").fill("4")
    press(page, "Play")
    expect(scrub(page)).not_to_have_value("2000")
    press(page, "Pause")
    expect(page).to_have_url(re.compile(f"step={scrub(page).input_value()}$"))
    expect(page.locator(".node.current")).to_be_in_viewport()
