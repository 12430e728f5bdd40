"""The <noughts-board> element in pages of another origin, and the examples."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.board import begin, cell, has_marks, on_board, play_to_the_end, says, shows
from tests.browser.looks import assert_in_order, assert_nothing_moved, at_every_look, delay
from tests.docs.pages import ADDRESS_SHOWN, block
from tests.live import ROOT

Embed = Callable[[str], Locator]

EXAMPLES = ROOT / "service" / "static" / "examples"
DOCUMENT = ROOT / "docs" / "embedding.md"
PAGE = """<!doctype html>
<html lang="en"><meta name="viewport" content="width=device-width"><title>A page</title>
<link rel="icon" href="data:,"><style>{style}</style>
<main><h1>A page</h1>{element}<p>The text below the board stays in place.</p></main></html>
"""
ELEMENT = """<script type="module" src="{url}/client/noughts-board.js"></script>
<noughts-board {attributes}></noughts-board>
"""
NOTE_EVENTS = """
window.noted = [];
window.onerror = () => noted.push(["error"]);
for (const name of ["move", "gameover", "fault"]) {
  addEventListener(name, ({ type, detail }) => {
    if (detail) noted.push([type, { ...detail, error: detail.error?.code }]);
  });
}
"""
TOP_ROW = (0, 4, 1, 5, 2)  # moves with which the first side completes it
COLOR = "rgb(1, 2, 3)"
GREENER = """
(cell) => {
  const [red, green] = getComputedStyle(cell).backgroundColor.match(/[0-9.]+/g);
  return green - red;
}
"""
CUT_OFF = """
({ shadowRoot }) => [...shadowRoot.querySelectorAll(".cell")]
  .filter((cell) => cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight)
  .map((cell) => cell.textContent)
"""


@pytest.fixture
def embed(page: Page, url: str, elsewhere: str, folder: Path) -> Embed:
    """Open a page that embeds a board with these attributes and notes its events."""

    def embed(attributes: str) -> Locator:
        element = ELEMENT.format(url=url, attributes=attributes)
        (folder / "index.html").write_text(PAGE.format(style="", element=element))
        page.goto(elsewhere)
        return page.locator("noughts-board")

    page.add_init_script(NOTE_EVENTS)
    return embed


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
    assert_in_order(page)


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
    says(page, "O completed a line, so X wins.")


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
    says(page, "X wins.")
    *moves, (name, end) = page.evaluate("noted")
    statuses = [move["position"]["status"] for _, move in moves]
    assert statuses == [*["in_progress"] * 4, "won"]
    assert (name, end["winner"], end["status"]) == ("gameover", "X", "won")
    assert end["position"]["winning_lines"] == [[0, 1, 2]]


def test_invalid_attribute_is_a_fault_until_corrected(page: Page, embed: Embed) -> None:
    board = embed('in-a-row="9" side="o" rows="abc"')
    expect(on_board(page, ".fault span")).to_have_text("Set rows to a whole number from 3 to 9.")
    noted = page.evaluate("noted.map(([name, detail]) => [name, detail?.error])")
    assert noted == [["fault", "wrong_setting"]]  # and no error of a script
    board.evaluate("board => board.setAttribute('rows', 9)")
    has_marks(page, 1, 0)
    board.evaluate("board => board.setAttribute('level', 'godlike')")
    expect(on_board(page, ".fault")).to_contain_text("Set level to beginner")
    board.evaluate("board => board.setAttribute('level', 'easy')")
    expect(on_board(page, ".fault")).to_be_hidden()
    has_marks(page, 1, 0)


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


def test_style_sets_the_colors(page: Page, embed: Embed) -> None:
    style = f"--noughts-x: {COLOR}; --noughts-ink: {COLOR}; --noughts-win: lime"
    embed(f'side="both" show-scores style="{style}"')
    for number in (0, 1):
        cell(page, number).click()
    expect(on_board(page, ".mark.X")).to_have_css("stroke", COLOR)
    expect(on_board(page, ".mark.O")).not_to_have_css("stroke", COLOR)
    expect(on_board(page, ".status")).to_have_css("color", COLOR)
    win = on_board(page, "[data-outcome=win]").first
    pale = win.evaluate(GREENER)
    win.hover()
    assert win.evaluate(GREENER) > pale > 0


def test_scores_fit_into_small_cells(page: Page, embed: Embed) -> None:
    board = embed('columns="9" side="both" show-scores style="--noughts-size: 300px"')
    expect(on_board(page, ".score")).to_have_count(27)
    assert board.evaluate(CUT_OFF) == []


def test_forced_colors_keep_the_grid(page: Page, embed: Embed) -> None:
    page.emulate_media(forced_colors="active")
    embed("")
    expect(cell(page, 0)).to_have_css("border-top-style", "solid")


@at_every_look
def test_examples_are_listed_and_page_can_make_the_moves(page: Page) -> None:
    page.goto("/examples/")
    assert_in_order(page)
    for name in ["One tag", "Plain fetch", "script", "The API"]:
        target = page.get_by_role("link", name=name).evaluate("(link) => link.href")
        assert page.request.get(target).ok
    board = page.locator("#controlled")  # whose moves the page makes
    for number in (0, 4):
        board.locator(f"[data-cell='{number}']").click()
    expect(board.locator(".mark")).to_have_count(2)
    expect(page.locator("#two")).to_have_text("The page has kept 2 moves: 0, 4.")


@at_every_look
def test_one_tag_example_plays(page: Page) -> None:
    begin(page, "/examples/board.html")
    cell(page, 4).click()
    has_marks(page, 1, 1)
    assert_in_order(page)


@at_every_look
def test_fetch_example_plays_on_both_origins(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    page.goto("/examples/fetch.html")
    assert_in_order(page)
    play_to_the_end(page)
    assert_in_order(page)

    shutil.copytree(EXAMPLES, folder / "examples", dirs_exist_ok=True)
    (folder / "static").mkdir(exist_ok=True)
    shutil.copy(EXAMPLES.parent / "icon.svg", folder / "static")
    script = folder / "examples" / "fetch.js"
    own, rest = script.read_text().split(";", 1)
    assert own == 'const service = "../"'
    script.write_text(f'const service = "{url}/";{rest}')
    page.goto(f"{elsewhere}/examples/fetch.html")
    play_to_the_end(page)
    assert_in_order(page)
