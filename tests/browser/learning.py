"""Helpers for the page "See the search": where it is, and what it shows."""

import json
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

LESSONS: Final = (
    *("value", "opponent", "depth", "window", "cut", "order", "cache", "key", "limit", "whole"),
)
TREE: Final = "?board=XX./XOO/O..&algorithm=alpha_beta"  # six nodes, two of them cut
WHOLE: Final = "?board=.../.../...&algorithm=alpha_beta_cached"
STEPS_OF_WHOLE: Final = 10_808
LISTED: Final = 5_404
LOSS: Final = "\N{MINUS SIGN}1"

REPLAYED: Final = """
async ([query, order]) => {
  const { Search } = await import("./static/learn/search.js");
  const { turned } = await import("./static/learn/orders.js");
  const ask = (path, asked) =>
    fetch(`./v1/${path}?${new URLSearchParams(asked)}`).then((answer) => answer.json());
  const { position } = await ask("analysis", { board: query.board });
  const board = turned(query.board, order);
  const search = new Search(await ask("trace", { ...query, board }), position, order);
  const bound = (value) => (Math.abs(value) === Infinity ? null : value);
  return search.nodes.map((node) => ({
    replayed: [bound(node.alpha), bound(node.beta), node.value],
    told: [node.told.alpha, node.told.beta, node.told.value],
  }));
}
"""


def open_learn(page: Page, url: str, query: str = "") -> None:
    """Open the page and wait until a search is shown."""
    page.goto(f"{url}/learn{query}")
    is_drawn(page)


def is_drawn(page: Page) -> None:
    """Wait until the searches are there."""
    expect(page.locator("body:not([aria-busy])")).to_be_attached()
    expect(page.locator(".search:visible .node").first).to_be_attached()


def button(page: Page, name: str) -> Locator:
    """A button that moves through the steps."""
    return page.locator("#player").get_by_role("button", name=name, exact=True)


def scrub(page: Page) -> Locator:
    """The slider of the steps."""
    return page.get_by_role("slider", name="Step")


def at_step(page: Page, step: int) -> None:
    """Wait until so many steps are shown."""
    expect(scrub(page)).to_have_value(str(step))


def steps(page: Page) -> int:
    """How many steps the longest search shown has."""
    return int(scrub(page).get_attribute("max") or 0)


def sentence(page: Page, search: int = 0) -> Locator:
    """What the last step of a search did."""
    return page.locator(".sentence").nth(search)


def replayed(page: Page, query: dict[str, Any], order: str) -> list[dict[str, Any]]:
    """Windows and values of all nodes: those that the page finds, and those of the service."""
    found: list[dict[str, Any]] = json.loads(json.dumps(page.evaluate(REPLAYED, [query, order])))
    return found
