"""What the playground transfers until one can play."""

from playwright.sync_api import Page

from tests.browser.looks import at_every_look
from tests.browser.playground import says

MAX_TRANSFERRED = 70 * 1024  # bytes, compressed, headers included
TRANSFERRED = """
() => ["navigation", "resource"]
  .flatMap((type) => performance.getEntriesByType(type))
  .reduce((sum, { transferSize }) => sum + transferSize, 0)
"""


@at_every_look
def test_the_playground_is_light(page: Page, url: str) -> None:
    page.goto(url)
    says(page, "Your turn: X.")
    page.wait_for_load_state("networkidle")
    assert 0 < page.evaluate(TRANSFERRED) <= MAX_TRANSFERRED
