"""The element and the examples, on the service's own pages and on those of another origin."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.looks import assert_in_order, at_every_look
from tests.browser.playground import (
    cell,
    has_marks,
    on_board,
    says,
    shows,
)
from tests.browser.servers import origin
from tests.live import ROOT

EXAMPLES = ROOT / "service" / "static" / "examples"
FOLDER = ROOT / "service" / "static" / "client"
CLIENT = sorted(p.relative_to(FOLDER).as_posix() for p in FOLDER.rglob("*") if p.is_file())
PAGE = """<!doctype html>
<html lang="en">
<title>Elsewhere</title>
<link rel="icon" href="data:,">
<script type="module" src="{url}/client/noughts-board.js"></script>
<main><h1>A game</h1><noughts-board {attributes}></noughts-board></main>
"""
NOTE_EVENTS = """
window.noted = [];
for (const name of ["move", "gameover", "fault"]) {
  addEventListener(name, ({ type, detail }) => {
    if (detail) noted.push([type, { ...detail, error: detail.error?.code }]);
  });
}
"""
COLOUR = "rgb(1, 2, 3)"
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
EMPTY = re.compile("empty$")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files on the other origin."""
    return tmp_path_factory.mktemp("elsewhere")


@pytest.fixture(scope="module")
def elsewhere(folder: Path) -> Iterator[str]:
    """The other origin."""
    with origin(folder) as address:
        yield address


@pytest.fixture
def hosts(url: str, elsewhere: str) -> tuple[str, ...]:
    """Pages may request both origins."""
    return (f"{url}/", f"{elsewhere}/", "data:")


def put_page(folder: Path, url: str, attributes: str) -> None:
    (folder / "index.html").write_text(PAGE.format(url=url, attributes=attributes))


def play_to_the_end(page: Page) -> None:
    """A game in the example of plain fetch, whose games all differ."""
    status = page.get_by_role("status")
    for _ in range(5):
        page.get_by_role("button", name=EMPTY, disabled=False).first.click()
        expect(status).to_have_text(re.compile(r"Your move\.$|^[XO] wins\.$|^A draw\.$"))
        if not (status.text_content() or "").endswith("Your move."):
            return
    pytest.fail("five moves of X did not end the game")


# On the service


@at_every_look
def test_the_examples_are_listed(page: Page, url: str) -> None:
    page.goto(f"{url}/examples/")
    assert_in_order(page)
    for name in ["One tag", "Plain fetch", "script", "The API"]:
        target = page.get_by_role("link", name=name).evaluate("(link) => link.href")
        assert page.request.get(target).ok


@at_every_look
def test_the_example_of_one_tag(page: Page, url: str) -> None:
    page.goto(f"{url}/examples/board.html")
    says(page, "Your turn: X.")
    cell(page, 4).click()
    expect(on_board(page, ".mark")).to_have_count(2)
    assert_in_order(page)


@at_every_look
def test_the_example_of_plain_fetch(page: Page, url: str) -> None:
    page.goto(f"{url}/examples/fetch.html")
    assert_in_order(page)
    play_to_the_end(page)
    assert_in_order(page)


# On another origin


@pytest.mark.parametrize("name", CLIENT)
def test_a_file_of_the_client_is_for_every_origin(
    context: BrowserContext, url: str, elsewhere: str, name: str
) -> None:
    answer = context.request.get(f"{url}/client/{name}", headers={"Origin": elsewhere})
    assert answer.ok
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"


@at_every_look
def test_one_tag_is_a_game_elsewhere(page: Page, url: str, elsewhere: str, folder: Path) -> None:
    put_page(folder, url, "")
    page.goto(elsewhere)
    says(page, "Your turn: X.")
    cell(page, 4).click()
    expect(on_board(page, ".mark")).to_have_count(2)
    assert_in_order(page)


