"""The steps of a search on the page "See the search", and what each shows."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.learning import (
    LISTED,
    LOSS,
    STEPS_OF_WHOLE,
    TREE,
    WHOLE,
    at_step,
    button,
    open_learn,
    replayed,
    scrub,
    sentence,
)
from tests.browser.playground import ask

GENEROUS = 10_000  # milliseconds for what takes a tenth of a second


def test_a_cut_is_explained_and_drawn(page: Page, url: str) -> None:
    open_learn(page, url, TREE)
    expect(page.locator(".node.cut")).to_have_count(0)
    button(page, "Next cut").click()
    expect(sentence(page)).to_have_text(
        f"Cut: O already has a reply here, c1, that holds X to {LOSS}, so X, who has 1 elsewhere "
        "(with c1), will not come here. 1 move (c3) is skipped. X keeps 1 one ply higher."
    )
    expect(page.locator(".node.cut")).to_have_text(["cut:c3"])
    button(page, "Next cut").click()
    expect(page.locator(".node.cut")).to_have_text(["cut:c3", "cut:b3"])
    expect(page.locator(".search:visible .counters")).to_have_text(
        "6 of 6 entered2 cut off2 skipped"
    )


def test_the_counters_are_those_of_the_service(page: Page, url: str) -> None:
    open_learn(page, url, f"{WHOLE}&step={STEPS_OF_WHOLE}")
    counts = ask(page, f"{url}/v1/trace{WHOLE}")["counts"]
    looked_up = LISTED - counts["entered"]
    expect(page.locator(".search:visible .counters")).to_have_text(
        f"3,312 of 3,312 entered{counts['cut_off']:,} cut off"
        f"{counts['left_out']:,} skipped{looked_up:,} looked up"
    )
    nodes = ask(page, f"{url}/v1/analysis?board=.../.../...")["nodes"]
    expect(page.locator("#noughts")).to_contain_text(f"enters {nodes:,} positions here")


@pytest.mark.parametrize(
    ("board", "asked"),
    [
        ("XX./XOO/O..", {"algorithm": "minimax", "values": "score"}),
        ("XX./.O./OX.", {"algorithm": "alpha_beta"}),
        ("X../.O./O.X", {"algorithm": "alpha_beta_cached", "values": "score"}),
        ("XO./.X./..O", {"algorithm": "alpha_beta", "max_depth": "2"}),
        (".../.../...", {"algorithm": "alpha_beta_cached"}),
        ("XO../..../....", {"algorithm": "alpha_beta", "max_depth": "2"}),
    ],
)
@pytest.mark.parametrize("order", ["right-down", "left-up", "up-left"])
def test_a_replay_finds_every_window_and_value(
    page: Page, url: str, board: str, asked: dict[str, str], order: str
) -> None:
    page.goto(f"{url}/learn")
    nodes = replayed(page, {"board": board, **asked}, order)
    assert len(nodes) > 5
    for node in nodes:
        assert node["replayed"] == pytest.approx(node["told"])


def test_playing_can_be_paused(page: Page, url: str) -> None:
    open_learn(page, url, f"{WHOLE}&step=0")
    button(page, "Play").click()
    expect(scrub(page)).not_to_have_value("0")
    button(page, "Pause").click()
    expect(page).to_have_url(re.compile(r"step=[1-9]\d*$"))
    at_step(page, int(page.url.rpartition("=")[2]))


def test_all_nodes_are_laid_out_and_stepped_through(page: Page, url: str) -> None:
    open_learn(page, url, f"{WHOLE}&step=2000")
    page.locator(".search:visible").get_by_label("Fold").select_option("none")
    page.locator("#nodes summary").click()
    expect(page.locator("#list li")).to_have_count(LISTED, timeout=GENEROUS)
    page.locator("#nodes summary").click()
    page.locator("[name=speed]").fill("4")
    button(page, "Play").click()
    expect(scrub(page)).not_to_have_value("2000")
    button(page, "Pause").click()
    expect(page.locator(".node.current")).to_be_in_viewport()
