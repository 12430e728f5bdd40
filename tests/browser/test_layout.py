"""Where things are: the first sight of a phone, and what stays in its place."""

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.looks import at_every_look
from tests.browser.playground import FIRST_MOVES, choose, on_board, says

MIN_TARGET = 44  # CSS pixels


def box(part: Locator) -> FloatRect:
    """Where a part is."""
    found = part.bounding_box()
    assert found
    return found


def centre(part: Locator) -> float:
    """The middle of a part, from the left."""
    found = box(part)
    return found["x"] + found["width"] / 2


def test_the_first_sight_of_a_phone(page: Page, url: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(url)
    says(page, "Your turn: X.")
    header, board = box(page.locator("header")), box(page.locator("noughts-board"))
    controls = [box(each) for each in page.locator(".controls button").all()]
    assert header["height"] == MIN_TARGET  # one line
    assert board["y"] == header["height"]
    assert {(each["y"], each["height"]) for each in controls} == {(controls[0]["y"], MIN_TARGET)}
    assert 0 < controls[0]["y"] - board["y"] - board["height"] < MIN_TARGET
    assert controls[0]["y"] + MIN_TARGET < 740


@pytest.mark.parametrize("width", [600, 660, 719, 720, 768, 900])
def test_the_controls_are_below_the_middle_of_the_board(page: Page, url: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    page.goto(url)
    says(page, "Your turn: X.")
    assert centre(page.locator(".controls")) == pytest.approx(
        centre(page.locator("noughts-board")), abs=1
    )


@at_every_look
def test_sizes_of_ones_own_move_neither_board_nor_choices(page: Page, url: str) -> None:
    page.goto(url)
    says(page, "Your turn: X.")
    kept = [
        page.locator(part) for part in ("noughts-board", ".controls", "#settings > .chips >> nth=0")
    ]
    before = [box(part) for part in kept]
    page.get_by_label("other").click()
    expect(page.get_by_role("spinbutton", name="Columns")).to_be_visible()
    assert [box(part) for part in kept] == before


def test_a_new_game_shows_its_board_at_once(page: Page, url: str) -> None:
    page.goto(f"{url}/{FIRST_MOVES}")
    expect(on_board(page, ".mark")).to_have_count(2)
    page.route("**/v1/**", lambda _: None)
    choose(page, side="O")
    page.get_by_role("button", name="New game").click()
    expect(on_board(page, ".mark")).to_have_count(0)
    says(page, "X is thinking…")
