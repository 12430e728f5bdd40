"""The exam panel: the verdict on a player, and the game that demonstrates it on the board."""

import json

from playwright.sync_api import Locator, Page, expect

from tests.browser.board import begin, on_board, place, says, shows
from tests.browser.looks import assert_fits, at_every_look
from tests.browser.playground import ask, ends, open_tab, press

# Answers X in a corner with the cell beside it.
BESIDE = json.dumps({"X../.../...": 1, "XO./.X./...": 8, "XO./XX./..O": 5})
LOST = [0, 1, 4, 8, 3, 5, 6]
# Leaves the requests for moves without a response, until `held` is false or they are aborted.
HOLD_MOVES = """
const { fetch } = globalThis;
globalThis.held = true;
globalThis.fetch = (url, options) => globalThis.held && url.includes("v1/best-move?")
  ? new Promise((_, reject) => {
      options.signal?.addEventListener("abort", () => reject(options.signal.reason));
    })
  : fetch(url, options);
"""


def examine(page: Page, player: str, side: str, moves: str = "") -> Locator:
    begin(page)
    panel = open_tab(page, "Exam")
    panel.get_by_label("Player").select_option(player)
    panel.get_by_label("Its side").select_option(side)
    if moves:
        panel.get_by_label("Its moves").fill(moves)
    panel.get_by_role("button", name="Examine").click()
    return panel


@at_every_look
def test_level_is_examined(page: Page) -> None:
    panel = examine(page, "beginner", "X")
    expect(panel.get_by_role("heading")).to_have_text("Beginner as X can be beaten.")
    expect(panel.get_by_role("table", name="mistakes")).to_be_visible()
    assert_fits(page)
    panel = examine(page, "perfect", "O")
    expect(panel.get_by_role("heading")).to_have_text("Perfect as O is perfect.")
    expect(panel.get_by_role("table")).to_have_count(0)


def test_refutation_is_shown_move_by_move(page: Page) -> None:
    panel = examine(page, "own", "O", BESIDE)
    expect(panel.get_by_role("heading")).to_have_text("Your player loses as O in 7 plies.")
    game = panel.get_by_role("group", name="The game").get_by_role("button")
    names = [f"{ply}. {'OX'[ply % 2]} {place(cell)}" for ply, cell in enumerate(LOST, 1)]
    expect(game).to_have_text(["Start", *names])
    game.nth(2).click()
    shows(page, "XO.......")
    expect(game.nth(2)).to_have_attribute("aria-current", "step")
    press(page, "Forward one move")
    shows(page, "XO..X....")
    expect(game.nth(3)).to_have_attribute("aria-current", "step")
    game.last.click()
    ends(page, "X wins.")
    expect(page.get_by_role("tabpanel", name="Exam")).to_be_visible()
    assert_fits(page)

    mistake = panel.get_by_role("row").nth(1)
    expect(mistake).to_contain_text("draw → loss 6")
    mistake.get_by_role("button").click()
    shows(page, "X........")
    says(page, "O to move.")


def test_missing_illegal_and_malformed_moves_are_named(page: Page) -> None:
    exam = {"side": "O", "moves": {"X../.../...": 1}}
    report = ask(page, "/v1/exam", exam)
    for pasted in (exam["moves"], report):
        panel = examine(page, "own", "O", json.dumps(pasted))
        expect(panel.get_by_role("heading")).to_contain_text("moves are missing")
        expect(panel.locator("pre")).to_contain_text(report["needed"][0])
    panel = examine(page, "own", "O", json.dumps({"X../.../...": 0}))
    expect(panel.get_by_role("heading")).to_have_text("The player as O makes an illegal move.")
    expect(panel.get_by_role("group", name="The game")).to_contain_text("then cell 0")
    panel.get_by_role("button", name="1. X a1").click()
    shows(page, "X........")
    panel = examine(page, "own", "O", "4, 5")
    expect(panel.locator(".wrong")).to_contain_text("Paste them as {")
    assert_fits(page)


def test_exam_can_be_cancelled_and_repeated_after_a_failure(
    page: Page, complaints: list[str]
) -> None:
    page.add_init_script(HOLD_MOVES)
    panel = examine(page, "easy", "X")
    expect(panel.get_by_role("status")).to_have_text("Examining…")
    panel.get_by_role("button", name="Cancel").click()
    expect(panel.get_by_role("status")).to_have_text("Canceled.")
    expect(on_board(page, ".fault")).to_be_hidden()
    page.evaluate("held = false")
    page.route("**/v1/exam", lambda route: route.abort())
    panel.get_by_role("button", name="Examine").click()
    expect(panel.locator(".wrong")).to_have_text("The service does not respond. The game is kept.")
    page.unroute("**/v1/exam")
    panel.get_by_role("button", name="Examine").click()
    expect(panel.get_by_role("heading")).to_contain_text("Easy as X")
    complaints.clear()
