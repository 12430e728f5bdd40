"""The page on which a person writes a player, plays against it and sends it to the exam."""

from pathlib import Path
from typing import Final

from playwright.sync_api import Page, expect

from tests.browser.board import cell, on_board, place, says, shows
from tests.browser.looks import (
    assert_accessible,
    assert_fits,
    assert_large_targets,
    on_a_dark_phone,
)
from tests.browser.players import (
    CENTER,
    FIRST_EMPTY,
    NO_FORKS,
    choose_side,
    code,
    examine,
    fails,
    open_player,
    said,
)

FORKED: Final = [0, 4, 7, 2, 6, 3, 8]  # the rule-based player, as O, is forked
NO_CELL: Final = "which is not the number of an empty cell"
NO_NUMBER: Final = "which is not a finite number"
WRONG: Final = {  # players, and what is said of each
    "function move() { return 0; }": f"The player returned 0 (a1), {NO_CELL}.",
    'function move() { return "1"; }': (
        'The player returned the text "1" instead of a number. Number(…) converts digits.'
    ),
    "function move() { return 4n; }": (
        "The player returned the BigInt 4n instead of a number. Number(…) converts it."
    ),
    "async function move() { return 4; }": (
        "The player returned a promise. It must return a number, so it cannot be async."
    ),
    "function move() {}": (
        "The player returned nothing. Each way through its code must end with a return."
    ),
    "function move() { return NaN; }": (
        "The player returned NaN, so a part of its calculation was not a number."
    ),
    "function move() { return [4]; }": (
        "The player returned the list [4] instead of a number. Return one of its items."
    ),
    "function move() { return { cell: 4 }; }": (
        "The player returned an object instead of a number. Return only the number of the cell."
    ),
    "function move() { return () => 4; }": (
        "The player returned a function instead of a number. Call it, and return its result."
    ),
    'function move() { return "x".repeat(99); }': (
        f'The player returned the text "{"x" * 49}… instead of a number. Number(…) converts digits.'
    ),
    "function move() { return 1 + move(); }": "RangeError: Maximum call stack size exceeded.",
    "function move() { return 0.5; }": f"The player returned 0.5, {NO_CELL}.",
    "function evaluate() { return NaN; }": f"TypeError: evaluate returned NaN, {NO_NUMBER}.",
    'function evaluate() { return "1"; }': (
        f'TypeError: evaluate returned the text "1", {NO_NUMBER}.'
    ),
}


@on_a_dark_phone
def test_student_writes_a_losing_player_and_fixes_it(page: Page) -> None:
    open_player(page)
    starter = code(page).input_value()
    examine(page, FIRST_EMPTY)
    expect(said(page).get_by_role("heading")).to_have_text("Loses as O in 5 plies.")
    assert_fits(page)
    assert_large_targets(page)

    page.get_by_text("More", exact=True).click()
    assert_fits(page)
    assert_large_targets(page)
    page.get_by_role("button", name="Start again").click()
    expect(page.get_by_label("It plays")).to_be_hidden()
    assert code(page).input_value() == starter
    examine(page)
    expect(said(page).get_by_role("heading")).to_have_text("Loses as O in 7 plies.")
    game = said(page).get_by_role("group", name="The game").get_by_role("button")
    names = [f"{ply}. {'OX'[ply % 2]} {place(number)}" for ply, number in enumerate(FORKED, 1)]
    expect(game).to_have_text(["Start", *names])
    said(page).get_by_role("button", name="Watch").click()
    expect(game.last).to_have_attribute("aria-current", "step")
    expect(on_board(page, ".status")).to_contain_text("X wins.")
    assert_fits(page)

    examine(page, starter.replace(CENTER, NO_FORKS + CENTER))
    expect(said(page).get_by_role("heading")).to_have_text("Perfect as O.")
    expect(on_board(page, ".status")).to_contain_text("draw")  # It has played against itself.
    choose_side(page, "X")
    examine(page)
    expect(said(page).get_by_role("heading")).to_have_text("Perfect as X.")
    page.get_by_label("Your name").fill("A student")
    with page.expect_download() as download:
        page.get_by_role("button", name="Keep the certificate").click()
    assert download.value.suggested_filename == "certificate.png"
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    assert_fits(page)
    assert_accessible(page)


def test_person_plays_against_a_player_and_an_evaluation(page: Page) -> None:
    open_player(page)
    code(page).fill(FIRST_EMPTY)
    page.get_by_role("button", name="Play against it").click()
    says(page, "Your turn: X.")
    for number, reply in [(4, "a1"), (6, "b1")]:
        cell(page, number).click()
        says(page, f"O played {reply}. Your turn: X.")
    cell(page, 2).click()
    says(page, "X completed c1, b2, a3. X wins.")
    code(page).fill("const evaluate = (board, side) => (board[4] === side ? 1 : 0);")
    choose_side(page, "X")
    page.get_by_role("button", name="Play against it").click()
    says(page, "X played b2. Your turn: O.")


def test_code_is_written_with_the_keyboard(page: Page) -> None:
    open_player(page)
    code(page).fill("function move(board) {")
    code(page).press("End")
    for key in ("Enter", "Tab", "Shift+Tab"):
        code(page).press(key)
    page.keyboard.type("return board.indexOf(null)")
    assert code(page).input_value() == "function move(board) {\n  return board.indexOf(null)"
    code(page).press("Control+z")
    assert code(page).input_value() != "function move(board) {\n  return board.indexOf(null)"
    code(page).press("Escape")
    expect(page.get_by_role("button", name="Examine it")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(code(page)).to_be_focused()


def test_errors_name_the_line_and_the_position(page: Page, complaints: list[str]) -> None:
    open_player(page)
    examine(page, "function move(board) {\n  return bored.indexOf(null);\n}\n")
    fails(page, "Line 2, in X../.../...: ReferenceError: bored is not defined.")
    assert_fits(page)
    assert_large_targets(page)
    page.get_by_role("button", name="Go to line 2").click()
    expect(code(page)).to_be_focused()
    assert page.evaluate("getSelection().toString()").strip() == "return bored.indexOf(null);"
    page.get_by_role("button", name="Show the position").click()
    shows(page, "X........")
    examine(page, "function move(board) {\n  return 4\n\n}}")
    fails(page, "Line 4: SyntaxError: Unexpected token '}'.")
    examine(page, "const best = 4;")
    lacking = "The code defines neither move(board, side) nor evaluate(board, side)."
    fails(page, f"ReferenceError: {lacking}")
    for text, fault in WRONG.items():
        examine(page, text)
        fails(page, f"In X../.../...: {fault}")
    for thrown in ("1", "help"):
        examine(page, f"function move() {{ throw {thrown!r}; }}")
        fails(page, f"Line 1, in X../.../...: The code threw {thrown}.")
    complaints.clear()
