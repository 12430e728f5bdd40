"""The panels of the game tree and of the request behind each step."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.looks import assert_in_order, at_every_look
from tests.browser.playground import (
    BOARD,
    FIRST_MOVES,
    LOST,
    analysis,
    ask,
    cell,
    on_board,
    open_tab,
    place,
    tab_to,
)

PRINTED = "\nimport json\nprint(json.dumps(answer))"


def level(panel: Locator, ply: int) -> Locator:
    """The branches at a distance from the position shown that are in view."""
    return panel.locator(f"[role=treeitem][aria-level='{ply + 1}']")


@at_every_look
def test_the_tree_counts_and_opens(page: Page, url: str) -> None:
    page.goto(f"{url}/{FIRST_MOVES}")
    panel = open_tab(page, "Game tree")
    tree = ask(page, f"{url}/v1/game-tree?board={BOARD}")
    for name, count in [("Games to the end", tree["games"]), ("Draws", tree["outcomes"]["draws"])]:
        expect(panel.get_by_role("row", name=name)).to_contain_text(f"{count:,}")
    panel.get_by_role("button", name="Fit").click()
    branch = panel.locator("[aria-label^='X b3: draws']").first
    for is_open in ("true", "false"):
        branch.click()
        expect(branch).to_have_attribute("aria-expanded", is_open)
        assert_in_order(page)


def test_the_tree_comes_into_view(page: Page, url: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{url}/{FIRST_MOVES}")
    panel = open_tab(page, "Game tree")
    expect(panel.locator(".tree")).to_be_in_viewport(ratio=0.9)


def test_symmetric_moves_are_one_branch(page: Page, url: str) -> None:
    page.goto(f"{url}/?side=both")
    panel = open_tab(page, "Game tree")
    expect(level(panel, 1)).to_have_count(3)
    for number, alike in [(0, 4), (4, None), (1, 4)]:
        branch = panel.locator(f"[aria-level='2'][aria-label^='X {place(number)}: draws']")
        expect(branch).to_have_count(1)
        if alike:
            expect(branch).to_have_attribute("aria-label", re.compile(f"one of {alike} alike"))


@at_every_look
@pytest.mark.parametrize("moves", ["", "4.1"])
def test_the_tree_shows_best_play_to_the_end(page: Page, url: str, moves: str) -> None:
    page.goto(f"{url}/?side=both&moves={moves}")
    tree = open_tab(page, "Game tree").get_by_role("tree")
    board = BOARD if moves else ".../.../..."
    tree.focus()
    for number in analysis(page, url, board)["principal_variation"]:
        page.keyboard.press("ArrowDown")
        chosen = tree.locator("[aria-selected=true]")
        best = re.compile(f"^. {place(number)}:.*best play")
        expect(chosen).to_have_attribute("aria-label", best)
        expect(chosen).to_be_in_viewport()
    assert_in_order(page)


def test_the_tree_follows_the_game(page: Page, url: str) -> None:
    page.goto(f"{url}/?side=both&moves=0.3.1.4")
    panel = open_tab(page, "Game tree")
    expect(level(panel, 1)).to_have_count(5)
    cell(page, 8).click()
    expect(level(panel, 1)).to_have_count(4)


def test_the_tree_of_a_larger_board_is_not_drawn(page: Page, url: str) -> None:
    page.goto(f"{url}/?columns=4&rows=4&in_a_row=4")
    expect(open_tab(page, "Game tree")).to_have_text("The tree is drawn only for 3x3 boards.")


def test_arrows_lead_from_panel_to_panel(page: Page, url: str) -> None:
    page.goto(f"{url}/{FIRST_MOVES}")
    tab_to(page, "#tab-review")
    for key, name in [("ArrowRight", "Game tree"), ("ArrowLeft", "Review"), ("ArrowLeft", "Build")]:
        page.keyboard.press(key)
        expect(page.get_by_role("tab", name=name)).to_be_focused()
        expect(page.get_by_role("tabpanel", name=name)).to_be_visible()
        expect(page.get_by_role("tabpanel")).to_have_count(1)


@at_every_look
@pytest.mark.parametrize("language", ["curl", "fetch", "Python"])
def test_a_request_is_written_in(page: Page, url: str, language: str) -> None:
    page.goto(f"{url}/{FIRST_MOVES}&scores=true")
    panel = open_tab(page, "Build")
    panel.get_by_label(language, exact=True).check()
    expect(panel.get_by_label(f"The request in {language}")).to_contain_text(
        f"{url}/v1/analysis/stream?board={BOARD}&side_to_move=X&in_a_row=3"
    )
    expect(panel.get_by_label("The response")).to_contain_text(f'"notation": "{BOARD}"')
    assert_in_order(page)


def run(*command: str) -> dict[str, Any]:
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    answer: dict[str, Any] = json.loads(done.stdout.split("data: ")[-1])
    return answer


RUN: dict[str, Callable[[Page, str], Any]] = {
    "curl": lambda _, code: run("sh", "-c", code),
    "fetch": lambda page, code: page.evaluate(f"async () => {{ {code}; return answer; }}"),
    "Python": lambda _, code: run(sys.executable, "-c", code + PRINTED),
}


@pytest.mark.parametrize(
    "query", ["?side=O&seed=1", f"{FIRST_MOVES}&scores=true", LOST], ids=["GET", "stream", "POST"]
)
@pytest.mark.parametrize("language", RUN)
def test_a_request_shown_gets_the_answer_shown(
    page: Page, url: str, language: str, query: str
) -> None:
    page.goto(f"{url}/{query}")
    sign = {LOST: ".summary"}.get(query, ".score" if "scores" in query else ".mark")
    expect(page.locator(sign).first).to_be_visible()
    panel = open_tab(page, "Build")
    panel.get_by_label(language, exact=True).check()
    code = panel.get_by_label(f"The request in {language}").inner_text()
    assert RUN[language](page, code) == json.loads(panel.get_by_label("The response").inner_text())


def test_link_and_request_can_be_copied(page: Page, context: BrowserContext, url: str) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{url}/{FIRST_MOVES}&scores=true")
    expect(on_board(page, ".score")).to_have_count(7)
    panel = open_tab(page, "Build")
    copied = "navigator.clipboard.readText()"
    panel.get_by_role("button", name="Copy link").click()
    expect(panel.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate(copied) == page.url
    panel.get_by_role("button", name="Copy request").click()
    expect(panel.get_by_role("button", name="Copied")).to_have_count(2)
    assert page.evaluate(copied) == panel.get_by_label("The request in curl").inner_text()
