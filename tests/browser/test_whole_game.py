"""The longest lesson fits at every size, beside the others in `test_learn_fits.py`."""

from playwright.sync_api import Page

from tests.browser.test_learn_fits import assert_fits_at_every_size


def test_tree_of_the_whole_game_is_in_the_window(page: Page) -> None:
    assert_fits_at_every_size(page, "whole")
