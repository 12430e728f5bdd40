"""How a page is looked at, and what holds at every look: nothing bars anyone or sticks out."""

from dataclasses import dataclass
from typing import Final, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page


@dataclass(frozen=True)
class Look:
    """The width of the window and the colours that its owner prefers."""

    width: int
    scheme: Literal["light", "dark"]

    def __str__(self) -> str:
        return f"{self.width}-{self.scheme}"


LIGHT: Final = Look(1440, "light")
LOOKS: Final = [LIGHT, Look(360, "dark")]  # widths and colours do not depend on one another
at_every_look: Final = pytest.mark.parametrize("look", LOOKS, ids=str)

AXE: Final = Axe()
SIZES: Final = "[document.documentElement.scrollWidth, innerWidth]"


def assert_in_order(page: Page) -> None:
    """What every state of every page has to be."""
    assert_accessible(page)
    assert_nothing_sticks_out(page)


def assert_accessible(page: Page) -> None:
    """No rule of axe-core is broken."""
    response = AXE.run(page, options={"resultTypes": ["violations"]}).response
    found = [
        f"{rule['id']}: {node['target']}: {node['failureSummary']}"
        for rule in response["violations"]
        for node in rule["nodes"]
    ]
    assert not found, "\n".join(found)


def assert_nothing_sticks_out(page: Page) -> None:
    """Nobody has to scroll sideways."""
    needed, given = page.evaluate(SIZES)
    assert needed <= given
