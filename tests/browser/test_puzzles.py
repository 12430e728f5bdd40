"""Puzzles: solved on the board, refuted, listed with the progress, and linked to."""

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.board import cell, has_mark, on_board, place, shows
from tests.browser.looks import (
    assert_fits,
    assert_large_targets,
    on_a_dark_phone,
)
from tests.browser.playground import tab_to
from tests.browser.puzzles import (
    POSITION,
    analysis,
    asks,
    listed,
    open_puzzle,
    press,
    press_keys,
    says_of_puzzle,
    solve,
    try_wrong_move,
)

LINK = "/puzzles#puzzle=.O./XO./.X."
ANALYSIS = re.compile("/v1/analysis")
FIRST_SOLVED = "Solved on the first try."


@on_a_dark_phone
def test_wrong_try_is_refuted_and_solution_is_kept(page: Page) -> None:
    page.goto("/puzzles")
    open_puzzle(page)
    assert_fits(page)
    assert_large_targets(page)
    start = page.evaluate(POSITION)
    number = try_wrong_move(page)
    assert_fits(page)
    on_board(page, ".cell[data-mark='']").first.click()  # has no effect until the try is taken back
    expect(on_board(page, ".mark")).to_have_count(sum(map(bool, start["cells"])) + 2)
    press(page, "Try again")
    has_mark(page, number, "")
    assert page.evaluate(POSITION) == start
    solve(page)
    says_of_puzzle(page, "Solved after 1 wrong try.")
    expect(on_board(page, ".status")).to_have_text("")  # one live region speaks
    expect(listed(page)).to_have_accessible_name(re.compile(", solved$"))
    expect(page.locator("#list")).to_contain_text(re.compile(r"1 of \d+ solved"))
    assert_fits(page)

    press(page, "Next")
    expect(listed(page, number=2)).to_have_attribute("aria-current", "true")
    page.reload()  # opens the same puzzle
    expect(listed(page, number=2)).to_have_attribute("aria-current", "true")
    expect(listed(page)).to_have_accessible_name(re.compile(", solved$"))
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Clear progress").click()
    expect(page.locator("#list")).to_contain_text(re.compile(r"0 of \d+ solved"))
    expect(page.get_by_role("button", name="Clear progress")).to_be_hidden()
    page.reload()
    expect(listed(page)).not_to_have_accessible_name(re.compile("solved"))


def test_keyboard_solves_puzzles(page: Page) -> None:
    page.goto("/puzzles")
    asks(page)
    tab_to(page, ".skip")
    page.keyboard.press("Enter")
    for _ in range(2):
        solve(page, press_keys)
        says_of_puzzle(page, FIRST_SOLVED)
        page.keyboard.press("Tab")
        expect(page.locator("#puzzle").get_by_role("button", name="Next")).to_be_focused()
        page.keyboard.press("Enter")
        asks(page)
    expect(page.locator("#list")).to_contain_text(re.compile(r"2 of \d+ solved"))


def test_hard_puzzle_of_every_board_is_solved(page: Page) -> None:
    page.goto("/puzzles")
    expect(listed(page)).to_be_visible()
    buttons = page.get_by_role("group", name="Hard").get_by_role("button")
    sizes = buttons.locator("small").all_inner_texts()
    for size in dict.fromkeys(sizes):
        number = sizes.index(size) + 1
        open_puzzle(page, "Hard", number)
        try_wrong_move(page)
        press(page, "Try again")
        solve(page)
        says_of_puzzle(page, "Solved after 1 wrong try.")
        expect(listed(page, "Hard", number)).to_have_accessible_name(re.compile(", solved$"))


def test_link_opens_the_puzzle_shown(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    page.goto("/puzzles")
    open_puzzle(page, "Medium")
    start = page.evaluate(POSITION)
    link = re.compile(r"/puzzles#puzzle=[XO./]+&side_to_move=.&in_a_row=\d$")
    expect(page).to_have_url(link)
    other = new_context().new_page()
    other.goto(page.url.replace("/puzzles#", "/#"))  # as it was before 1.3
    expect(other).to_have_url(link)
    shows(other, start["notation"].replace("/", ""))
    asks(other)
    expect(listed(other, "Medium")).to_have_attribute("aria-current", "true")
    assert_fits(other)
    page.go_back()
    expect(listed(page)).to_have_attribute("aria-current", "true")
    page.go_forward()
    shows(page, start["notation"].replace("/", ""))


def test_variants_are_the_same_puzzle(page: Page) -> None:
    page.goto("/puzzles")
    seen = set()
    for _ in range(40):
        open_puzzle(page)
        seen.add(page.evaluate("location.hash"))
        if len(seen) > 3:
            break
    assert len(seen) > 3
    solve(page)
    for fragment in seen:
        page.goto(f"/puzzles{fragment}")
        expect(listed(page)).to_have_attribute("aria-current", "true")
        expect(listed(page)).to_have_accessible_name(re.compile(", solved$"))


def test_any_position_with_one_winning_move_is_a_puzzle(page: Page) -> None:
    page.goto(f"{LINK}&in_a_row=3")
    expect(page.get_by_role("region", name="3x3, 3 in a row")).to_be_visible()
    asks(page)
    solve(page)
    says_of_puzzle(page, FIRST_SOLVED)


def test_link_without_a_puzzle_says_so(page: Page, complaints: list[str]) -> None:
    for board in ("hello", ".../.../...", "XXX/.../...", "XO./.X./..O"):
        page.goto("about:blank")
        page.goto(f"/puzzles#puzzle={board}")
        says_of_puzzle(page, re.compile("^This link contains no puzzle"))
        assert_fits(page)
    expect(on_board(page, ".cell").first).to_be_visible()
    cell(page, 3).click()  # has no effect
    press(page, "Next")
    asks(page)
    assert all("422" in complaint for complaint in complaints)  # of the illegal position
    complaints.clear()


def test_hints_come_in_two_steps_and_the_second_is_help(page: Page) -> None:
    page.goto("/puzzles")
    open_puzzle(page)
    best = analysis(page)["best_move"]
    press(page, "Hint")
    says_of_puzzle(page, re.compile("^Hint: "))
    press(page, "Show the move")
    says_of_puzzle(page, re.compile(f"^The winning move is {place(best)}"))
    solve(page)
    says_of_puzzle(page, re.compile("^Won with help"))
    expect(page.locator("#list")).to_contain_text(re.compile(r"0 of \d+ solved"))


def test_failures_can_be_tried_again(page: Page, complaints: list[str]) -> None:
    page.route("**/puzzles.json", lambda route: route.abort())
    page.goto("/puzzles")
    expect(page.get_by_role("alert")).to_contain_text("does not respond")
    page.unroute("**/puzzles.json")
    press(page, "Try again")
    open_puzzle(page)
    found = analysis(page)
    page.route(ANALYSIS, lambda route: route.abort())
    cell(page, found["best_move"]).click()
    says_of_puzzle(page, re.compile("does not respond"))
    page.unroute(ANALYSIS)
    press(page, "Try again")
    solve(page)
    says_of_puzzle(page, FIRST_SOLVED)
    complaints.clear()
