"""The review of a game: its chart, its moves, and the move that decided it."""

from playwright.sync_api import Page, expect

from tests.browser.board import cell, on_board, place, says, shows
from tests.browser.looks import assert_fits, on_a_dark_phone
from tests.browser.playground import LOST, ask, ends, press, tab_to
from tests.browser.playground import review as open_review

MOVES = [24, 25, 17, 31, 16, 18, 23, 30, 8, 6, 32, 13, 0]  # on 7x7, won on the diagonal


@on_a_dark_phone
def test_review_shows_the_deciding_move_and_steps_through_the_game(page: Page) -> None:
    page.goto(LOST)
    ends(page, "Medium beat you.")
    expect(cell(page, 3)).to_have_accessible_name("column a, row 2, empty")
    expect(cell(page, 4)).to_have_accessible_name("column b, row 2, X")
    expect(cell(page, 5)).to_have_accessible_name("column c, row 2, O, part of a line")
    open_review(page)
    expect(page.locator(".plies li")).to_have_count(6)
    review = ask(page, "/v1/review", {"moves": [4, 2, 0, 8, 1, 5]})
    for ply, shown in zip(review["plies"], page.locator(".plies li").all(), strict=True):
        name = f"{ply['ply']} {ply['side']} {place(ply['cell'])} {ply['verdict']}"
        expect(shown.get_by_role("button", name=name)).to_be_visible()
    turning = review["turning_point"]
    decided = page.get_by_role("button", name="decided the game")
    expect(decided).to_have_count(2)  # in the chart and in the list
    expect(page.locator(".summary")).to_contain_text(f"Move {turning} decided the game")
    expect(page.locator(".points button")).to_have_count(7)
    detail = page.locator(".detail")  # of the move that decided the game
    expect(detail).to_contain_text(review["plies"][turning - 1]["text"])
    best = place(review["plies"][turning - 1]["best_moves"][0])
    expect(detail).to_contain_text(f"Best was {best}: blocks O's win")
    expect(detail).to_contain_text("O answers c2: completes a line and wins.")
    press(page, "Show the next move")
    expect(on_board(page, ".faint.O")).to_have_count(1)
    expect(on_board(page, ".board")).to_be_in_viewport(ratio=1)
    assert_fits(page)

    points = page.locator(".points button")
    points.nth(2).click()
    shows(page, "..O.X....")
    expect(points.nth(2)).to_be_focused()
    page.keyboard.press("ArrowRight")
    shows(page, "X.O.X....")
    expect(points.nth(3)).to_be_focused()
    assert_fits(page)
    tab_to(page, ".plies li:nth-child(3) button")
    page.keyboard.press("Enter")
    shows(page, "X.O.X....")
    third = page.locator(".plies button").nth(2)
    says(page, "Move 3 of 6. X played a1.")
    expect(third).to_have_attribute("aria-current", "step")
    assert_fits(page)
    press(page, "Last position")
    ends(page, "Medium beat you.")
    press(page, "Back one move")
    press(page, "Try this move again")
    expect(page.locator("#review")).to_be_hidden()
    cell(page, 5).click()
    expect(on_board(page, ".mark")).to_have_count(6)
    expect(page.locator("#ending")).to_be_hidden()


def test_unproved_moves_are_marked_and_folded(page: Page) -> None:
    query = "columns=7&rows=7&in_a_row=5&side=both&moves="
    page.goto(f"/?{query}{'.'.join(map(str, MOVES))}")
    page.locator("noughts-board").evaluate("(board) => { board.maxNodes = 1000; }")
    open_review(page)
    game = {"moves": MOVES, "columns": 7, "rows": 7, "in_a_row": 5, "max_nodes": 1000}
    verdicts = [ply["verdict"] for ply in ask(page, "/v1/review", game)["plies"]]
    expect(page.locator(".points .unknown")).to_have_count(verdicts.count("unknown"))
    expect(page.locator(".chart path.unproved")).not_to_have_attribute("d", "")
    folded = page.locator(".folded").first
    expect(folded.get_by_text("not proved")).to_be_visible()
    expect(folded.locator("button").first).to_be_hidden()
    assert_fits(page)
    folded.locator("summary").click()
    expect(folded.locator("button").first).to_be_visible()
