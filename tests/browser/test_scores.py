"""Scores, hints and previews of best play, as the service answers them."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import assert_in_order, at_every_look
from tests.browser.playground import (
    BOARD,
    FIRST_MOVES,
    HARD,
    analysis,
    cell,
    long_place,
    on_board,
    place,
    says,
    tab_to,
)
from tests.browser.servers import Stream, streamed
from tests.reference import THREE_BY_THREE, move_worths

FIRST_PROVED = {"nodes": 100_000, "max_nodes": 1_000_000, "moves": 30, "moves_proved": 1}


@at_every_look
def test_scores_are_those_of_the_game(page: Page, url: str) -> None:
    page.goto(f"{url}/{FIRST_MOVES}")
    scores = page.get_by_role("button", name="Scores")
    scores.click()
    expect(scores).to_have_attribute("aria-pressed", "true")
    for number, worth in move_worths(THREE_BY_THREE, BOARD.replace("/", ""), "X", {}).items():
        decided = f" {worth.plies_to_end}" if worth.outcome != "draw" else ""
        expect(cell(page, number)).to_contain_text(worth.outcome + decided)
        expect(cell(page, number)).to_have_attribute("data-outcome", worth.outcome)
    expect(on_board(page, ".score")).to_have_count(7)
    assert_in_order(page)
    scores.click()
    expect(on_board(page, ".score")).to_have_count(0)
    expect(page.locator("#legend")).to_be_hidden()


@at_every_look
def test_a_hint_marks_a_move_and_gives_its_reason(page: Page, url: str) -> None:
    page.goto(f"{url}/{FIRST_MOVES}")
    page.get_by_role("button", name="Hint").click()
    best = analysis(page, url)["moves"][0]
    sentence = f"Hint, {place(best['cell'])}: {best['text']}."
    expect(page.locator("#hint-text")).to_have_text(sentence)
    expect(on_board(page, ".hinted")).to_have_attribute("data-cell", str(best["cell"]))
    expect(cell(page, best["cell"])).to_have_accessible_name(
        f"{long_place(best['cell'])}, empty, best move: {best['text']}"
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


def test_a_preview_shows_the_move_before_the_service_answers(page: Page, url: str) -> None:
    page.goto(f"{url}/{FIRST_MOVES}&scores=true")
    expect(on_board(page, ".score")).to_have_count(7)
    page.route("**/v1/**", lambda _: None)
    worst = analysis(page, url)["moves"][-1]["cell"]
    cell(page, worst).hover()
    expect(on_board(page, ".ghost")).to_have_text(["X1"])


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


def test_the_name_of_a_scored_cell_contains_its_label(page: Page, url: str) -> None:
    page.goto(f"{url}/{FIRST_MOVES}&scores=true")
    expect(on_board(page, ".score")).to_have_count(7)
    for scored in on_board(page, ".cell:has(.score)").all():
        label = scored.locator(".score > span:last-child").inner_text()
        expect(scored).to_have_accessible_name(re.compile(re.escape(label)))


@at_every_look
def test_a_large_board_shows_five_scores_and_the_others_on_demand(page: Page, url: str) -> None:
    page.goto(f"{url}/?columns=6&rows=6&in_a_row=5&side=both&scores=true&moves=14.15")
    expect(on_board(page, ".score")).to_have_count(34, timeout=30_000)
    expect(on_board(page, ".score:visible")).to_have_count(5)
    assert_in_order(page)
    hidden = on_board(page, ".cell:not([data-mark=X]):not([data-mark=O]):has(.score:not(:visible))")
    hidden.first.focus()
    expect(on_board(page, ".score:visible")).to_have_count(6)


@at_every_look
def test_a_preview_says_why_it_is_empty(page: Page, url: str) -> None:
    page.goto(f"{url}/?columns=7&rows=7&in_a_row=5&side=both")
    says(page, "X to move.")
    page.locator("noughts-board").evaluate("(board) => { board.maxNodes = 1000; }")
    page.get_by_role("button", name="Scores").click()
    expect(on_board(page, ".score")).to_have_count(49)
    best = analysis(page, url, "/".join(["......."] * 7) + "&in_a_row=5&max_nodes=1000")
    cell(page, best["moves"][-1]["cell"]).hover()
    expect(page.locator("#hint-text")).to_contain_text("not proved", timeout=30_000)
    assert_in_order(page)


def ask_for_scores(page: Page, stream: Stream) -> None:
    """Ask for scores; the search has proved one of 30 moves and is not fast enough to hide it."""
    page.clock.install()
    page.get_by_role("button", name="Scores").click()
    says(page, "Scoring every move…")
    page.clock.fast_forward(1_000)
    stream.send("progress", FIRST_PROVED)
    expect(on_board(page, ".progress span")).to_have_text("1 of 30 moves proved")


@at_every_look
def test_a_long_search_shows_its_progress_and_can_be_cancelled(page: Page, url: str) -> None:
    page.goto(f"{url}/{HARD}")
    says(page, "X to move.")
    controls = page.locator(".controls")
    place_before = controls.bounding_box()
    with streamed(page) as stream:
        ask_for_scores(page, stream)
        bar = page.get_by_role("progressbar")
        expect(bar).to_have_js_property("value", 0.1)
        stream.send("progress", FIRST_PROVED | {"nodes": 500_000, "moves_proved": 7})
        expect(bar).to_have_js_property("value", 0.5)
        expect(on_board(page, ".progress span")).to_have_text("7 of 30 moves proved")
        assert controls.bounding_box() == place_before
        assert_in_order(page)
        page.get_by_role("button", name="Cancel").click()
        expect(on_board(page, ".progress")).to_be_hidden()
    expect(on_board(page, ".fault")).to_be_hidden()
    expect(page.get_by_role("button", name="Scores")).to_have_attribute("aria-pressed", "false")
    cell(page, 14).click()
    says(page, "X played c3. O to move.")


def test_a_long_search_ends_in_scores(page: Page, url: str) -> None:
    page.goto(f"{url}/{HARD}")
    says(page, "X to move.")
    with streamed(page) as stream:
        ask_for_scores(page, stream)
        board = "/".join(["......"] * 5)
        stream.send("analysis", analysis(page, url, f"{board}&in_a_row=4&max_nodes=1000"))
        expect(on_board(page, ".progress")).to_be_hidden()
        expect(on_board(page, ".score")).to_have_count(30)