@at_every_look
def test_the_example_works_elsewhere_once_it_names_the_service(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    shutil.copytree(EXAMPLES, folder / "examples", dirs_exist_ok=True)
    (folder / "static").mkdir(exist_ok=True)
    shutil.copy(EXAMPLES.parent / "icon.svg", folder / "static")
    script = folder / "examples" / "fetch.js"
    first, *rest = script.read_text().splitlines()
    assert first.startswith('const service = "../";')
    script.write_text("\n".join([f'const service = "{url}/";', *rest]))
    page.goto(f"{elsewhere}/examples/fetch.html")
    play_to_the_end(page)
    assert_in_order(page)


# Attributes, events, colours


def test_attributes_take_effect(page: Page, url: str, elsewhere: str, folder: Path) -> None:
    put_page(folder, url, 'columns="4" rows="3" in-a-row="4" side="O" show-scores seed="7"')
    page.goto(elsewhere)
    expect(on_board(page, ".cell")).to_have_count(12)
    has_marks(page, 1, 0)
    expect(on_board(page, ".score")).to_have_count(11)


def test_the_same_seed_is_the_same_game_and_a_level_can_be_set(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    put_page(folder, url, 'level="perfect" seed="7"')
    boards = []
    for _ in range(2):
        page.goto(elsewhere)
        cell(page, 0).click()
        expect(on_board(page, ".mark")).to_have_count(2)
        boards.append(page.locator("noughts-board").evaluate("(b) => b.game.position.notation"))
    assert boards == ["X../.O./..."] * 2  # the only move that does not lose


def test_misere_and_starting_side_take_effect(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    put_page(folder, url, 'misere starting-side="O" side="both"')
    page.goto(elsewhere)
    for number in (0, 4, 1, 5, 2):
        cell(page, number).click()
    says(page, "O completed a line, so X wins.")


def test_an_attribute_that_changes_begins_anew(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    put_page(folder, url, 'side="both"')
    page.goto(elsewhere)
    cell(page, 0).click()
    shows(page, "X........")
    page.locator("noughts-board").evaluate("(board) => board.setAttribute('columns', 4)")
    expect(on_board(page, ".cell")).to_have_count(12)
    shows(page, "." * 12)


def test_moves_and_the_end_are_told_to_the_page(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    put_page(folder, url, 'level="perfect" seed="7"')
    page.add_init_script(NOTE_EVENTS)
    page.goto(elsewhere)
    cell(page, 0).click()
    expect(on_board(page, ".mark")).to_have_count(2)
    (first, by_person), (second, by_level) = page.evaluate("noted")
    assert first == second == "move"
    assert [by_person[name] for name in ("side", "cell", "by")] == ["X", 0, "person"]
    assert [by_level[name] for name in ("side", "cell", "by")] == ["O", 4, "level"]
    assert by_person["position"]["notation"] == "X../.../..."
    assert by_level["position"]["notation"] == "X../.O./..."


def test_the_end_is_told_to_the_page(page: Page, url: str, elsewhere: str, folder: Path) -> None:
    put_page(folder, url, 'side="both"')
    page.add_init_script(NOTE_EVENTS)
    page.goto(elsewhere)
    for number in (0, 4, 1, 5, 2):
        cell(page, number).click()
    says(page, "X wins.")
    name, detail = page.evaluate("noted.at(-1)")
    assert name == "gameover"
    assert detail["winner"] == "X"
    assert detail["status"] == "won"
    assert detail["position"]["winning_lines"] == [[0, 1, 2]]


def test_an_error_is_told_to_the_page_and_a_right_setting_ends_it(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    put_page(folder, url, 'in-a-row="9" side="o" rows="abc"')
    page.add_init_script(NOTE_EVENTS)
    page.goto(elsewhere)
    board = page.locator("noughts-board")
    expect(on_board(page, ".fault span")).to_have_text("Set rows to a whole number from 3 to 9.")
    assert page.evaluate("noted.map(([name, { error }]) => [name, error])") == [
        ["fault", "wrong_setting"]
    ]
    board.evaluate("board => board.setAttribute('rows', 9)")
    has_marks(page, 1, 0)
    board.evaluate("board => board.setAttribute('level', 'godlike')")
    expect(on_board(page, ".fault")).to_contain_text("Set level to beginner")
    board.evaluate("board => board.setAttribute('level', 'easy')")
    expect(on_board(page, ".fault")).to_be_hidden()
    has_marks(page, 1, 0)


def test_a_page_sets_the_colours(page: Page, url: str, elsewhere: str, folder: Path) -> None:
    put_page(folder, url, f'side="both" style="--noughts-x: {COLOUR}"')
    page.goto(elsewhere)
    for number in (0, 1):
        cell(page, number).click()
    expect(on_board(page, ".mark.X")).to_have_css("stroke", COLOUR)
    expect(on_board(page, ".mark.O")).not_to_have_css("stroke", COLOUR)


def test_a_page_sets_the_colour_of_the_text(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    put_page(folder, url, f'style="--noughts-ink: {COLOUR}"')
    page.goto(elsewhere)
    expect(on_board(page, ".status")).to_have_css("color", COLOUR)


def test_a_cell_keeps_its_colour_under_the_pointer(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    put_page(folder, url, 'side="both" show-scores style="--noughts-win: lime"')
    page.goto(elsewhere)
    for number in (0, 1):
        cell(page, number).click()
    win = on_board(page, "[data-outcome=win]").first
    pale = win.evaluate(GREENER)
    win.hover()
    assert win.evaluate(GREENER) > pale > 0


def test_scores_fit_into_small_cells(page: Page, url: str, elsewhere: str, folder: Path) -> None:
    put_page(folder, url, 'columns="9" side="both" show-scores style="--noughts-size: 300px"')
    page.goto(elsewhere)
    expect(on_board(page, ".score")).to_have_count(27, timeout=30_000)
    assert page.locator("noughts-board").evaluate(CUT_OFF) == []


def test_the_grid_is_there_in_forced_colours(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    page.emulate_media(forced_colors="active")
    put_page(folder, url, "")
    page.goto(elsewhere)
    expect(cell(page, 0)).to_have_css("border-top-style", "solid")


def test_the_move_that_wins_says_so(page: Page, url: str, elsewhere: str, folder: Path) -> None:
    put_page(folder, url, 'side="both"')
    page.add_init_script(NOTE_EVENTS)
    page.goto(elsewhere)
    for number in (0, 4, 1, 5, 2):
        cell(page, number).click()
    says(page, "X wins.")
    moves = page.evaluate("noted.filter(([name]) => name === 'move').map(([, detail]) => detail)")
    statuses = [move["position"]["status"] for move in moves]
    assert statuses == [*["in_progress"] * 4, "won"]


def test_a_fault_is_no_error_of_a_script(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    put_page(folder, url, 'rows="abc"')
    page.add_init_script("window.onerror = () => { window.reported = true; };" + NOTE_EVENTS)
    page.goto(elsewhere)
    expect(on_board(page, ".fault")).to_be_visible()
    assert page.evaluate("[window.reported ?? false, noted.length]") == [False, 1]


# Properties, control, languages


def test_attributes_are_properties(page: Page, url: str, elsewhere: str, folder: Path) -> None:
    put_page(folder, url, 'in-a-row="3" side="both"')
    page.goto(elsewhere)
    board = page.locator("noughts-board")
    says(page, "X to move.")
    board.evaluate("(board) => Object.assign(board, { columns: 4, inARow: 4, level: 'hard' })")
    expect(on_board(page, ".cell")).to_have_count(12)
    found = board.evaluate("(b) => [b.getAttribute('in-a-row'), b.columns, b.misere, b.seed]")
    assert found == ["4", 4, False, None]


def test_board_moves_and_position_can_be_set(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    put_page(folder, url, 'side="both"')
    page.goto(elsewhere)
    board = page.locator("noughts-board")
    board.evaluate("(board) => { board.moves = [0, 3, 1, 4, 2]; }")
    says(page, "X wins.")
    won = board.evaluate("(board) => board.position")
    board.evaluate("(board) => { board.board = 'XO./.../...'; }")
    shows(page, "XO.......")
    assert board.evaluate("(board) => board.board") == "XO./.../..."
    board.evaluate("(board, position) => { board.position = position; }", won)
    shows(page, "XXXOO....")
    says(page, "X wins.")


def test_the_page_may_forbid_a_move(page: Page, url: str, elsewhere: str, folder: Path) -> None:
    put_page(folder, url, 'side="both"')
    page.goto(elsewhere)
    forbid = "(board) => board.addEventListener('beforemove', (event) => {"
    forbid += " if (event.detail.cell === 4) event.preventDefault(); })"
    page.locator("noughts-board").evaluate(forbid)
    cell(page, 4).click()
    cell(page, 0).click()
    shows(page, "X........")


def test_the_page_may_make_the_moves(page: Page, url: str) -> None:
    page.goto(f"{url}/examples/")
    board = page.locator("#controlled")
    for number in (0, 4):
        board.locator(f"[data-cell='{number}']").click()
    expect(board.locator(".mark")).to_have_count(2)
    expect(page.locator("#two")).to_have_text("The page has kept 2 moves: 0, 4.")


def test_the_board_speaks_the_language_of_the_page(
    page: Page, url: str, elsewhere: str, folder: Path
) -> None:
    put_page(folder, url, 'lang="de" side="both"')
    page.goto(elsewhere)
    says(page, "X ist am Zug.")
    board = page.locator("noughts-board")
    board.evaluate("(board) => { board.messages = { toMove: (side) => `${side}, los!` }; }")
    says(page, "X, los!")
    board.evaluate("(board) => { board.lang = 'es'; board.messages = {}; }")
    says(page, "Juega X.")
