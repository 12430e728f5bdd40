"""Takes the README screenshots from a running service: `python -m tests.browser.screenshots`."""

from playwright.sync_api import ViewportSize, expect

from tests.browser.looks import chromium
from tests.live import ROOT, running_service

PICTURES = ROOT / "service" / "static" / "pictures"
SIZE = ViewportSize(width=1180, height=760)


def main() -> None:
    with running_service() as url, chromium() as browser:
        page = browser.new_page(viewport=SIZE, color_scheme="light", reduced_motion="reduce")
        page.goto(f"{url}/?level=medium&seed=3&moves=4.1")
        page.locator("#hint").click()
        expect(page.locator("#hint-text")).to_contain_text("Hint")
        page.screenshot(path=PICTURES / "play.png")
        page.goto(f"{url}/learn?lesson=recursion&step=4")
        expect(page.locator(".choices button").first).to_be_visible()
        expect(page.locator("#code li").first).to_be_visible()
        page.screenshot(path=PICTURES / "lesson.png")


if __name__ == "__main__":
    main()
