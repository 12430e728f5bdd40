"""The <noughts-board> element in pages of another origin, and the examples."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board import begin, cell, has_marks, on_board, play_to_the_end, says, shows
from tests.browser.embedding import PAGE, Embed
from tests.browser.looks import assert_fits, assert_nothing_moved, at_every_look, delay
from tests.docs.pages import ADDRESS_SHOWN, block
from tests.live import ROOT

EXAMPLES = ROOT / "service" / "static" / "examples"
DOCUMENT = ROOT / "docs" / "embedding.md"
TOP_ROW = (0, 4, 1, 5, 2)  # moves with which the first side completes it


@at_every_look
def test_documented_tag_keeps_its_space_and_plays(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    element = block(DOCUMENT, "html").replace(ADDRESS_SHOWN, url)
    (folder / "index.html").write_text(PAGE.format(style=block(DOCUMENT, "css"), element=element))
    delay(page, 400)
    begin(page, elsewhere)
    cell(page, 4).click()
    has_marks(page, 1, 1)
    assert_nothing_moved(page)
    assert_fits(page)


def test_bundle_plays_if_its_hash_is_the_documented_one(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    [integrity] = re.findall(r'`(integrity="sha384-.*?")`', DOCUMENT.read_text())
    element = f"""<script type="module" src="{url}/client/noughts-board.bundle.js" crossorigin
      {integrity}></script><noughts-board lang="de"></noughts-board>"""
    (folder / "index.html").write_text(PAGE.format(style="", element=element))
    page.goto(elsewhere)
    says(page, "Du bist am Zug: X.")
    cell(page, 4).click()
    has_marks(page, 1, 1)


def test_attributes_set_board_side_and_scores(page: Page, embed: Embed) -> None:
    embed('columns="4" rows="3" in-a-row="4" side="O" show-scores seed="7"')
    expect(on_board(page, ".cell")).to_have_count(12)
    has_marks(page, 1, 0)
    expect(on_board(page, ".score")).to_have_count(11)


def test_level_and_seed_determine_reply_and_moves_are_reported(page: Page, embed: Embed) -> None:
    for _ in range(2):
        embed('level="perfect" seed="7"')
        cell(page, 0).click()
        has_marks(page, 1, 1)
        (first, by_person), (second, by_level) = page.evaluate("noted")
        assert first == second == "move"
        assert [by_person[name] for name in ("side", "cell", "by")] == ["X", 0, "person"]
        assert [by_level[name] for name in ("side", "cell", "by")] == ["O", 4, "level"]
        assert by_person["position"]["notation"] == "X../.../..."
        assert by_level["position"]["notation"] == "X../.O./..."  # the only move that draws


def test_misere_and_starting_side_take_effect(page: Page, embed: Embed) -> None:
    embed('misere starting-side="O" side="both"')
    for number in TOP_ROW:
        cell(page, number).click()
    says(page, "O completed a1, b1, c1. Completing a line loses, so X wins.")


def test_attributes_are_properties_and_a_change_restarts_the_game(page: Page, embed: Embed) -> None:
    board = embed('in-a-row="3" side="both"')
    for change, count in [
        ("board.setAttribute('columns', 4)", 12),
        ("Object.assign(board, { columns: 5, inARow: 4, level: 'hard' })", 15),
    ]:
        cell(page, 0).click()
        shows(page, "X........")
        board.evaluate(f"(board) => {change}")
        expect(on_board(page, ".cell")).to_have_count(count)
        shows(page, "." * count)
    found = board.evaluate("(b) => [b.getAttribute('in-a-row'), b.columns, b.misere, b.seed]")
    assert found == ["4", 5, False, None]


def test_win_is_reported(page: Page, embed: Embed) -> None:
    embed('side="both"')
    for number in TOP_ROW:
        cell(page, number).click()
    says(page, "X completed a1, b1, c1. X wins.")
    *moves, (name, end) = page.evaluate("noted")
    statuses = [move["position"]["status"] for _, move in moves]
    assert statuses == [*["in_progress"] * 4, "won"]
    assert (name, end["winner"], end["status"]) == ("gameover", "X", "won")
    assert end["position"]["winning_lines"] == [[0, 1, 2]]


def test_another_game_begins_with_the_other_side(page: Page, embed: Embed) -> None:
    again = page.get_by_role("button", name="Play again")
    for replay in ("", "replay"):
        board = embed(f'side="X" seed="7" {replay}')
        board.evaluate("(board) => { board.moves = [0, 3, 1, 4]; }")
        shows(page, "XX.OO....")
        says(page, "Your turn: X.")  # the service has checked the moves
        expect(again).to_be_hidden()
        cell(page, 2).click()
        says(page, "X completed a1, b1, c1. X wins.")
    expect(again).to_be_visible()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    has_marks(page, 1, 0)
    expect(on_board(page, ".status")).to_contain_text("Your turn: O.")
    expect(board).to_have_attribute("side", "O")
    expect(again).to_be_hidden()
    expect(cell(page, 2)).to_be_focused()


def test_invalid_attributes_are_a_fault_until_corrected(
    page: Page, embed: Embed, complaints: list[str]
) -> None:
    board = embed('in-a-row="9" side="o" rows="abc" level="expert"')
    faults = "rows must be a whole number from 3 to 9. level must be beginner, easy, medium, hard"
    expect(on_board(page, ".fault span")).to_have_text(f"{faults} or perfect.")
    assert complaints == [f"<noughts-board>: {faults} or perfect."]
    noted = page.evaluate("noted.map(([name, detail]) => [name, detail?.error])")
    assert noted == [["fault", "wrong_setting"]]  # and no error of a script
    board.evaluate("board => Object.assign(board, { rows: 9, level: null })")
    has_marks(page, 1, 0)
    board.evaluate("board => board.setAttribute('level', 'godlike')")
    expect(on_board(page, ".fault")).to_contain_text("level must be beginner")
    board.evaluate("board => board.setAttribute('level', 'easy')")
    expect(on_board(page, ".fault")).to_be_hidden()
    has_marks(page, 1, 0)
    assert complaints.pop().startswith("<noughts-board>: level must be")
    assert len(complaints) == 1
    complaints.clear()


def test_board_is_the_position_that_games_begin_with(page: Page, embed: Embed) -> None:
    board = embed('board="XO../.X../..../...." in-a-row="4" side="both" replay')
    shows(page, "XO...X..........")
    says(page, "O to move.")
    cell(page, 15).click()
    shows(page, "XO...X.........O")
    for change, marks in [
        ("newGame()", "XO...X.........."),
        ("setAttribute('board', 'X../.../...'), board.inARow = null", "X........"),
        ("moves = [4]", "....X...."),
        ("newGame()", "X........"),
        ("removeAttribute('board')", "........."),
    ]:
        board.evaluate(f"(board) => {{ board.{change}; }}")
        shows(page, marks)
        expect(on_board(page, ".cell")).to_have_count(len(marks))


@pytest.mark.parametrize(
    ("attributes", "status"),
    [
        ('board="XO./.../..."', "Your turn: X."),
        ('board="XO./.../..." starting-side="O" side="O"', "Your turn: O."),
        ('board="OX./.../..O" starting-side="O"', "Your turn: X."),
        ('board="xoX/_-o/..." side="none" view-only', "X to move."),
        ('board="XXX/OO./O.." starting-side="O"', "X wins."),
        ('board="XX./OO./..." misere starting-side="O" side="both"', "O to move."),
    ],
)
def test_side_to_move_follows_from_board_and_starting_side(
    page: Page, embed: Embed, attributes: str, status: str
) -> None:
    embed(attributes)
    says(page, status)


def test_impossible_board_is_a_fault(page: Page, embed: Embed, complaints: list[str]) -> None:
    board = embed('board="XXX/.../..."')
    text = "There are 3 X and 0 O. The sides take turns, so the counts can differ by at most one."
    expect(on_board(page, ".fault span")).to_have_text(text)
    assert complaints.pop() == f"<noughts-board>: {text}"
    assert "422" in complaints.pop()
    board.evaluate("(board) => board.setAttribute('board', 'XOX/O../...')")
    shows(page, "XOXO.....")


def test_board_set_before_the_attributes_is_kept(page: Page, embed: Embed) -> None:
    """As React does with an element that it creates."""
    embed("").evaluate("""(board) => {
      const other = document.createElement("noughts-board");
      Object.assign(other, { board: "X.../..../..../....", inARow: 4, side: "O" });
      board.replaceWith(other);
    }""")
    shows(page, "X...............")
    says(page, "Your turn: O.")


def test_position_can_be_set_and_a_move_prevented(page: Page, embed: Embed) -> None:
    board = embed('side="both"')
    board.evaluate("(board) => { board.moves = [0, 3, 1, 4, 2]; }")
    says(page, "X wins.")
    won = board.evaluate("(board) => board.position")
    board.evaluate("(board) => { board.board = 'XO./.../...'; }")
    shows(page, "XO.......")
    assert board.evaluate("(board) => board.board") == "XO./.../..."
    forbid = "(event) => { if (event.detail.cell === 4) event.preventDefault(); }"
    board.evaluate(f"(board) => board.addEventListener('beforemove', {forbid})")
    cell(page, 4).click()
    cell(page, 8).click()
    shows(page, "XO......X")
    board.evaluate("(board, position) => { board.position = position; }", won)
    shows(page, "XXXOO....")
    says(page, "X wins.")


def test_language_and_messages_can_be_set(page: Page, embed: Embed) -> None:
    board = embed('lang="de" side="both"')
    says(page, "X ist am Zug.")
    board.evaluate("(board) => { board.messages = { toMove: (side) => `${side}, los!` }; }")
    says(page, "X, los!")
    board.evaluate("(board) => { board.lang = 'es'; board.messages = {}; }")
    says(page, "Juega X.")
    for number in TOP_ROW:
        cell(page, number).click()
    says(page, "X ha completado a1, b1, c1. Gana X.")
    board.evaluate("(board) => { board.messages = { won: () => '' }; }")
    says(page, "X ha completado a1, b1, c1.")


def test_view_only_board_is_explored_but_not_played(page: Page, embed: Embed) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    board = embed('view-only side="O"')  # of which X is to move first
    says(page, "X to move.")
    cell(page, 4).click(force=True)
    expect(cell(page, 4)).to_have_css("cursor", "default")
    expect(cell(page, 4)).to_have_attribute("aria-disabled", "true")
    page.get_by_role("heading").click()
    board.evaluate("(board) => board.focus()")
    expect(cell(page, 4)).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(cell(page, 7)).to_be_focused()
    has_marks(page, 0, 0)
    assert not [url for url in requests if "/v1/" in url]
    board.evaluate("(board) => { board.viewOnly = false; }")
    has_marks(page, 1, 0)


def test_names_of_properties_are_attributes_too(page: Page, embed: Embed) -> None:
    """As React, Vue and Svelte render them on a server."""
    board = embed('columns="4" rows="4" inARow="4" startingSide="O" misere="false" side="both"')
    says(page, "O to move.")
    found = board.evaluate("(b) => [b.inARow, b.startingSide, b.misere, b.position.in_a_row]")
    assert found == [4, "O", False, 4]
    board.evaluate("(board) => { board.inARow = 3; }")
    expect(board).to_have_attribute("in-a-row", "3")
    board.evaluate("(board) => { board.inARow = null; board.startingSide = null; }")
    says(page, "X to move.")
    written = board.evaluate("(board) => board.getAttributeNames()")
    assert written == ["columns", "rows", "misere", "side"]  # and no style


def test_examples_are_listed_and_page_can_make_the_moves(page: Page) -> None:
    page.goto("/examples/")
    assert_fits(page)
    for name in ["One tag", "Plain fetch", "script", "Developers"]:
        target = page.get_by_role("link", name=name).evaluate("(link) => link.href")
        assert page.request.get(target).ok
    board = page.locator("#controlled")  # whose moves the page makes
    for number in (0, 4):
        board.locator(f"[data-cell='{number}']").click()
    expect(board.locator(".mark")).to_have_count(2)
    expect(page.locator("#two")).to_have_text("The page has kept 2 moves: 0, 4.")


def test_one_tag_example_plays(page: Page) -> None:
    begin(page, "/examples/board.html")
    cell(page, 4).click()
    has_marks(page, 1, 1)
    assert_fits(page)


def test_fetch_example_plays_on_both_origins(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    page.goto("/examples/fetch.html")
    assert_fits(page)
    play_to_the_end(page)
    assert_fits(page)

    shutil.copytree(EXAMPLES, folder / "examples", dirs_exist_ok=True)
    (folder / "static").mkdir(exist_ok=True)
    for name in ("icon.svg", "site.css"):
        shutil.copy(EXAMPLES.parent / name, folder / "static")
    script = folder / "examples" / "fetch.js"
    own, rest = script.read_text().split(";", 1)
    assert own == 'const service = "../"'
    script.write_text(f'const service = "{url}/";{rest}')
    page.goto(f"{elsewhere}/examples/fetch.html")
    play_to_the_end(page)
    assert_fits(page)
