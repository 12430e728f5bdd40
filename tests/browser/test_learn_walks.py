"""Test in each lesson what is in the window, and that its questions can be answered in the tree.

The whole tree, the way on, and the text before each question are in the window. Each lesson has
every second size in turn. A long search is tested at some steps, which are others at each size. For
a release, it is all sizes and steps.

The walk through the questions finds the right choice by the form, and then gives it and a wrong one
in the tree, with the pointer and with the keyboard. Everything to click on is at least 24 pixels in
size, and on top.
"""

from itertools import cycle
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lessons import LESSONS, open_learn, open_with_every_question, walked
from tests.parameters import in_release

# The last two are 1280x800 at 200 %, and 1280x1024 at 400 %.
SIZES: Final = [
    (1366, 768), (1024, 768), (844, 390), (390, 844),
    (360, 640), (1280, 800), (640, 400), (320, 256),
]  # fmt: skip
ASKED_SIZES: Final = [(1440, 900), (1366, 768), (1024, 768), (820, 1180), (390, 844)]
ANSWERED_SIZES: Final = [(1366, 768), (390, 844)]
PARTS: Final = {"rules": 2, "equals": 2, "whole": 10}  # The longest lessons, in parts.


@pytest.mark.parametrize(
    ("lesson", "turn"),
    [*zip(LESSONS, cycle((0, 1))), *in_release(*zip(LESSONS, cycle((1, 0))))],
)
def test_tree_and_the_paragraph_before_each_question_are_in_the_window(
    page: Page, lesson: str, turn: int
) -> None:
    open_with_every_question(page, lesson)
    expect(page.locator(".question")).to_be_hidden()  # No lesson opens on its question.
    found = {size: walked(page, size, "asks", lesson) for size in ASKED_SIZES[turn::2]}
    for size in SIZES[turn::2]:
        found |= {size: [*found.get(size, []), *walked(page, size, "fits", lesson, 1, 0)]}
    assert not any(found.values()), found


@pytest.mark.parametrize("size", [(1366, 625), (390, 844)])
def test_whole_game_opens_with_all_its_levels(page: Page, size: tuple[int, int]) -> None:
    open_learn(page, "?lesson=whole")
    assert walked(page, size, "fits", "whole", 2, 1000) == []  # The steps 10 to 21; it opens at 14.


@pytest.mark.release
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("lesson", "part"), [(each, part) for each in LESSONS for part in range(PARTS.get(each, 1))]
)
def test_all_fits_at_every_step(page: Page, lesson: str, part: int, size: tuple[int, int]) -> None:
    open_learn(page, f"?lesson={lesson}")
    assert walked(page, size, "fits", lesson, part + 1, PARTS.get(lesson, 1)) == []


@pytest.mark.parametrize(
    ("lesson", "size"),
    [
        *zip(LESSONS, cycle(ANSWERED_SIZES)),
        *in_release(*zip(LESSONS, cycle(reversed(ANSWERED_SIZES)))),
    ],
)
def test_each_question_is_answered_in_the_tree(
    page: Page, lesson: str, size: tuple[int, int]
) -> None:
    open_with_every_question(page, lesson)
    expect(page.get_by_role("checkbox", name="Questions")).to_be_checked()
    assert walked(page, size, "answers", lesson) == []
