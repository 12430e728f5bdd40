"""The API documentation: its operations are listed, opened and tried."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.board import cell
from tests.browser.looks import assert_accessible, assert_fits, at_every_look, box, on_a_dark_phone
from tests.live import ROOT
from tests.parameters import in_release

PATHS = json.loads((ROOT / "openapi" / "openapi.json").read_text())["paths"]
OPERATIONS = [operation for path in PATHS.values() for operation in path.values()]
WEIGHT = """
performance.getEntries()
  .filter(({ name }) => !name.endsWith("openapi.json"))
  .reduce((sum, { encodedBodySize = 0 }) => sum + encodedBodySize, 0)
"""


def operation_of(page: Page, name: str) -> Locator:
    return page.locator(f"[id='/{name}']")


def open_operation(page: Page, name: str) -> Locator:
    operation = operation_of(page, name)
    operation.locator("summary").click()
    is_drawn(operation)
    return operation


def is_drawn(operation: Locator) -> None:
    expect(operation.get_by_role("button", name="Execute")).to_be_visible()


def try_out(operation: Locator) -> Locator:
    operation.get_by_role("button", name="Execute").click()
    response = operation.locator(".responses-table.live-responses-table")
    expect(response.locator(".response-col_status").last).to_contain_text("200")
    return response


@at_every_look
def test_board_shows_its_call_and_the_list_opens_operations(page: Page, url: str) -> None:
    page.goto("/docs")
    request, response = page.locator("#request"), page.locator("#response")
    expect(request).to_have_text(f"curl '{url}/v1/best-move'")
    expect(response).to_contain_text('"cell": 0')
    cell(page, 4).click()
    expect(request).to_contain_text("board=.../.X./...")
    expect(response).to_contain_text('"side": "O"')
    before = response.text_content()
    cells = json.loads(before or "")["position"]["cells"]
    cell(page, cells.index(None)).click()
    expect(response).not_to_have_text(before or "")
    board, beside = box(page.locator("noughts-board")), box(response)
    if page.evaluate("innerWidth") >= 960:
        assert beside["x"] >= board["x"] + board["width"]
    assert_fits(page)
    for code in page.locator("#embed code, .programs code").all():
        expect(code).to_contain_text(url)

    page.get_by_role("searchbox").fill("selects among the moves")
    found = page.locator(".operation:visible summary")
    paths = ["GET/v1/best-move", "POST/v1/best-move", "GET/v1/best-move/stream"]
    expect(found).to_have_text([re.compile(f"^{path}Play one turn") for path in paths])
    found.nth(1).click()
    operation = operation_of(page, "play/post_best_move")
    is_drawn(operation)
    expect(operation).to_be_in_viewport()


def test_tag_can_be_copied(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/docs")
    page.locator("#copy").click()
    expect(page.locator("#copy")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    page.route("**/copied", lambda route: route.fulfill(body=copied, content_type="text/html"))
    page.goto("/copied")
    expect(page.get_by_role("grid")).to_be_visible()


@at_every_look
def test_document_has_a_list_of_contents_and_calls_this_service(page: Page, url: str) -> None:
    page.goto("/docs/api#play-a-game")
    expect(page.get_by_role("heading", name="Play a game")).to_be_in_viewport()
    assert_accessible(page)
    assert_fits(page)
    article, contents = page.locator("article"), page.locator("#contents")
    expect(article).to_contain_text(f"{url}/v1/best-move?moves=$moves")
    expect(article).not_to_contain_text("127.0.0.1:8000")
    is_wide = page.evaluate("innerWidth") >= 1024
    assert (contents.get_attribute("open") is not None) == is_wide
    if not is_wide:
        contents.locator("summary").click()
    contents.get_by_role("link", name="Handle errors").click()
    expect(page.get_by_role("heading", name="Handle errors")).to_be_in_viewport()
    page.get_by_role("navigation", name="Documents").get_by_role("link", name="Embedding").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Embedding")


def test_operations_can_be_tried(page: Page) -> None:
    page.goto("/docs")
    operation = open_operation(page, "analysis/post_analysis")
    operation.get_by_label("Request body: value").fill('{"board": "XX./OO./..."}')
    expect(try_out(operation)).to_contain_text('"best_move": 2')
    assert_fits(page)
    operation = open_operation(page, "play/get_best_move")
    expect(try_out(operation)).to_contain_text("Creates two threats at once")
    # The form has an example of one field, and no mixture.
    address = operation.locator(".request-url")
    expect(address).to_have_text(
        re.compile("/v1/best-move[?]board=XO.%2F.X.%2F..O$|board=XO./.X./..O$")
    )
    operation.get_by_label("board: value").fill("XX./OO./...")
    expect(try_out(operation)).to_contain_text("Completes a line and wins")
    operation.get_by_role("tab", name="Schema").first.click()
    schema = operation.locator(".json-schema-2020-12").first
    schema.get_by_role("button", name="Expand all").first.click()
    expect(schema.get_by_text("plies_to_end", exact=True).first).to_be_visible()
    operation = open_operation(page, "review/get_review")
    fields = operation.get_by_label("moves: value")
    expect(fields).to_have_count(5)
    fields.last.fill("3")
    operation.get_by_role("button", name="Add integer item").click()
    fields.last.fill("8")
    expect(try_out(operation)).to_contain_text('"plies"')
    expect(operation.locator(".request-url")).to_have_text(re.compile("[?]moves=0,1,4,2,3,8$"))
    assert_fits(page)


@on_a_dark_phone
@pytest.mark.parametrize("step", [6, *in_release(1)])
def test_operation_is_drawn_in_the_colors_of_the_system(page: Page, step: int) -> None:
    page.goto("/docs")
    operations = page.locator(".operation")
    expect(operations).to_have_count(len(OPERATIONS))
    drawn = operations.all()[::step]
    for operation in drawn:
        operation.locator("summary").click()
        is_drawn(operation)
        operation.locator("summary").click()  # while one is drawn, all that are open are laid out
    for operation in drawn:
        operation.evaluate("(operation) => { operation.open = true; }")
    name = page.locator(".parameter__name").first
    dark = name.evaluate("(name) => getComputedStyle(name).color")
    page.emulate_media(color_scheme="light")
    expect(name).not_to_have_css("color", dark)
    assert_fits(page)


def test_page_is_light_until_an_operation_is_opened_at_its_own_url(page: Page) -> None:
    page.goto("/docs")
    page.wait_for_load_state("networkidle")
    assert page.evaluate(WEIGHT) <= 45 * 1024
    for name in ["health/livez", "game%20tree/get_game_tree"]:
        operation = open_operation(page, name)
        assert page.url.endswith(f"/docs#/{name}")
    assert page.evaluate(WEIGHT) <= 491 * 1024
    page.reload()
    is_drawn(operation)
    expect(operation).to_be_in_viewport()
    expect(page.locator("[open]")).to_have_count(1)
    page.goto("/docs#/play/get_best_move")
    first = operation_of(page, "play/get_best_move")
    is_drawn(first)
    expect(first).to_be_in_viewport()
    first.locator("summary").first.click()
    expect(page.locator("[open]")).to_have_count(1)
    expect(page).to_have_url(re.compile("/docs$"))


def test_every_error_code_is_explained(page: Page) -> None:
    page.goto("/problems#wrong_turn")
    expect(page.locator("tr:target")).to_contain_text("The other side is to move")
    assert_fits(page)
