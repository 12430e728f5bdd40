"""Sizes and places: on a phone, in narrow and wide windows, while pages load and while playing."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.board import begin, cell, on_board
from tests.browser.looks import (
    assert_accessible,
    assert_fits,
    assert_large_targets,
    assert_nothing_moved,
    at_looks_in_turn,
    box,
    delay,
    on_a_dark_phone,
)
from tests.browser.playground import FIRST_MOVES, LOST, ends, press, review, show_scores

PHONE = {"width": 360, "height": 740}
MIN_TARGET = 44  # CSS pixels
MAX_TRANSFERRED = 70 * 1024  # bytes, compressed, headers included
TRANSFERRED = """
() => ["navigation", "resource"]
  .flatMap((type) => performance.getEntriesByType(type))
  .reduce((sum, { transferSize }) => sum + transferSize, 0)
"""
INK = "rgb(35, 38, 43)"  # by day
LOADING = 400  # milliseconds of delay of every request
ANSWERING = 700  # the same, beyond the time in which an input excuses a shift
OPEN = ".cell[aria-disabled=false]"
PUZZLE = "/puzzles#puzzle=.O./XO./.X."


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> Page:
    return new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce").new_page()


def lose(page: Page) -> None:
    """Play the last free cell until the game is over."""
    ending = page.locator("#ending")
    while not ending.is_visible():
        expect(on_board(page, OPEN).last).to_be_visible()
        on_board(page, OPEN).last.tap()
        expect(on_board(page, OPEN).first.or_(ending.locator("button").first)).to_be_visible()


def test_phone_fits_a_game_and_its_review(phone: Page) -> None:
    begin(phone, "/?seed=1")
    header, board = box(phone.locator("header")), box(phone.locator("noughts-board"))
    controls = [box(phone.locator(name)) for name in ("#hint", "#undo", "#new-game")]
    assert header["height"] < 2 * MIN_TARGET  # one line
    assert board["width"] > PHONE["width"] * 0.85
    assert {(each["y"], each["height"]) for each in controls} == {(controls[0]["y"], MIN_TARGET)}
    assert 0 < controls[0]["y"] - board["y"] - board["height"] < MIN_TARGET
    assert controls[0]["y"] + MIN_TARGET < PHONE["height"]

    begin(phone, "/?columns=4&rows=4&in_a_row=3&seed=1")
    expect(on_board(phone, ".cell")).to_have_count(16)
    lose(phone)
    expect(phone.get_by_role("button", name="Play again")).to_be_in_viewport(ratio=1)
    phone.get_by_role("button", name="Review").tap()
    detail = phone.locator(".detail")
    expect(detail).to_contain_text("decided the game")
    expect(detail).to_contain_text("Best was")
    for part in (on_board(phone, ".board"), phone.locator(".steps"), detail.locator("p").first):
        expect(part).to_be_in_viewport(ratio=1)
    assert_large_targets(phone)
    lost_by = int(phone.locator(".plies .turning .number").inner_text())
    phone.get_by_role("button", name="Try this move again").tap()
    expect(on_board(phone, ".mark")).to_have_count(lost_by - 1)
    on_board(phone, OPEN).first.tap()
    expect(on_board(phone, ".mark")).to_have_count(lost_by + 1)


@pytest.mark.parametrize(
    ("width", "height", "share"),
    [(1280, 800, 0.64), (2560, 1440, 0.64), (844, 390, 0.95), (640, 400, 0.95)],
)
@pytest.mark.parametrize("path", ["/", PUZZLE, f"{LOST}&lang=de"])
def test_board_is_large_in_every_window(
    page: Page, path: str, width: int, height: int, share: float
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(path)
    controls = page.locator(".controls:not([hidden]) button:not([hidden])")
    expect(controls.last).to_be_in_viewport(ratio=1)
    board = box(on_board(page, ".board"))
    beside_list = path == PUZZLE and share < 0.9
    assert board["height"] >= height * share * (0.9 if beside_list else 1)
    assert board["y"] + board["height"] <= height


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (844, 390), (640, 400)])
def test_review_is_beside_the_board(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(LOST)
    review(page)
    board, detail = box(on_board(page, ".board")), box(page.locator(".detail"))
    assert detail["x"] > board["x"] + board["width"]
    for part in (on_board(page, ".board"), page.locator(".detail p").first):
        expect(part).to_be_in_viewport(ratio=1)
    assert_fits(page)
    assert_accessible(page)


def test_print_shows_the_game_on_white_paper(page: Page) -> None:
    page.goto(LOST)
    review(page)
    page.emulate_media(media="print", color_scheme="dark")
    for part in (on_board(page, ".board"), page.locator(".detail p").first, page.locator(".plies")):
        expect(part).to_be_visible()
    for name in (".site", "#change", ".controls", ".steps"):
        expect(page.locator(name).first).to_be_hidden()
    expect(page.locator("body")).to_have_css("color", INK)
    expect(page.locator("html")).to_have_css("background-image", "none")


def test_playground_is_small_to_transfer(page: Page) -> None:
    begin(page)
    page.wait_for_load_state("networkidle")
    assert 0 < page.evaluate(TRANSFERRED) <= MAX_TRANSFERRED


@at_looks_in_turn(
    "path",
    [
        "/",
        FIRST_MOVES,
        "/?columns=5&rows=5&in_a_row=4&side=O",
        "/puzzles#puzzle=.O./XO./.X.",
        "/learn",
        "/learn?lesson=cache&step=20",
        "/learn/player",
        "/learn/practice?seed=1",
        "/examples/",
        "/docs",
        "/docs#/play/get_best_move",
    ],
)
def test_nothing_moves_while_a_page_loads(page: Page, path: str) -> None:
    delay(page, LOADING)
    page.goto(path)
    page.wait_for_load_state("networkidle")
    assert_nothing_moved(page)


@on_a_dark_phone
def test_nothing_moves_when_responses_arrive(page: Page) -> None:
    delay(page, ANSWERING)
    begin(page, FIRST_MOVES)
    press(page, "Hint")
    expect(page.locator("#hint-text")).to_contain_text("Hint")
    show_scores(page)
    expect(on_board(page, ".score")).to_have_count(7)
    assert_nothing_moved(page)

    page.goto("/?level=medium&seed=0")
    for number, marks in [(0, 2), (1, 4), (3, 6)]:
        expect(cell(page, number)).to_have_attribute("aria-disabled", "false")
        cell(page, number).click()
        expect(on_board(page, ".mark")).to_have_count(marks)
    ends(page, "Medium beat you.")
    assert_nothing_moved(page)
