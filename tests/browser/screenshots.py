"""Takes the README screenshots from a running service: `python -m tests.browser.screenshots`."""

import shutil
from typing import Literal

from playwright.sync_api import Page, expect, sync_playwright

from tests.live import ROOT, running_service

PICTURES = ROOT / "service" / "static" / "pictures"
GAME = "level=medium&seed=3"


def play(page: Page) -> None:
    """A game in progress, with a hint."""
    page.locator("#hint").click()
    expect(page.locator("#hint-text")).to_contain_text("Hint")


def scores(page: Page) -> None:
    """Every move scored, and best play after one of them."""
    page.locator("[data-outcome=win]").first.hover()
    expect(page.locator(".ghost").first).to_be_visible()


def review(page: Page) -> None:
    """The review of a lost game."""
    expect(page.locator(".plies li")).to_have_count(6)


SHOTS: dict[str, tuple[str, Literal["light", "dark"]]] = {
    "play": (f"?{GAME}&moves=4.1", "light"),
    "scores": (f"?{GAME}&scores=true&moves=0.1", "dark"),
    "review": (f"?{GAME}&moves=4.2.0.8.1.5", "light"),
}


def main() -> None:
    """Take all screenshots."""
    steps = {"play": play, "scores": scores, "review": review}
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    PICTURES.mkdir(exist_ok=True)
    with running_service() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, (query, scheme) in SHOTS.items():
            page = browser.new_page(
                viewport={"width": 1040, "height": 660},
                color_scheme=scheme,
                reduced_motion="reduce",
            )
            page.goto(f"{url}/{query}")
            expect(page.locator("#proof")).to_contain_text("nodes in the tree")
            steps[name](page)
            page.screenshot(path=PICTURES / f"{name}.png")
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
