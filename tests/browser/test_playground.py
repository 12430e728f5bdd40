"""The playground around the board: every feature works, is accessible, and fits the window."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from random import randrange
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.looks import assert_in_order, at_every_look
from tests.browser.playground import (
    ask,
    cell,
    on_board,
    open_tab,
    place,
    says,
    shows,
    tab_to,
)
from tests.reference import THREE_BY_THREE, move_worths

FIRST_MOVES = "?seed=1&moves=4.1"  # of X, a person; O has answered
BOARD = ".O./.X./..."
LOST = "?level=medium&seed=3&moves=4.2.0.8.1.5"
UNPROVED = "?columns=6&rows=6&in_a_row=5&side=both&moves=14.15.20.21"
HARD = "?columns=6&rows=5&in_a_row=4&side=both"
PRINTED = "\nimport json\nprint(json.dumps(answer))"


def choose(page: Page, **settings: str) -> None:
    for name, value in settings.items():
        page.locator(f"[name={name}]").select_option(value)


def analysis(page: Page, url: str, board: str = BOARD) -> dict[str, Any]:
    return ask(page, f"{url}/v1/analysis?board={board}")


# Scores, hint, preview


@at_every_look
def test_scores_are_those_of_the_game(page: Page, url: str) -> None:
    page.goto(f"{url}/{FIRST_MOVES}")
    page.get_by_label("Scores").check()
    for number, worth in move_worths(THREE_BY_THREE, BOARD.replace("/", ""), "X", {}).items():
        decided = f" {worth.plies_to_end}" if worth.outcome != "draw" else ""
        expect(cell(page, number)).to_contain_text(worth.outcome + decided)
        expect(cell(page, number)).to_have_attribute("data-outcome", worth.outcome)
    expect(on_board(page, ".score")).to_have_count(7)
    assert_in_order(page)
    page.get_by_label("Scores").uncheck()
    expect(on_board(page, ".score")).to_have_count(0)


@at_every_look
def test_a_hint_marks_a_move_and_gives_its_reason(page: Page, url: str) -> None:
    page.goto(f"{url}/{FIRST_MOVES}")
    page.get_by_role("button", name="Hint").click()
    best = analysis(page, url)["moves"][0]
    sentence = f"Hint, {place(best['cell'])}: {best['text']}."
    expect(page.locator("#hint-text")).to_have_text(sentence)
    expect(on_board(page, ".hinted")).to_have_attribute("data-cell", str(best["cell"]))
    expect(cell(page, best["cell"])).to_have_accessible_name(
        f"{place(best['cell'])}, empty, best move: {best['text']}"
    )
    assert_in_order(page)
    cell(page, best["cell"]).click()
    expect(on_board(page, ".mark")).to_have_count(4)
    expect(on_board(page, ".hinted")).to_have_count(0)
    expect(page.locator("#hint-text")).to_be_empty()


@at_every_look
@pytest.mark.parametrize("rank", [0, -1], ids=["best", "worst"])
def test_a_preview_shows_best_play_after_a_move(page: Page, url: str, rank: int) -> None:
    page.goto(f"{url}/{FIRST_MOVES}&scores=true")
    expect(on_board(page, ".score")).to_have_count(7)
    first = analysis(page, url)["moves"][rank]["cell"]
    after = f"{BOARD[: (at := first + first // 3)]}X{BOARD[at + 1 :]}"
    line = [first, *analysis(page, url, after)["principal_variation"]]
    cell(page, first).hover()
    for step, number in enumerate(line):
        expect(cell(page, number).locator(".ghost")).to_have_text(f"{'XO'[step % 2]}{step + 1}")
    assert_in_order(page)
    page.get_by_role("heading", name="Noughts").hover()
    expect(on_board(page, ".ghost")).to_have_count(0)


@at_every_look
def test_the_keyboard_gets_the_preview_too(page: Page, url: str) -> None:
    page.goto(f"{url}/{FIRST_MOVES}&scores=true")
    expect(on_board(page, ".score")).to_have_count(7)
    tab_to(page, "[data-cell]")
    expect(cell(page, 0).locator(".ghost")).to_have_text("X1")
    page.keyboard.press("Tab")
    expect(on_board(page, ".ghost")).to_have_count(0)
    page.keyboard.press("Shift+Tab")
    expect(cell(page, 0).locator(".ghost")).to_have_text("X1")
    page.keyboard.press("Enter")
    expect(on_board(page, ".mark")).to_have_count(4)
    expect(on_board(page, ".ghost")).to_have_count(0)


# Undo and redo, link and back button


@at_every_look
def test_undo_and_redo_go_by_the_persons_moves(page: Page, url: str) -> None:
    page.goto(f"{url}/?seed=1&moves=4.1.3.5")
    undo, redo = (page.get_by_role("button", name=name) for name in ["Undo", "Redo"])
    shows(page, ".O.XXO...")
    undo.click()
    shows(page, ".O..X....")
    undo.click()
    shows(page, "." * 9)
    expect(undo).to_be_disabled()
    expect(redo).to_be_focused()
    assert_in_order(page)
    redo.click()
    shows(page, ".O..X....")
    redo.click()
    shows(page, ".O.XXO...")
    expect(redo).to_be_disabled()


def test_another_move_after_undo_takes_the_place_of_what_followed(page: Page, url: str) -> None:
    page.goto(f"{url}/?seed=1&moves=4.1.3.5")
    shows(page, ".O.XXO...")
    page.get_by_role("button", name="Undo").click()
    cell(page, 0).click()
    expect(on_board(page, ".mark")).to_have_count(4)
    expect(cell(page, 0)).to_have_text("X")
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()


@at_every_look
def test_the_back_button_takes_a_move_back(page: Page, url: str) -> None:
    page.goto(f"{url}/?seed=1")
    addresses = []
    for number, marks in [(4, 2), (None, 4)]:
        open_cells = page.locator("noughts-board .cell:not(.X):not(.O)")
        (open_cells.first if number is None else cell(page, number)).click()
        expect(on_board(page, ".mark")).to_have_count(marks)
        addresses.append(page.url)
    page.go_back()
    expect(page).to_have_url(addresses[0])
    expect(on_board(page, ".mark")).to_have_count(2)
    page.go_forward()
    expect(page).to_have_url(addresses[1])
    expect(on_board(page, ".mark")).to_have_count(4)
    page.go_back()
    page.go_back()
    expect(on_board(page, ".mark")).to_have_count(0)
    assert_in_order(page)


@at_every_look
def test_a_link_leads_to_the_position_and_its_settings(
    page: Page, context: BrowserContext, others_page: Page, url: str
) -> None:
    target = "?columns=4&rows=3&in_a_row=3&side=O&starting_side=O&level=hard&misere=true"
    page.goto(f"{url}/{target}&scores=true&moves=5.6")
    shows(page, ".....OX.....")
    says(page, "Your turn: O.")
    link = open_tab(page, "Build").get_by_role("link").get_attribute("href")
    assert link == page.url
    for elsewhere in (context.new_page(), others_page):
        elsewhere.goto(link)
        shows(elsewhere, ".....OX.....")
        says(elsewhere, "Your turn: O.")
        values = {"side": "O", "starting_side": "O", "level": "hard", "board": "custom"}
        for name, value in values.items():
            expect(elsewhere.locator(f"[name={name}]")).to_have_value(value)
        expect(elsewhere.get_by_label("Misère")).to_be_checked()
        expect(elsewhere.get_by_label("Scores")).to_be_checked()
    assert_in_order(others_page)


def test_a_board_without_moves_has_a_link_too(page: Page, url: str) -> None:
    page.goto(f"{url}/?board=XX./OO./...&side_to_move=X")
    shows(page, "XX.OO....")
    cell(page, 2).click()
    says(page, "X has won.")
    expect(page).to_have_url(re.compile(r"&board=XXX/OO\./\.\.\.&side_to_move=O$"))
    expect(page.get_by_role("tabpanel")).to_contain_text("began on an empty board")


# Review, tree, build


@at_every_look
def test_a_review_says_where_the_game_was_lost(page: Page, url: str) -> None:
    page.goto(f"{url}/{LOST}")
    says(page, "O has won.")
    expect(page.locator(".plies li")).to_have_count(6)
    review = ask(page, f"{url}/v1/review", {"moves": [4, 2, 0, 8, 1, 5]})
    for ply, shown in zip(review["plies"], page.locator(".plies li").all(), strict=True):
        expect(shown).to_contain_text(
            f"{ply['ply']}. {ply['side']} {place(ply['cell'])}: {ply['verdict']}"
        )
        expect(shown).to_contain_text(ply["text"])
    turning = page.locator(".plies li").nth(review["turning_point"] - 1)
    expect(turning).to_contain_text("decided the game")
    expect(page.locator(".summary")).to_contain_text(
        f"Ply {review['turning_point']} decided the game"
    )
    expect(page.locator(".chart circle")).to_have_count(6)
    assert_in_order(page)


@at_every_look
def test_a_review_leads_through_the_game(page: Page, url: str) -> None:
    page.goto(f"{url}/{LOST}")
    third = page.locator(".plies button").nth(2)
    third.click()
    shows(page, "X.O.X....")
    says(page, "O is to move.")
    expect(third).to_have_attribute("aria-current", "step")
    assert_in_order(page)
    page.get_by_role("button", name="Play on from here").click()
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
    with page.expect_response("**/v1/review", timeout=0):  # however long the search takes
        page.get_by_role("button", name="Review this game").click()
    said = "Whether a single move decided the game is not proved."
    expect(page.locator(".summary")).to_contain_text(said)
    game = {"moves": [14, 15, 20, 21], "columns": 6, "rows": 6, "in_a_row": 5}
    plies = ask(page, f"{url}/v1/review", game)["plies"]
    unproved = [ply for ply in plies if ply["after"]["score"] is None]
    expect(page.locator(".chart circle.unproved")).to_have_count(len(unproved))
    expect(page.locator(".chart")).to_contain_text("not proved")
    assert_in_order(page)


def test_the_focus_stays_in_the_review(page: Page, url: str, complaints: list[str]) -> None:
    page.goto(f"{url}/{FIRST_MOVES}")
    expect(on_board(page, ".mark")).to_have_count(2)
    page.route("**/v1/review", lambda route: route.abort())
    page.get_by_role("button", name="Review this game").press("Enter")
    again = page.locator("#review").get_by_role("button", name="Try again")
    for _ in range(2):
        expect(again).to_be_focused()
        again.press("Enter")
    expect(again).to_be_focused()
    page.unroute("**/v1/review")
    again.press("Enter")
    expect(page.locator(".plies button").first).to_be_focused()
    complaints.clear()


@at_every_look
def test_the_tree_counts_and_opens(page: Page, url: str) -> None:
    page.goto(f"{url}/{FIRST_MOVES}")
    panel = open_tab(page, "Game tree")
    tree = ask(page, f"{url}/v1/game-tree?board={BOARD}")
    for name, count in [("Games to the end", tree["games"]), ("Draws", tree["outcomes"]["draws"])]:
        expect(panel.get_by_role("row", name=name)).to_contain_text(f"{count:,}")
    branches = panel.get_by_role("button", expanded=False)
    panel.get_by_role("button", name="best play").first.click()
    expect(branches).to_have_count(7)
    branches.nth(1).click()
    expect(branches).to_have_count(6 + 6)
    branches.nth(2).click()
    expect(branches).to_have_count(6 + 5 + 5)
    assert_in_order(page)
    panel.get_by_role("button", expanded=True).first.click()
    expect(branches).to_have_count(7)


@at_every_look
@pytest.mark.parametrize("moves", ["", "4.1"])
def test_the_tree_shows_best_play_to_the_end(page: Page, url: str, moves: str) -> None:
    page.goto(f"{url}/?side=both&moves={moves}")
    panel = open_tab(page, "Game tree")
    board = BOARD if moves else ".../.../..."
    line = analysis(page, url, board)["principal_variation"]
    best = panel.get_by_role("button", name="best play", expanded=True)
    expect(best).to_have_text([re.compile(f"{place(number)}:") for number in line])
    expect(panel.locator(".branches p")).to_have_count(1)
    assert_in_order(page)


def test_the_tree_follows_the_game(page: Page, url: str) -> None:
    page.goto(f"{url}/?side=both&moves=0.3.1.4")
    branches = open_tab(page, "Game tree").locator("> .branches > li")
    expect(branches).to_have_count(5)
    cell(page, 8).click()
    expect(branches).to_have_count(4)


def test_the_tree_of_a_larger_board_is_not_drawn(page: Page, url: str) -> None:
    page.goto(f"{url}/?columns=4&rows=4&in_a_row=4")
    expect(open_tab(page, "Game tree")).to_have_text("The tree is shown for boards of 3x3.")


def test_arrows_lead_from_panel_to_panel(page: Page, url: str) -> None:
    page.goto(f"{url}/{FIRST_MOVES}")
    tab_to(page, "#tab-review")
    for key, name in [("ArrowRight", "Game tree"), ("ArrowLeft", "Review"), ("ArrowLeft", "Build")]:
        page.keyboard.press(key)
        expect(page.get_by_role("tab", name=name)).to_be_focused()
        expect(page.get_by_role("tabpanel", name=name)).to_be_visible()
        expect(page.get_by_role("tabpanel")).to_have_count(1)


@at_every_look
@pytest.mark.parametrize("language", ["curl", "fetch", "Python"])
def test_a_request_is_written_in(page: Page, url: str, language: str) -> None:
    page.goto(f"{url}/{FIRST_MOVES}&scores=true")
    panel = open_tab(page, "Build")
    panel.get_by_label(language, exact=True).check()
    expect(panel.get_by_label(f"The request in {language}")).to_contain_text(
        f"{url}/v1/analysis/stream?board={BOARD}&side_to_move=X&in_a_row=3"
    )
    expect(panel.get_by_label("The answer")).to_contain_text(f'"notation": "{BOARD}"')
    assert_in_order(page)


def run(*command: str) -> dict[str, Any]:
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    answer: dict[str, Any] = json.loads(done.stdout.split("data: ")[-1])
    return answer


RUN: dict[str, Callable[[Page, str], Any]] = {
    "curl": lambda _, code: run("sh", "-c", code),
    "fetch": lambda page, code: page.evaluate(f"async () => {{ {code}; return answer; }}"),
    "Python": lambda _, code: run(sys.executable, "-c", code + PRINTED),
}


@pytest.mark.parametrize(
    "query", ["?side=O&seed=1", f"{FIRST_MOVES}&scores=true", LOST], ids=["GET", "stream", "POST"]
)
@pytest.mark.parametrize("language", RUN)
def test_a_request_shown_gets_the_answer_shown(
    page: Page, url: str, language: str, query: str
) -> None:
    page.goto(f"{url}/{query}")
    expect(page.locator(".summary, .score, .X").first).to_be_visible()
    panel = open_tab(page, "Build")
    panel.get_by_label(language, exact=True).check()
    code = panel.get_by_label(f"The request in {language}").inner_text()
    assert RUN[language](page, code) == json.loads(panel.get_by_label("The answer").inner_text())


def test_link_and_request_can_be_copied(page: Page, context: BrowserContext, url: str) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{url}/{FIRST_MOVES}&scores=true")
    expect(on_board(page, ".score")).to_have_count(7)
    panel = open_tab(page, "Build")
    copied = "navigator.clipboard.readText()"
    panel.get_by_role("button", name="Copy link").click()
    expect(panel.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate(copied) == page.url
    panel.get_by_role("button", name="Copy request").click()
    expect(panel.get_by_role("button", name="Copied")).to_have_count(2)
    assert page.evaluate(copied) == panel.get_by_label("The request in curl").inner_text()


# Boards and rules


@at_every_look
def test_4x4_can_be_chosen_and_is_played_and_scored(page: Page, url: str) -> None:
    page.goto(f"{url}/?level=easy&seed=1")
    says(page, "Your turn: X.")
    choose(page, board="4 4 4")
    expect(on_board(page, ".cell")).to_have_count(16)
    for number, marks in [(5, 2), (None, 4)]:
        empty = page.locator("noughts-board .cell:not(.X):not(.O)")
        (empty.last if number is None else cell(page, number)).click()
        expect(on_board(page, ".mark")).to_have_count(marks)
    page.get_by_label("Scores").check()
    expect(on_board(page, ".score")).to_have_count(12)
    assert_in_order(page)


@at_every_look
def test_6x6_with_scores_fits(page: Page, url: str) -> None:
    page.goto(f"{url}/?columns=6&rows=6&in_a_row=5&side=both&scores=true&moves=14.15")
    expect(on_board(page, ".score")).to_have_count(34)
    assert_in_order(page)


@pytest.mark.parametrize("height", [900, 390])
@pytest.mark.parametrize("rows", [3, 9])
def test_a_board_fits_into_the_window(page: Page, url: str, rows: int, height: int) -> None:
    page.set_viewport_size({"width": 844, "height": height})
    page.goto(f"{url}/?rows={rows}")
    expect(on_board(page, ".cell")).to_have_count(3 * rows)
    board, first = (each.bounding_box() for each in [on_board(page, ".board"), cell(page, 0)])
    assert board
    assert first
    assert min(first["width"], first["height"]) > 39  # to be touched, even if it does not fit
    assert board["y"] + board["height"] <= height or (rows, height) == (9, 390)


@at_every_look
def test_a_custom_board(page: Page, url: str) -> None:
    page.goto(f"{url}/?side=both")
    says(page, "X is to move.")
    choose(page, board="custom")
    for name, value in [("Columns", "5"), ("Rows", "4"), ("In a row", "4")]:
        field = page.get_by_label(name, exact=True)
        field.fill(value)
        field.press("Enter")
    expect(on_board(page, ".cell")).to_have_count(20)
    for number in (0, 5, 1, 6, 2, 7, 3):
        cell(page, number).click()
    says(page, "X has won.")
    assert_in_order(page)


@at_every_look
def test_in_misere_who_completes_a_line_has_lost(page: Page, url: str) -> None:
    page.goto(f"{url}/?side=both")
    page.get_by_label("Misère").check()
    for number in (0, 4, 1, 5, 2):
        cell(page, number).click()
    says(page, "O has won.")
    expect(on_board(page, ".lines line")).to_have_count(1)
    assert_in_order(page)


def test_a_level_plays_misere(page: Page, url: str) -> None:
    page.goto(f"{url}/?side=X&level=perfect&seed=1&misere=true&moves=0.5.1.6")
    shows(page, "XX...OO..")
    cell(page, 2).click()
    says(page, "O has won.")


def test_the_starting_side_can_be_o(page: Page, url: str) -> None:
    page.goto(f"{url}/?level=perfect&seed=1")
    says(page, "Your turn: X.")
    choose(page, starting_side="O")
    expect(on_board(page, ".mark")).to_have_text(["O"])
    expect(on_board(page, ".status")).to_contain_text("Your turn: X.")


def test_taking_the_other_side_lets_the_level_move(page: Page, url: str) -> None:
    page.goto(f"{url}/?seed=1")
    says(page, "Your turn: X.")
    choose(page, side="O")
    expect(on_board(page, ".mark")).to_have_text(["X"])
    expect(on_board(page, ".status")).to_contain_text("Your turn: O.")


def test_a_level_is_described(page: Page, url: str) -> None:
    page.goto(f"{url}/?level=hard")
    for level in ask(page, f"{url}/v1/levels")["levels"]:
        choose(page, level=level["level"])
        expect(page.locator("#level-text")).to_have_text(level["description"])
        expect(page).to_have_url(re.compile(f"&level={level['level']}&"))


# Long searches, and settings that are wrong


def ask_for_scores(page: Page, nodes: int) -> None:
    """Ask with a budget of about so many nodes, not one that a cache has had before."""
    fresh = nodes + randrange(100_000)
    page.locator("noughts-board").evaluate(f"(board) => board.setAttribute('max-nodes', {fresh})")
    page.get_by_label("Scores").check()
    expect(on_board(page, ".progress")).to_be_visible()


@at_every_look
def test_a_long_search_shows_its_progress_and_can_be_cancelled(page: Page, url: str) -> None:
    page.goto(f"{url}/{HARD}&moves=0")  # much longer than this test
    says(page, "O is to move.")
    ask_for_scores(page, 4_900_000)
    bar = page.get_by_role("progressbar")
    done = bar.evaluate("(bar) => bar.value")
    expect(bar).not_to_have_js_property("value", done)
    assert bar.evaluate("(bar) => bar.value") > done
    expect(on_board(page, ".progress span")).to_contain_text("of 29 moves proved")
    assert_in_order(page)
    page.get_by_role("button", name="Cancel").click()
    expect(on_board(page, ".progress")).to_be_hidden()
    expect(on_board(page, ".fault")).to_be_hidden()
    expect(page.get_by_label("Scores")).not_to_be_checked()
    cell(page, 14).click()
    says(page, "O played row 3, column 3. X is to move.")


def test_a_long_search_ends_in_scores(page: Page, url: str) -> None:
    page.goto(f"{url}/{HARD}")
    says(page, "X is to move.")
    ask_for_scores(page, 200_000)
    expect(on_board(page, ".progress")).to_be_hidden(timeout=30_000)
    expect(on_board(page, ".score")).to_have_count(30)


@at_every_look
@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("in_a_row=4", "Set in-a-row to at least 3, and at most the longer side of the board."),
        ("columns=50000000", "Set columns to a whole number from 3 to 9."),
        ("rows=9999999999999999", "Set rows to a whole number from 3 to 9."),
        ("level=godlike", "Set level to beginner, easy, medium, hard or perfect."),
        ("seed=9999999999999999", "Set seed to a whole number from 0 to 2^53 - 1."),
        ("side=Z", "Set side to X, O or both."),
        ("board=XO./.../...&moves=3", "A game begins with a board or with moves: leave one out."),
    ],
)
def test_settings_that_are_wrong_are_said_to_be(
    page: Page, url: str, query: str, words: str
) -> None:
    page.goto(f"{url}/?{query}")
    expect(on_board(page, ".fault span")).to_have_text(words)
    expect(page.get_by_role("button", name="Try again")).to_be_hidden()
    assert_in_order(page)
    page.goto(f"{url}/")
    choose(page, board="4 4 4")
    page.goto(f"{url}/?{query}")
    choose(page, board="3 3 3", side="X", level="easy")
    page.get_by_role("button", name="New game").click()
    says(page, "Your turn: X.")
    expect(on_board(page, ".fault")).to_be_hidden()
