"""The code of a player is stopped after a second, and makes only legal moves."""

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.players import (
    FIRST_EMPTY,
    choose_side,
    code,
    examine,
    fails,
    frame_of,
    open_player,
    said,
    sandboxed,
)
from tests.live import wait_until

LATE: Final = "In X../.../...: The move took longer than one second, so it was stopped."
LATE_START: Final = "The code did not load within five seconds, so it was stopped."
GROWING: Final = {
    "all.push(new Array(1e5).fill(all.length))": LATE,
    "all.push(new Uint8Array(1e7).fill(1))": LATE,
    "text += text": "Line 3, in X../.../...: RangeError: Invalid string length.",
    "new Worker(URL.createObjectURL(new Blob(['for (;;);'])))": LATE,
    "postMessage(new Array(1e3).fill({}))": LATE,
    "setTimeout(() => { throw 1; })": LATE,
}
# The first request is for the start, the second for a move.
NO_CELL: Final = "In X../.../...: The player returned 99, which is not the number of an empty cell."
FORGED: Final = {
    "{ id: 2, cell: 99, returned: '99' }": NO_CELL,
    "{ id: 2, cell: '4', returned: '' }": LATE,
    "{ id: 2, cell: 4, returned: { toString: '4' } }": LATE,
    "{ error: '<img src=x>', line: 1 }": LATE,
}
FRAMES: Final = """
() => {
  globalThis.frames_drawn = 0;
  const draw = () => {
    frames_drawn += 1;
    requestAnimationFrame(draw);
  };
  draw();
}
"""


@pytest.mark.parametrize("move", ["for (;;);", "for (;;) postMessage({ id: 9, cell: 4 });"])
def test_move_without_end_is_stopped_and_the_page_stays_responsive(page: Page, move: str) -> None:
    open_player(page)
    page.evaluate(FRAMES)
    examine(page, f"function move() {{ {move} }}")
    before = page.evaluate("frames_drawn")
    choose_side(page, "X")
    choose_side(page, "O")
    wait_until(lambda: page.evaluate("frames_drawn") > before + 5)
    fails(page, LATE)
    expect(page.locator("iframe")).to_have_count(0)


def test_code_that_does_not_load_is_stopped(page: Page) -> None:
    open_player(page)
    examine(page, "for (;;);")
    fails(page, LATE_START)
    expect(page.locator("iframe")).to_have_count(0)


@pytest.mark.usefixtures("attacked")
def test_memory_is_limited_by_the_time(page: Page) -> None:
    open_player(page)
    for grow, error in GROWING.items():
        examine(page, f"const all = [];\nlet text = 'x';\nfunction move() {{ for (;;) {grow}; }}")
        fails(page, error)
        examine(page, FIRST_EMPTY)
        expect(said(page).get_by_role("heading")).to_contain_text("Loses as O")


def test_code_that_replaces_functions_can_only_harm_itself(page: Page) -> None:
    replaced = """
        const fail = () => { throw Error("replaced"); };
        self.postMessage = self.addEventListener = fail;
        self.onmessage = (event) => event.stopImmediatePropagation();
        Function.prototype.bind = Function.prototype.call = Function.prototype.apply = fail;
        Array.prototype.map = Object.keys = JSON.stringify = fail;
        Object.defineProperty(Object.prototype, "cell", { get: () => 7, set: () => {} });
        Object.prototype.error = "forged";
        const move = () => 3;"""
    assert sandboxed(page, replaced) == 3


def test_forged_messages_make_no_move(page: Page) -> None:
    open_player(page)
    for message, error in FORGED.items():
        examine(page, f"const move = () => {{ postMessage({message}); for (;;); }}")
        fails(page, error)


def test_messages_to_the_page_are_ignored(page: Page) -> None:
    """The page listens only to a port that it gave to the frame."""
    open_player(page)
    frame = frame_of(page)
    frame.evaluate("parent.postMessage({ id: 2, cell: 5, returned: '5' }, '*')")
    frame.evaluate("postMessage({ code: 'throw 1', game: {} }, '*')")
    position = {"notation": "", "cells": [None] * 9, "side_to_move": "X"}
    assert page.evaluate("(position) => sandbox.move(position)", position) == 0
    expect(said(page)).to_have_text("")


def test_error_of_a_player_is_text(page: Page) -> None:
    open_player(page)
    examine(page, "function move() { throw Error('<img src=x><b>'); }")
    fails(page, "Line 1, in X../.../...: Error: <img src=x><b>.")
    assert "<img src=x>" in code(page).input_value()
    expect(said(page).locator("img, b")).to_have_count(0)
