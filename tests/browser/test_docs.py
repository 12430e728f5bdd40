"""The documentation in a browser: it renders, an operation can be tried, all from one host."""

from playwright.sync_api import Page, expect


def test_it_shows_every_operation(page: Page, url: str) -> None:
    page.goto(f"{url}/docs")
    expect(page.locator(".opblock")).to_have_count(11)
    expect(page.get_by_text("A perfect player for tic-tac-toe").first).to_be_visible()


def test_an_operation_can_be_tried(page: Page, url: str) -> None:
    page.goto(f"{url}/docs")
    operation = page.locator("#operations-analysis-post_analysis")
    operation.get_by_role("button").first.click()
    operation.get_by_role("button", name="Execute").click()
    response = operation.locator(".responses-table.live-responses-table")
    expect(response.locator(".response-col_status").last).to_contain_text("200")
    expect(response).to_contain_text("best_move")


def test_the_page_of_problems(page: Page, url: str) -> None:
    page.goto(f"{url}/problems#wrong_turn")
    expect(page.locator("tr:target")).to_contain_text("The other side is to move")
