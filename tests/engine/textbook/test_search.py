"""The searches of the textbooks, counted a second time in their max-and-min form."""

from collections.abc import Hashable
from dataclasses import replace
from math import inf

import pytest

from service.engine.textbook.search import MAX_EMPTY_CELLS, Searched, searched
from tests import reference
from tests.engine.support import EMPTY_3X3, SOME_RULES, position_of, random_unfinished, seeded
from tests.live import ROOT
from tests.reference import Rules


class AlphaBeta:
    """Alpha-beta for win, draw and loss: X maximizes, O minimizes, cells in order."""

    def __init__(self, rules: Rules, *, cached: bool) -> None:
        self.rules = rules
        self.cached = cached
        self.cache: dict[Hashable, float] = {}
        self.entered = 0

    def value(self, board: str, side: str, alpha: float, beta: float) -> float:
        """1 where X wins, -1 where O wins, 0 for a draw, or a bound beyond the window."""
        key = (board, side, alpha, beta)
        if not self.cached or key not in self.cache:
            self.entered += 1
            self.cache[key] = self.searched(board, side, alpha, beta)
        return self.cache[key]

    def searched(self, board: str, side: str, alpha: float, beta: float) -> float:
        """The same, without a look into the cache."""
        if reference.status(self.rules, board) != "in_progress":
            return {"X": 1, "O": -1, None: 0}[reference.winner(self.rules, board)]
        best = -inf if side == "X" else inf
        for cell in reference.legal_moves(self.rules, board):
            after = reference.play(board, side, cell)
            if side == "X":
                best = max(best, self.value(after, "O", max(alpha, best), beta))
                if best >= beta:
                    break
            else:
                best = min(best, self.value(after, "X", alpha, min(beta, best)))
                if best <= alpha:
                    break
        return best


class ForgetsTheWindow(AlphaBeta):
    """The mistake that a lesson of `/learn` names: a cache whose key is the position alone."""

    def value(self, board: str, side: str, alpha: float, beta: float) -> float:
        """What was found for this position first, whatever the window was."""
        if (board, side) not in self.cache:
            self.cache[board, side] = self.searched(board, side, alpha, beta)
        return self.cache[board, side]


def counted(rules: Rules, board: str, side: str, *, cached: bool) -> int:
    """The positions that alpha-beta enters from this one."""
    search = AlphaBeta(rules, cached=cached)
    search.value(board, side, -inf, inf)
    return search.entered


def test_the_empty_3x3_board() -> None:
    expected = Searched(minimax=549_946, alpha_beta=18_297, alpha_beta_cached=3_312)
    assert searched(EMPTY_3X3, 549_946) == expected
    assert counted(Rules(), "." * 9, "X", cached=False) == expected.alpha_beta
    assert counted(Rules(), "." * 9, "X", cached=True) == expected.alpha_beta_cached


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("rules", SOME_RULES, ids=str)
def test_other_positions(rules: Rules, misere: bool) -> None:
    rules = replace(rules, misere=misere)
    random = seeded(13)
    for empty_cells in [1, 2, 3, 4, 5, 6, 6, 7]:
        board, side = random_unfinished(rules, empty_cells, random)
        found = searched(position_of(board, side, rules), 12345)
        assert found == Searched(
            minimax=12345,
            alpha_beta=counted(rules, board, side, cached=False),
            alpha_beta_cached=counted(rules, board, side, cached=True),
        ), (board, side)


def test_the_window_belongs_to_the_key() -> None:
    lesson = (ROOT / "service" / "static" / "learn" / "lessons.js").read_text()
    assert "on ..X/..X/O.O a cache that forgets the window calls the position a draw" in lesson
    board = "..X..XO.O"
    assert AlphaBeta(Rules(), cached=True).value(board, "X", -inf, inf) == -1
    assert ForgetsTheWindow(Rules(), cached=True).value(board, "X", -inf, inf) == 0


def test_a_finished_game_is_one_position() -> None:
    assert searched(position_of("XXXOO....", "O"), 1) == Searched(1, 1, 1)
    assert searched(position_of("XOXXOOOXX", "O"), 1) == Searched(1, 1, 1)


def test_the_limit() -> None:
    assert MAX_EMPTY_CELLS == 9
    rules = Rules(4, 3, 4)
    assert searched(position_of("XOX.........", "O", rules), 1) is not None
    assert searched(position_of("XO..........", "X", rules), 1) is None
