"""Takes the README screenshots from a running service: `python -m tests.browser.screenshots`."""

from collections.abc import Callable
from typing import Literal

from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.looks import chromium
from tests.live import ROOT, running_service

PICTURES = ROOT / "service" / "static" / "pictures"


def play(page: Page) -> None:
    page.locator("#hint").click()
    expect(page.locator("#hint-text")).to_contain_text("Hint")


def scores(page: Page) -> None:
    page.locator("[data-outcome=win]").first.hover()
    expect(page.locator(".ghost").first).to_be_visible()


def review(page: Page) -> None:
    page.get_by_role("button", name="Review").click()
    expect(page.locator(".plies li")).to_have_count(6)
    expect(page.locator(".detail")).to_contain_text("Best was")


SHOTS: list[tuple[str, Literal["light", "dark"], Callable[[Page], None]]] = [
    ("moves=4.1", "light", play),
    ("scores=true&moves=0.1", "dark", scores),
    ("moves=4.2.0.8.1.5", "light", review),
]


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    size = ViewportSize(width=1040, height=760)
    with running_service() as url, chromium() as browser:
        for query, scheme, act in SHOTS:
            page = browser.new_page(viewport=size, color_scheme=scheme, reduced_motion="reduce")
            page.goto(f"{url}/?level=medium&seed=3&{query}")
            expect(page.locator("[data-cell]").first).to_be_visible()
            act(page)
            page.screenshot(path=PICTURES / f"{act.__name__}.png")


if __name__ == "__main__":
    main()
