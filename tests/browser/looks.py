"""Window widths and colour schemes, and what every state of a page has to fulfil in each."""

from dataclasses import dataclass
from typing import Final, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page


@dataclass(frozen=True)
class Look:
    """The width of the window and the preferred colour scheme."""

    width: int
    scheme: Literal["light", "dark"]

    def __str__(self) -> str:
        return f"{self.width}-{self.scheme}"


LIGHT: Final = Look(1440, "light")
LOOKS: Final = [LIGHT, Look(360, "dark")]  # width and scheme are independent
at_every_look: Final = pytest.mark.parametrize("look", LOOKS, ids=str)

AXE: Final = Axe()
SMALL: Final = """
(selector) => [...document.querySelectorAll(selector)]
  .filter((target) => target.checkVisibility())
  .map((target) => [target.textContent.trim() || target.id, target.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 43.9 || height < 43.9)
  .map(([name, { width, height }]) => `${name}: ${width} x ${height}`)
"""
TARGETS: Final = (
    "main button:not(.points button), main label:has(:checked, [type=radio]), main select,"
    " summary, nav a"
)
SIZES: Final = "[document.documentElement.scrollWidth, innerWidth]"


def assert_in_order(page: Page) -> None:
    """Accessible, and without horizontal scrolling."""
    assert_accessible(page)
    assert_nothing_sticks_out(page)


def assert_accessible(page: Page) -> None:
    """No violation of any axe-core rule."""
    response = AXE.run(page, options={"resultTypes": ["violations"]}).response
    found = [
        f"{rule['id']}: {node['target']}: {node['failureSummary']}"
        for rule in response["violations"]
        for node in rule["nodes"]
    ]
    assert not found, "\n".join(found)


def assert_nothing_sticks_out(page: Page) -> None:
    """The page does not scroll horizontally."""
    needed, given = page.evaluate(SIZES)
    assert needed <= given


def assert_large_targets(page: Page) -> None:
    """What a thumb presses has 44 pixels each way; what the chart offers, the list does too."""
    assert page.evaluate(SMALL, TARGETS) == []
