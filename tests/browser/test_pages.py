"""One design: the pages share their header, fonts and colors."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import box

PATHS = {"/": "Play", "/puzzles": "Puzzles", "/learn": "Learn", "/docs": "Developers"}
MORE = [
    ("/learn/player", "Learn"),
    ("/learn/practice?seed=1", "Learn"),
    ("/examples/", "Developers"),
    ("/problems", None),
]
STYLES = """
() => {
  const main = document.querySelector("main");
  main.append(...["button", "select", "p"].map((name) => document.createElement(name)));
  main.lastChild.innerHTML = "<a href='.'>A link</a>";
  const parts = ["html", "body", ".site", ".brand", ".site nav a:not([aria-current])",
    ".site [aria-current]", "main > button:last-of-type", "main > select:last-of-type",
    "main > p:last-child > a"];
  const names = ["color", "backgroundColor", "backgroundImage", "fontFamily", "fontSize",
    "fontWeight", "borderColor", "borderRadius", "minBlockSize", "textDecoration"];
  return parts.map((part) => {
    const style = getComputedStyle(document.querySelector(part));
    return [part, names.map((name) => style[name])];
  });
}
"""


def styles(page: Page, path: str) -> Any:  # noqa: ANN401  JSON
    page.goto(path)
    page.wait_for_load_state("networkidle")
    return page.evaluate(STYLES)


def test_pages_share_fonts_and_colors(page: Page) -> None:
    first, *others = (styles(page, path) for path in PATHS)
    for other in others:
        assert other == first


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_header_is_the_same_on_every_page(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    places = []
    for path, name in [*PATHS.items(), *MORE]:
        page.goto(path)
        header = page.locator(".site")
        expect(header.get_by_role("link")).to_have_text(["Noughts", *PATHS.values()])
        expect(header.locator("[aria-current=page]")).to_have_text([name] if name else [])
        places.append([box(each) for each in [header, *header.get_by_role("link").all()]])
        assert len({each["y"] for each in places[-1][1:]}) == 1  # one row
    assert places == [places[0]] * len(places)
