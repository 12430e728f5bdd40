"""The API documentation: it renders, and its operations can be tried."""

import json
import re
from importlib.metadata import version

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.looks import assert_in_order, at_every_look, box
from tests.live import ROOT

PATHS = json.loads((ROOT / "openapi" / "openapi.json").read_text())["paths"]
OPERATIONS = [operation for path in PATHS.values() for operation in path.values()]
STYLE = ROOT / "service" / "static" / "docs" / "swagger-ui.css"
SNIPPETS = {"fetch": "await fetch(", "Python": "httpx.post(", "curl": "-d '"}
WEIGHT = """
performance.getEntries()
  .filter(({ name }) => !name.endsWith("openapi.json"))
  .reduce((sum, { encodedBodySize = 0 }) => sum + encodedBodySize, 0)
"""


@pytest.fixture
def page(page: Page) -> Page:
    page.goto("/docs")
    expect(page.locator(".opblock")).to_have_count(len(OPERATIONS))
    return page


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
def test_introduction_has_calls_and_a_list_that_opens_operations(page: Page, url: str) -> None:
    expect(page.get_by_text("A perfect player for tic-tac-toe").first).to_be_visible()
    assert_in_order(page)
    calls = page.get_by_role("region", name="Make a first call")
    for name in ["curl", "fetch", "Python"]:
        expect(calls.get_by_role("heading", name=name, exact=True)).to_be_visible()
    for code in calls.locator("code").all():
        expect(code).to_contain_text(f"{url}/v1/best-move")
    prose, beside = box(page.locator(".info")), box(calls)
    if page.evaluate("innerWidth") >= 960:
        assert beside["x"] >= prose["x"] + prose["width"]
    else:
        assert beside["y"] >= prose["y"] + prose["height"]

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
def test_operations_can_be_tried_and_copied_in_three_languages(page: Page) -> None:
    operation = open_operation(page, "analysis-post_analysis")
    operation.get_by_label("Request body: value").fill('{"board": "XX./OO./..."}')
    expect(try_out(operation)).to_contain_text('"best_move": 2')
    assert_in_order(page)
    for name, words in SNIPPETS.items():
        operation.locator(".request-snippets").get_by_text(name, exact=True).click()
        expect(operation.locator(".request-snippets")).to_contain_text(words)
    operation = open_operation(page, "play-get_best_move")
    operation.get_by_label("board: value").fill("XX./OO./...")
    expect(try_out(operation)).to_contain_text("Completes a line and wins")
    operation.get_by_role("tab", name="Schema").first.click()
    schema = operation.locator(".json-schema-2020-12").first
    schema.get_by_role("button", name="Expand all").first.click()
    expect(schema.get_by_text("plies_to_end", exact=True).first).to_be_visible()
    assert_in_order(page)


def test_weight_is_limited_and_operation_has_its_own_url(page: Page) -> None:
    page.wait_for_load_state("networkidle")
    assert page.evaluate(WEIGHT) <= 453 * 1024  # without the contract, which grows
    open_operation(page, "health-livez")
    expect(page).to_have_url(re.compile("#/health/livez$"))
    page.reload()
    expect(page.get_by_role("button", name="Execute")).to_have_count(1)


@at_every_look
def test_every_error_code_is_explained(page: Page) -> None:
    page.goto("/problems#wrong_turn")
    expect(page.locator("tr:target")).to_contain_text("The other side is to move")
    assert_in_order(page)
    codes = page.locator("tr[id]").count()
    page.goto("/docs")
    expect(page.locator("#errors tr[id]")).to_have_count(codes)


def test_style_sheet_matches_the_script() -> None:
    first, *_ = STYLE.read_text().splitlines()
    assert f"fastapi-swagger {version('fastapi-swagger')}:" in first


def test_colors_follow_the_system(page: Page) -> None:
    path = page.locator(".opblock-summary-path").first
    light = path.evaluate("(path) => getComputedStyle(path).color")
    page.emulate_media(color_scheme="dark")
    expect(path).not_to_have_css("color", light)
    assert_in_order(page)
