"""The API documentation: it renders, and its operations can be tried."""

import json
import re
from importlib.metadata import version

from playwright.sync_api import Locator, Page, expect

from tests.browser.looks import assert_in_order, at_every_look
from tests.live import ROOT

PATHS = json.loads((ROOT / "openapi" / "openapi.json").read_text())["paths"]
OPERATIONS = [operation for path in PATHS.values() for operation in path.values()]
WEIGHT = """
performance.getEntries()
  .filter(({ name }) => !name.endsWith("openapi.json"))
  .reduce((sum, { encodedBodySize = 0 }) => sum + encodedBodySize, 0)
"""


def open_docs(page: Page, url: str) -> None:
    page.goto(f"{url}/docs")
    expect(page.locator(".opblock")).to_have_count(len(OPERATIONS))


def open_operation(page: Page, name: str) -> Locator:
    operation = page.locator(f"#operations-{name}")
    operation.get_by_role("button").first.click()
    expect(operation.get_by_role("button", name="Execute")).to_be_visible()
    return operation


def try_out(operation: Locator) -> Locator:
    operation.get_by_role("button", name="Execute").click()
    response = operation.locator(".responses-table.live-responses-table")
    expect(response.locator(".response-col_status").last).to_contain_text("200")
    return response


@at_every_look
def test_it_shows_every_operation(page: Page, url: str) -> None:
    open_docs(page, url)
    expect(page.get_by_text("A perfect player for tic-tac-toe").first).to_be_visible()
    assert_in_order(page)


@at_every_look
def test_an_operation_can_be_tried(page: Page, url: str) -> None:
    open_docs(page, url)
    operation = open_operation(page, "analysis-post_analysis")
    operation.get_by_label("Request body: value").fill('{"board": "XX./OO./..."}')
    expect(try_out(operation)).to_contain_text('"best_move": 2')
    assert_in_order(page)


@at_every_look
def test_a_query_can_be_tried_and_its_schema_read(page: Page, url: str) -> None:
    open_docs(page, url)
    operation = open_operation(page, "play-get_best_move")
    operation.get_by_label("board: value").fill("XX./OO./...")
    expect(try_out(operation)).to_contain_text("Completes a line and wins")
    operation.get_by_role("tab", name="Schema").first.click()
    schema = operation.locator(".json-schema-2020-12").first
    schema.get_by_role("button", name="Expand all").first.click()
    expect(schema.get_by_text("plies_to_end", exact=True).first).to_be_visible()
    assert_in_order(page)


def test_an_operation_has_an_address(page: Page, url: str) -> None:
    open_docs(page, url)
    open_operation(page, "health-livez")
    expect(page).to_have_url(re.compile("#/health/livez$"))
    page.reload()
    expect(page.get_by_role("button", name="Execute")).to_have_count(1)


@at_every_look
def test_the_list_of_operations_is_searched_and_leads_to_each(page: Page, url: str) -> None:
    open_docs(page, url)
    items = page.locator("#operations li")
    expect(items).to_have_count(len(PATHS))
    expect(items.filter(has_text="/v1/best-move").get_by_role("link")).to_have_text(["GET", "POST"])
    page.get_by_label("Search").fill("selects among the moves")
    expect(page.locator("#operations li:visible")).to_contain_text(["/v1/best-move"])
    page.get_by_role("link", name="POST /v1/best-move").click()
    operation = page.locator("#operations-play-post_best_move")
    expect(operation.get_by_role("button", name="Execute")).to_be_visible()
    expect(operation).to_be_in_viewport()
    page.get_by_role("link", name="Noughts", exact=True).click()
    expect(page.get_by_role("region", name="Game")).to_be_visible()


@at_every_look
def test_a_request_that_was_tried_is_shown_in_three_languages(page: Page, url: str) -> None:
    open_docs(page, url)
    operation = open_operation(page, "play-post_best_move")
    operation.get_by_label("Request body: value").fill('{"board": "XX./OO./..."}')
    try_out(operation)
    for name, words in [("fetch", "await fetch("), ("Python", "httpx.post("), ("curl", "-d '")]:
        operation.locator(".request-snippets").get_by_text(name, exact=True).click()
        expect(operation.locator(".request-snippets")).to_contain_text(words)


@at_every_look
def test_the_first_call_is_beside_the_prose(page: Page, url: str) -> None:
    open_docs(page, url)
    calls = page.get_by_role("region", name="Make a first call")
    for name in ["curl", "fetch", "Python"]:
        expect(calls.get_by_role("heading", name=name, exact=True)).to_be_visible()
    for code in calls.locator("code").all():
        expect(code).to_contain_text(f"{url}/v1/best-move")
    prose, beside = page.locator(".info").bounding_box(), calls.bounding_box()
    assert prose
    assert beside
    if page.viewport_size["width"] >= 960:  # type: ignore[index]
        assert beside["x"] >= prose["x"] + prose["width"]
    else:
        assert beside["y"] >= prose["y"] + prose["height"]


def test_every_code_of_an_error_is_explained(page: Page, url: str) -> None:
    page.goto(f"{url}/problems")
    codes = page.locator("tr[id]").count()
    page.goto(f"{url}/docs")
    expect(page.locator("#errors tr[id]")).to_have_count(codes)


@at_every_look
def test_the_page_of_problems(page: Page, url: str) -> None:
    page.goto(f"{url}/problems#wrong_turn")
    expect(page.locator("tr:target")).to_contain_text("The other side is to move")
    assert_in_order(page)


def test_it_is_no_heavier_than_before(page: Page, url: str) -> None:
    open_docs(page, url)
    page.wait_for_load_state("networkidle")
    assert page.evaluate(WEIGHT) <= 453 * 1024  # without the contract, which grows


def test_its_style_sheet_is_that_of_the_script() -> None:
    first, *_ = (ROOT / "service" / "static" / "docs" / "swagger-ui.css").read_text().splitlines()
    assert f"fastapi-swagger {version('fastapi-swagger')}:" in first


def test_its_colours_follow_the_system(page: Page, url: str) -> None:
    open_docs(page, url)
    path = page.locator(".opblock-summary-path").first
    light = path.evaluate("(path) => getComputedStyle(path).color")
    page.emulate_media(color_scheme="dark")
    expect(path).not_to_have_css("color", light)
    assert_in_order(page)
