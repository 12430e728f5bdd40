"""Test that each question of the lessons can be answered in the tree and by its form.

The walk finds the right choice by the form, and then gives it and a wrong one with the pointer and
with the keyboard. Everything to click on is at least 24 pixels in size, and on top.
"""

from itertools import cycle
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lessons import LESSONS, open_with_every_question, walked
from tests.parameters import in_release

SIZES: Final = [(1366, 768), (390, 844)]
IN_TURN: Final = list(zip(LESSONS, cycle(SIZES)))
OTHERS: Final = list(zip(LESSONS, cycle(reversed(SIZES))))


@pytest.mark.parametrize(("lesson", "size"), [*IN_TURN, *in_release(*OTHERS)])
def test_each_question_is_answered_in_the_tree(
    page: Page, lesson: str, size: tuple[int, int]
) -> None:
    open_with_every_question(page, lesson)
    expect(page.get_by_role("checkbox", name="Questions")).to_be_checked()
    assert walked(page, size, "answers", lesson) == []
