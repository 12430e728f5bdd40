"""The page "See the search": lessons, steps, links, two searches, and a position of one's own."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.learning import (
    LESSONS,
    LISTED,
    LOSS,
    STEPS_OF_WHOLE,
    TREE,
    WHOLE,
    at_step,
    button,
    is_drawn,
    open_learn,
    replayed,
    scrub,
    sentence,
    steps,
)
from tests.browser.looks import assert_in_order, at_every_look
from tests.browser.playground import ask, tab_to

FASTEST = "5"
GENEROUS = 10_000  # milliseconds for what takes a tenth of a second


# Lessons


@at_every_look
@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_is_walked_with_the_mouse(page: Page, url: str, lesson: str) -> None:
    open_learn(page, url, f"?lesson={lesson}")
    assert_in_order(page)
    for name in ("Step forward", "Step back", "First step", "Step forward"):
        button(page, name).click()
    at_step(page, 1)
    expect(sentence(page)).to_contain_text("The search begins at the top.")
    page.locator("[name=speed]").fill(FASTEST)
    button(page, "Play").click()
    if lesson == "whole":  # which plays for half a minute
        button(page, "Pause").click()
        button(page, "Last step").click()
    at_step(page, steps(page))
    expect(button(page, "Play")).to_be_visible()
    expect(sentence(page)).to_contain_text("The search ends with")
    assert_in_order(page)


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_is_walked_with_the_keyboard(page: Page, url: str, lesson: str) -> None:
    open_learn(page, url, f"?lesson={lesson}")
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


def test_the_lessons_follow_each_other(page: Page, url: str) -> None:
    open_learn(page, url)
    expect(page.locator("#choose option:not([hidden])")).to_have_count(len(LESSONS))
    for number, lesson in enumerate(LESSONS, start=1):
        expect(page.locator("#lesson h2")).to_have_text(re.compile(f"^{number}\\. "))
        expect(page).to_have_url(re.compile(f"lesson={lesson}&"))
        if number < len(LESSONS):
            page.get_by_role("button", name="Next lesson").click()
            is_drawn(page)
    page.go_back()
    expect(page.locator("#lesson h2")).to_have_text(re.compile("^9\\. "))
    page.get_by_label("Lesson", exact=True).select_option("cut")
    expect(page.locator("#lesson h2")).to_have_text("5. A cut, and its reason")


# Steps


def test_a_cut_is_explained_and_drawn(page: Page, url: str) -> None:
    open_learn(page, url, TREE)
    expect(page.locator(".node.cut")).to_have_count(0)
    button(page, "Next cut").click()
    expect(sentence(page)).to_have_text(
        f"Cut: O already has a reply here, c1, that holds X to {LOSS}, so X, who has 1 elsewhere "
        "(by c1), will not come here. 1 move (c3) is not looked at. X keeps 1 one ply higher."
    )
    expect(page.locator(".node.cut")).to_have_text(["cut:c3"])
    button(page, "Next cut").click()
    expect(page.locator(".node.cut")).to_have_text(["cut:c3", "cut:b3"])
    expect(page.locator(".search:visible .counters")).to_have_text(
        "6 of 6 entered2 cut off2 not looked at"
    )


def test_the_counters_are_those_of_the_service(page: Page, url: str) -> None:
    open_learn(page, url, f"{WHOLE}&step={STEPS_OF_WHOLE}")
    counts = ask(page, f"{url}/v1/trace{WHOLE}")["counts"]
    looked_up = LISTED - counts["entered"]
    expect(page.locator(".search:visible .counters")).to_have_text(
        f"3,312 of 3,312 entered{counts['cut_off']:,} cut off"
        f"{counts['left_out']:,} not looked at{looked_up:,} looked up"
    )
    nodes = ask(page, f"{url}/v1/analysis?board=.../.../...")["nodes"]
    expect(page.locator("#noughts")).to_contain_text(f"enters {nodes:,} positions here")


@pytest.mark.parametrize(
    ("board", "asked"),
    [
        ("XX./XOO/O..", {"algorithm": "minimax", "values": "score"}),
        ("XX./.O./OX.", {"algorithm": "alpha_beta"}),
        ("X../.O./O.X", {"algorithm": "alpha_beta_cached", "values": "score"}),
        ("XO./.X./..O", {"algorithm": "alpha_beta", "max_depth": "2"}),
        (".../.../...", {"algorithm": "alpha_beta_cached"}),
        ("XO../..../....", {"algorithm": "alpha_beta", "max_depth": "2"}),
    ],
)
@pytest.mark.parametrize("order", ["right-down", "left-up", "up-left"])
def test_a_replay_finds_every_window_and_value(
    page: Page, url: str, board: str, asked: dict[str, str], order: str
) -> None:
    page.goto(f"{url}/learn")
    nodes = replayed(page, {"board": board, **asked}, order)
    assert len(nodes) > 5
    for node in nodes:
        assert node["replayed"] == pytest.approx(node["told"])


def test_playing_can_be_paused(page: Page, url: str) -> None:
    open_learn(page, url, f"{WHOLE}&step=0")
    button(page, "Play").click()
    expect(scrub(page)).not_to_have_value("0")
    button(page, "Pause").click()
    expect(page).to_have_url(re.compile(r"step=[1-9]\d*$"))
    at_step(page, int(page.url.rpartition("=")[2]))


def test_all_nodes_are_laid_out_and_stepped_through(page: Page, url: str) -> None:
    open_learn(page, url, f"{WHOLE}&step=2000")
    page.locator(".search:visible").get_by_label("Fold").select_option("none")
    page.locator("#nodes summary").click()
    expect(page.locator("#list li")).to_have_count(LISTED, timeout=GENEROUS)
    page.locator("#nodes summary").click()
    page.locator("[name=speed]").fill("4")
    button(page, "Play").click()
    expect(scrub(page)).not_to_have_value("2000")
    button(page, "Pause").click()
    expect(page.locator(".node.current")).to_be_in_viewport()


# Links


@at_every_look
@pytest.mark.parametrize("lesson", ["depth", "cut", "order", "whole"])
def test_a_link_opens_at_the_same_step(page: Page, url: str, lesson: str) -> None:
    open_learn(page, url, f"?lesson={lesson}")
    button(page, "Last step").click()
    for _ in range(3):
        button(page, "Step back").click()
    step = steps(page) - 3
    expect(page).to_have_url(re.compile(f"step={step}$"))
    said = [sentence(page, number).text_content() for number in (0, 1)]
    titles = page.locator(".search:visible h2").all_text_contents()
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    is_drawn(page)
    at_step(page, step)
    assert [sentence(page, number).text_content() for number in (0, 1)] == said
    assert page.locator(".search:visible h2").all_text_contents() == titles
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
def test_an_address_that_makes_no_sense_shows_something(page: Page, url: str, query: str) -> None:
    open_learn(page, url, query)
    expect(sentence(page)).not_to_be_empty()


def test_the_playground_leads_here_and_back(page: Page, url: str) -> None:
    page.goto(f"{url}/?side=both&moves=0.4.8")
    page.get_by_role("link", name="See how it is searched").click()
    is_drawn(page)
    query = parse_qs(urlsplit(page.url).query)
    assert query["board"] == ["X../.O./..X"]
    assert query["side_to_move"] == ["O"]
    page.get_by_role("link", name="Play on from the position on top").click()
    expect(page.locator("noughts-board .mark")).to_have_count(4)  # the level has answered


# A position of one's own


@at_every_look
def test_a_position_and_two_searches_are_chosen(page: Page, url: str) -> None:
    open_learn(page, url)
    page.get_by_text("Another position, another search").click()
    page.get_by_label("Board, row by row").fill("XO./O.X/.X.")
    first, second = page.get_by_label("Algorithm").all()
    first.select_option("alpha_beta")
    second.select_option("alpha_beta")
    page.get_by_label("Cells are tried").nth(1).select_option("left-up")
    assert_in_order(page)
    page.get_by_role("button", name="See the search", exact=True).click()
    expect(page.locator(".search:visible h2")).to_have_text(
        ["Alpha-beta", "Alpha-beta, cells to the left, then up"]
    )
    expect(page.locator("#lesson h2")).to_have_text("A position of your own")
    button(page, "Last step").click()
    for search in (0, 1):
        expect(sentence(page, search)).to_contain_text("The search ends with 0 for O.")
    assert_in_order(page)


@at_every_look
def test_what_cannot_be_shown_is_explained(page: Page, url: str, complaints: list[str]) -> None:
    page.goto(f"{url}/learn?board=.../.../...&algorithm=minimax")
    expect(page.get_by_role("alert")).to_contain_text("What fits here: ")
    page.get_by_label("Algorithm").first.select_option("alpha_beta_cached")
    page.get_by_role("button", name="See the search", exact=True).click()
    is_drawn(page)
    expect(page.locator("#fault")).to_be_empty()
    [complaint] = complaints  # the browser's, of the answer
    assert "422" in complaint
    complaints.clear()


@pytest.mark.parametrize("board", ["XXX/OO./...", "XOX/XOO/OXX"])
def test_a_finished_game_is_one_node(page: Page, url: str, board: str) -> None:
    open_learn(page, url, f"?board={board}&step=2")
    expect(page.locator(".node")).to_have_count(1)
    expect(page.locator("#noughts")).to_have_text("The game is over: there is nothing to search.")
