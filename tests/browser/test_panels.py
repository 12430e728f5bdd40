"""The panels of the game tree and of the request behind each step."""

import json
import re
import sys
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.board import cell, place
from tests.browser.looks import assert_fits, delay_requests, on_a_dark_phone
from tests.browser.playground import (
    BOARD,
    FIRST_MOVES,
    LOST,
    STARTING,
    analysis,
    ask,
    open_tab,
    tab_to,
)
from tests.programs import run

MOVE = f"/v1/best-move?board={BOARD}&side_to_move=X&in_a_row=3&level=perfect"
PRINTED = "\nimport json\nprint(json.dumps(answer))"


def level(panel: Locator, ply: int) -> Locator:
    """The visible branches this far from the position shown."""
    return panel.locator(f"[role=treeitem][aria-level='{ply + 1}']")


def test_tree_has_counts_and_branches_and_arrow_keys_switch_panels(page: Page) -> None:
    page.goto(FIRST_MOVES)
    panel = open_tab(page, "How it thinks")
    expect(panel.locator(".tree")).to_be_in_viewport(ratio=0.9)
    tree = ask(page, f"/v1/game-tree?board={BOARD}")
    for name, count in [("Games to the end", tree["games"]), ("Draws", tree["outcomes"]["draws"])]:
        expect(panel.get_by_role("row", name=name)).to_contain_text(f"{count:,}")
    panel.get_by_role("button", name="Fit").click()
    branch = panel.locator("[aria-label^='X b3: draws']").first
    for is_open in ("true", "false"):
        branch.click()
        expect(branch).to_have_attribute("aria-expanded", is_open)
        assert_fits(page)
    tab_to(page, "#tab-tree")
    for key, name in [("ArrowLeft", "Puzzles"), ("ArrowLeft", "Review"), ("ArrowLeft", "Build")]:
        page.keyboard.press(key)
        expect(page.get_by_role("tab", name=name)).to_be_focused()
        expect(page.get_by_role("tabpanel", name=name)).to_be_visible()
        expect(page.get_by_role("tabpanel")).to_have_count(1)


@on_a_dark_phone
def test_tree_is_in_view_although_the_game_has_not_started_yet(page: Page) -> None:
    delay_requests(page, STARTING)
    page.goto(FIRST_MOVES)
    panel = open_tab(page, "How it thinks")
    expect(panel.locator(".tree")).to_be_in_viewport(ratio=0.9)


def test_tree_of_3x3_follows_the_game_and_merges_symmetric_moves(page: Page) -> None:
    page.goto("/?side=both")
    panel = open_tab(page, "How it thinks")
    expect(level(panel, 1)).to_have_count(3)
    for number, alike in [(0, 4), (4, None), (1, 4)]:
        branch = panel.locator(f"[aria-level='2'][aria-label^='X {place(number)}: draws']")
        expect(branch).to_have_count(1)
        if alike:
            expect(branch).to_have_attribute(
                "aria-label", re.compile(f"one of {alike} symmetric moves")
            )
    cell(page, 4).click()
    expect(level(panel, 1)).to_have_count(2)
    page.goto("/?columns=4&rows=4&in_a_row=4")
    panel = open_tab(page, "How it thinks")
    expect(panel).to_contain_text("The tree is drawn only for 3x3 boards.")


@pytest.mark.parametrize(("moves", "board"), [("", ".../.../..."), ("4.1", BOARD)])
def test_tree_shows_best_play_to_the_end(page: Page, moves: str, board: str) -> None:
    page.goto(f"/?side=both&moves={moves}")
    tree = open_tab(page, "How it thinks").get_by_role("tree")
    tree.focus()
    for number in analysis(page, board)["principal_variation"]:
        page.keyboard.press("ArrowDown")
        chosen = tree.locator("[aria-selected=true]")
        best = re.compile(f"^. {place(number)}:.*best play")
        expect(chosen).to_have_attribute("aria-label", best)
        expect(chosen).to_be_in_viewport()
    assert_fits(page)


def printed(*command: str) -> Any:  # noqa: ANN401  any JSON
    return json.loads(run(*command).split("data: ")[-1])


RUN: dict[str, Callable[[Page, str], Any]] = {
    "curl": lambda _, code: printed("sh", "-c", code),
    "fetch": lambda page, code: page.evaluate(f"async () => {{ {code}; return answer; }}"),
    "Python": lambda _, code: printed(sys.executable, "-c", code + PRINTED),
}


@pytest.mark.parametrize("language", RUN)
def test_shown_request_gets_the_shown_response(page: Page, url: str, language: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for query, target, sign in [
        (f"{FIRST_MOVES}&level=perfect", MOVE, ".mark"),
        (LOST, "/v1/analysis?board=XXO/.XO/..O&side_to_move=X&in_a_row=3", ".summary"),
    ]:
        page.goto(query)
        expect(page.locator(sign).first).to_be_visible()
        panel = open_tab(page, "Build")
        panel.get_by_label(language, exact=True).check()
        code = panel.get_by_label(f"The request in {language}").inner_text()
        assert f"{url}{target}" in code
        panel.get_by_role("button", name="Send the request").click()
        answer = json.loads(panel.get_by_label("The response").inner_text())
        assert RUN[language](page, code) == answer
        assert_fits(page)
        for number, (name, copied) in enumerate(
            [("link", page.url), ("the request", code)], start=1
        ):
            panel.get_by_role("button", name=f"Copy {name}").click()
            expect(panel.get_by_role("button", name="Copied")).to_have_count(number)
            assert page.evaluate("navigator.clipboard.readText()") == copied
