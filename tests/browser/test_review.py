"""The review of a game: its chart, its moves, and the move that decided it."""

from playwright.sync_api import Page, expect

from tests.browser.looks import assert_in_order, at_every_look
from tests.browser.playground import (
    FIRST_MOVES,
    LOST,
    ask,
    on_board,
    place,
    says,
    shows,
    tab_to,
)

UNPROVED = "?columns=9&rows=9&in_a_row=5&side=both&moves=40.41.31.49"
RUN = "?columns=7&rows=7&in_a_row=5&side=both&moves=24.25.17.31.16.18.23.30"


@at_every_look
def test_a_review_says_where_the_game_was_lost(page: Page, url: str) -> None:
    page.goto(f"{url}/{LOST}")
    says(page, "O wins.")
    expect(page.locator(".plies li")).to_have_count(6)
    review = ask(page, f"{url}/v1/review", {"moves": [4, 2, 0, 8, 1, 5]})
    for ply, shown in zip(review["plies"], page.locator(".plies li").all(), strict=True):
        name = f"{ply['ply']} {ply['side']} {place(ply['cell'])} {ply['verdict']}"
        expect(shown.get_by_role("button", name=name)).to_be_visible()
    turning = review["turning_point"]
    decided = page.get_by_role("button", name="decided the game")
    expect(decided).to_have_count(2)  # in the chart and in the list
    expect(page.locator(".summary")).to_contain_text(f"Move {turning} decided the game")
    expect(page.locator(".points button")).to_have_count(7)
    decided.first.click()
    expect(page.locator(".detail")).to_contain_text(review["plies"][turning - 1]["text"])
    best = place(review["plies"][turning - 1]["best_moves"][0])
    expect(page.locator(".detail")).to_contain_text(f"Best {best}")
    assert_in_order(page)


@at_every_look
def test_a_review_leads_through_the_game(page: Page, url: str) -> None:
    page.goto(f"{url}/{LOST}")
    third = page.locator(".plies button").nth(2)
    third.click()
    shows(page, "X.O.X....")
    says(page, "Move 3 of 6. X played a1. O to move.")
    expect(third).to_have_attribute("aria-current", "step")
    assert_in_order(page)
    page.get_by_role("button", name="Continue").click()
    expect(on_board(page, ".mark")).to_have_count(4)
    page.get_by_role("button", name="Review this game").click()
    expect(page.locator(".plies li")).to_have_count(4)


def test_the_keyboard_leads_through_a_review(page: Page, url: str) -> None:
    page.goto(f"{url}/{LOST}")
    expect(page.locator(".plies li")).to_have_count(6)
    tab_to(page, ".plies li:nth-child(2) button")
    page.keyboard.press("Enter")
    shows(page, "..O.X....")
    expect(page.locator(".plies button").nth(1)).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    shows(page, "X.O.X....")


@at_every_look
def test_a_review_says_what_is_not_proved(page: Page, url: str) -> None:
    page.goto(f"{url}/{UNPROVED}")
    page.locator("noughts-board").evaluate("(board) => { board.maxNodes = 1000; }")
    page.get_by_role("button", name="Review this game").click()
    said = "It is not proved whether a single move decided the game."
    expect(page.locator(".summary")).to_contain_text(said)
    game = {"moves": [40, 41, 31, 49], "columns": 9, "rows": 9, "in_a_row": 5, "max_nodes": 1000}
    plies = ask(page, f"{url}/v1/review", game)["plies"]
    unproved = [ply for ply in plies if ply["verdict"] == "unknown"]
    expect(page.locator(".points .unknown")).to_have_count(len(unproved))
    expect(page.locator(".chart path.unproved")).not_to_have_attribute("d", "")
    assert_in_order(page)


def test_the_focus_stays_in_the_review(page: Page, url: str, complaints: list[str]) -> None:
    page.goto(f"{url}/{FIRST_MOVES}")
    expect(on_board(page, ".mark")).to_have_count(2)
    page.route("**/v1/review**", lambda route: route.abort())
    page.get_by_role("button", name="Review this game").press("Enter")
    again = page.locator("#review").get_by_role("button", name="Try again")
    for _ in range(2):
        expect(again).to_be_focused()
        again.press("Enter")
    expect(again).to_be_focused()
    page.unroute("**/v1/review**")
    again.press("Enter")
    expect(page.locator("#review button").first).to_be_focused()
    complaints.clear()


@at_every_look
def test_the_chart_is_a_way_through_the_game(page: Page, url: str) -> None:
    page.goto(f"{url}/{LOST}")
    points = page.locator(".points button")
    points.nth(2).click()
    shows(page, "..O.X....")
    expect(points.nth(2)).to_be_focused()
    page.keyboard.press("ArrowRight")
    shows(page, "X.O.X....")
    expect(points.nth(3)).to_be_focused()
    assert_in_order(page)


@at_every_look
def test_a_run_of_unproved_moves_is_folded(page: Page, url: str) -> None:
    page.goto(f"{url}/{RUN}")
    page.locator("noughts-board").evaluate("(board) => { board.maxNodes = 1000; }")
    page.get_by_role("button", name="Review this game").click()
    folded = page.locator(".folded").first
    expect(folded.get_by_text("not proved")).to_be_visible()
    expect(folded.locator("button").first).to_be_hidden()
    assert_in_order(page)
    folded.locator("summary").click()
    expect(folded.locator("button").first).to_be_visible()


@at_every_look
def test_the_board_stays_in_view_while_the_review_is_read(page: Page, url: str) -> None:
    page.set_viewport_size({"width": page.viewport_size["width"], "height": 640})  # type: ignore[index]
    page.goto(f"{url}/{LOST}")
    page.locator(".plies button").last.click()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    frame = page.locator(".play").bounding_box()
    assert frame
    assert frame["y"] >= 0
    if page.viewport_size["width"] < 720:  # type: ignore[index]
        assert frame["height"] <= 640 * 0.4
    assert_in_order(page)
