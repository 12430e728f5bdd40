"""Searches of a few milliseconds: positions that differ by an exchange of the marks share one."""

from random import Random

import pytest

from benchmarks.positions import positions_3x3
from service.engine.board.notation import read_position
from service.engine.board.position import Position
from service.engine.search.analyze import analyze
from service.engine.tasks import AnalysisTask
from service.search_pool.pool import SearchPool
from service.search_pool.searches import Searches

OTHERS = [
    read_position("XO../.XO./OX../....", None, 4),
    read_position("XOXO/OXO./..X./....", None, 4, misere=True),
    read_position("XOXO./OXOX./X.O.O", None, 5),
]


@pytest.fixture
def searches() -> Searches:
    return Searches(SearchPool(1, 1, 1.0), max_waiting=1, max_kept=1)


def exchanged(position: Position) -> Position:
    side = position.side_to_move.opponent
    return Position(position.geometry, position.o, position.x, side, position.misere)


def test_both_colours_get_what_a_search_of_their_own_finds(searches: Searches) -> None:
    sample = Random(7).sample(list(positions_3x3()), 150)
    for position in [*sample, *OTHERS]:
        for either in (position, exchanged(position)):
            found = searches.run_at_once(AnalysisTask(either, 300_000))
            assert found == analyze(either, 300_000, None)


def test_both_colours_take_one_search(searches: Searches) -> None:
    position = OTHERS[0]
    for either in (position, exchanged(position), position):
        searches.run_at_once(AnalysisTask(either, 300_000))
    assert searches.at_once.cache_info().misses == 1
    searches.run_at_once(AnalysisTask(position, 299_999))
    assert searches.at_once.cache_info().misses == 2
