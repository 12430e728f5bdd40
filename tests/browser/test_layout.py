"""Sizes and places: on a phone, in narrow and wide windows, while pages load and while playing."""

from typing import Final

import pytest
from playwright.sync_api import FloatRect, Page, ViewportSize, expect

from tests.browser.board import begin, cell, on_board
from tests.browser.looks import (
    NewContext,
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

PHONE: Final = {"width": 360, "height": 740}
LANDSCAPES: Final = [(1280, 800), (1366, 768), (2560, 1440), (844, 390), (640, 400)]
MIN_TARGET: Final = 44  # CSS pixels
NARROWEST: Final = ViewportSize(width=320, height=640)  # CSS pixels: WCAG 2.2, 1.4.10
INK: Final = "rgb(35, 38, 43)"  # by day
LOADING: Final = 400  # milliseconds of delay of every request
ANSWERING: Final = 700  # the same, beyond the time in which an input excuses a shift
OPEN: Final = ".cell[aria-disabled=false]"
PUZZLE: Final = "/puzzles#puzzle=.O./XO./.X."
REVIEW: Final = "#ending >> text=Review"
# Each page, and its place in the header.
PAGES: Final = {
    "/": "Play",
    "/puzzles": "Puzzles",
    "/learn?lesson=cut": "Learn",
    "/learn/player": "Learn",
    "/learn/practice?seed=1": "Learn",
    "/docs": "Developers",
    "/docs/api": "Developers",
    "/docs/embedding": "Developers",
    "/examples/": "Developers",
    "/learn?lesson=cache": "Learn",  # at the other look
    "/problems": "Developers",
}
# States of the playground: the URL, what is clicked, and what is then shown.
STATES: Final[dict[str, tuple[str, list[str], str]]] = {
    "ended": ("/?level=medium&seed=3&moves=4.2.0.8", ["[data-cell='1']"], REVIEW),
    "reviewed": (LOST, [REVIEW, ".plies .turning", "text=Show the next move"], ".detail"),
    "settings": ("/?columns=7&rows=7", ["#change"], "[name=columns]:visible"),
    "scored": (
        "/?columns=7&rows=7&in_a_row=4&side=both&moves=24.25&scores=true",
        [],
        ".score >> nth=46",
    ),
    "puzzle": (
        PUZZLE,
        ["#puzzle >> text=Hint", "[data-cell='0']", "#list summary"],
        "#list",
    ),
}


@at_looks_in_turn("path", [*PAGES, "/learn/practice?tree=(1,x)"])
def test_page_stays_in_place_fits_and_is_accessible(page: Page, path: str) -> None:
    delay(page, LOADING)
    page.goto(path)
    page.wait_for_load_state("networkidle")
    assert_nothing_moved(page)
    assert_accessible(page)
    page.set_viewport_size(NARROWEST)
    assert_fits(page)
    assert_large_targets(page)


@pytest.mark.parametrize("state", STATES)
def test_narrowest_window_fits_every_state(page: Page, state: str) -> None:
    query, clicks, shown = STATES[state]
    page.set_viewport_size(NARROWEST)
    page.goto(query)
    for selector in clicks:
        page.locator(selector).click()
    expect(page.locator(shown)).to_be_attached()
    for line in on_board(page, ".lines line").all():
        expect(line).to_have_css("animation-name", "none")  # motion is reduced
    assert_fits(page)
    assert_large_targets(page)


@on_a_dark_phone
def test_forced_colors_keep_a_reviewed_game_accessible(page: Page) -> None:
    page.emulate_media(forced_colors="active")
    page.goto(LOST)
    review(page)
    assert_accessible(page)


def test_forced_colors_show_the_selected_tab(page: Page) -> None:
    page.emulate_media(forced_colors="active")
    page.goto("/learn?lesson=minimax")
    border = "(tab) => getComputedStyle(tab).borderTop"
    selected = page.locator("[role=tab][aria-selected=true]").evaluate(border)
    assert selected != page.locator("[role=tab][aria-selected=false]").first.evaluate(border)


def test_header_is_the_same_in_every_place(page: Page) -> None:
    places = dict[int, list[list[FloatRect]]]({320: [], 1280: []})
    paths = {name: path for path, name in PAGES.items()}
    for name, path in paths.items():
        page.goto(path)
        header = page.locator(".site")
        expect(header.get_by_role("link")).to_have_text(["Noughts", *paths])
        expect(header.locator("[aria-current=page]")).to_have_text(name)
        for width, found in places.items():
            page.set_viewport_size(ViewportSize(width=width, height=740))
            found.append([box(each) for each in [header, *header.get_by_role("link").all()]])
            assert len({each["y"] for each in found[-1][1:]}) == 1  # one row
    for found in places.values():
        assert found == [found[0]] * len(found)


@pytest.fixture
def phone(new_context: NewContext) -> Page:
    return new_context(viewport=PHONE, has_touch=True).new_page()


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
    for part in (on_board(phone, ".board"), phone.locator(".steps"), detail.locator("p").first):
        expect(part).to_be_in_viewport(ratio=1)
    assert_large_targets(phone)
    scrolled = phone.evaluate("scrollTo(0, 150); scrollY")
    phone.locator(".plies button").first.tap()
    expect(phone.locator(".plies [aria-current=step]")).to_have_count(1)
    assert phone.evaluate("scrollY") == scrolled
    expect(on_board(phone, ".board")).to_be_in_viewport(ratio=1)
    phone.locator(".plies .turning").tap()
    lost_by = int(phone.locator(".plies .turning .number").inner_text())
    phone.get_by_role("button", name="Try this move again").tap()
    expect(on_board(phone, ".mark")).to_have_count(lost_by - 1)
    on_board(phone, OPEN).first.tap()
    expect(on_board(phone, ".mark")).to_have_count(lost_by + 1)


def test_board_is_large_and_its_review_beside_it(page: Page) -> None:
    for path in ("/", PUZZLE, f"{LOST}&lang=de", LOST):
        page.goto(path)
        controls = page.locator(".play .controls:not([hidden]) button:not([hidden])")
        for width, height in LANDSCAPES:
            page.set_viewport_size(ViewportSize(width=width, height=height))
            share = 0.64 if width >= 1024 else 0.95
            expect(controls.last).to_be_in_viewport(ratio=1)
            if path == "/" and share < 0.9:
                assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
            board = box(on_board(page, ".board"))
            beside_list = path == PUZZLE and share < 0.9
            assert board["height"] >= height * share * (0.9 if beside_list else 1)
            assert board["y"] + board["height"] <= height
    review(page)
    for width, height in LANDSCAPES:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        board, detail = box(on_board(page, ".board")), box(page.locator(".detail"))
        assert detail["x"] > board["x"] + board["width"]
        for part in (on_board(page, ".board"), page.locator(".detail p").first):
            expect(part).to_be_in_viewport(ratio=1)
        assert_fits(page)


def test_print_shows_the_game_on_white_paper(page: Page) -> None:
    page.goto(LOST)
    review(page)
    page.emulate_media(media="print", color_scheme="dark")
    expect(on_board(page, ".board")).to_be_visible()
    for name in (".detail p", ".plies"):
        expect(page.locator(name).first).to_be_visible()
    for name in (".site", "#change", ".controls", ".steps"):
        expect(page.locator(name).first).to_be_hidden()
    expect(page.locator("body")).to_have_css("color", INK)
    expect(page.locator("html")).to_have_css("background-image", "none")


@on_a_dark_phone
def test_nothing_moves_when_responses_arrive(page: Page) -> None:
    delay(page, ANSWERING)
    begin(page, FIRST_MOVES)
    press(page, "Hint")
    expect(page.locator("#hint-text")).to_contain_text("Take ")
    show_scores(page)
    expect(on_board(page, ".score")).to_have_count(7)
    assert_nothing_moved(page)

    page.goto("/?level=medium&seed=0")
    for number, marks in [(0, 2), (1, 4), (3, 6)]:
        expect(cell(page, number)).to_have_attribute("aria-disabled", "false")
        cell(page, number).click()
        expect(on_board(page, ".mark")).to_have_count(marks)
    ends(page, "The computer beat you.")
    expect(page.locator("#hint-text")).to_contain_text("was the mistake")
    expect(page.locator("#tree")).to_be_visible()
    assert_nothing_moved(page)

    page.goto(f"{LOST}&review=true")
    expect(page.locator(".chart")).to_be_visible()
    assert_nothing_moved(page)

    page.goto(PUZZLE)
    cell(page, 0).click()
    expect(page.locator("#puzzle")).to_contain_text("Try again.")
    assert_nothing_moved(page)
