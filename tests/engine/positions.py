"""Boards and positions to test: all of 3x3, and random ones of larger boards."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import count
from random import Random

from service.engine.board.geometry import Geometry
from service.engine.board.position import Mark, Position
from tests import reference
from tests.reference import THREE_BY_THREE, Memo, Rules

EMPTY_3X3 = Position(Geometry(3, 3, 3), 0, 0, Mark.X)
MISERE_3X3 = Rules(misere=True)

SOME_RULES = [
    *[Rules(3, 3, 3), Rules(4, 3, 3), Rules(3, 4, 3), Rules(4, 3, 4), Rules(4, 4, 3)],
    *[Rules(4, 4, 4), Rules(5, 3, 3), Rules(3, 5, 4), Rules(5, 3, 5), Rules(5, 4, 3)],
    *[Rules(5, 4, 4), Rules(4, 5, 4)],
]
MANY_RULES = [
    *SOME_RULES,
    *[Rules(5, 5, 3), Rules(5, 5, 4), Rules(5, 5, 5), Rules(6, 3, 3), Rules(3, 6, 4)],
    *[Rules(6, 4, 4), Rules(4, 6, 5), Rules(6, 5, 4), Rules(5, 6, 5), Rules(6, 6, 3)],
    *[Rules(6, 6, 4), Rules(6, 6, 5), Rules(6, 6, 6)],
]


def both_games(all_rules: Iterable[Rules]) -> list[Rules]:
    return [replace(rules, misere=misere) for rules in all_rules for misere in (False, True)]


MEMO_3X3: Memo = {}  # the reference's, so that each 3x3 position is searched once


@lru_cache(maxsize=None)
def all_legal() -> list[tuple[str, str]]:
    """Every legal 3x3 (board, side to move), sorted."""
    return sorted(reference.reachable(THREE_BY_THREE))


@lru_cache(maxsize=None)
def all_unfinished() -> list[tuple[str, str]]:
    """Those in which the game is in progress."""
    return [pair for pair in all_legal() if reference.legal_moves(THREE_BY_THREE, pair[0])]


def random_positions(
    rules: Rules, all_empty_cells: Iterable[int], seed: int
) -> Iterator[tuple[str, str]]:
    """A `random_unfinished` position for each number of empty cells."""
    random = Random(seed)
    return (random_unfinished(rules, empty_cells, random) for empty_cells in all_empty_cells)


def random_unfinished(rules: Rules, empty_cells: int, random: Random) -> tuple[str, str]:
    """A legal, unfinished (board, side to move) with this many empty cells or a few more.

    More if nearly every order of moves completes a line: one more after every five attempts.
    """
    for attempt in count():
        board, side = random_game(rules, empty_cells, random)
        if board.count(".") <= empty_cells + attempt // 5:
            return board, side
    raise AssertionError


def random_game(rules: Rules, empty_cells: int, random: Random) -> tuple[str, str]:
    """Random moves from the empty board until few cells are empty or each completes a line."""
    board, side = rules.empty_board, random.choice("XO")
    while board.count(".") > empty_cells:
        cells = reference.legal_moves(rules, board)
        boards = (reference.play(board, side, cell) for cell in random.sample(cells, len(cells)))
        after = next((after for after in boards if not reference.has_line(rules, after, side)), "")
        if not after:
            break
        board, side = after, reference.opponent(side)
    return board, side
