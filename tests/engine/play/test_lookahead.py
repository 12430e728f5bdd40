"""Shallow scores, compared with plain minimax: exact for near ends, otherwise an estimate."""

from functools import lru_cache

import pytest

from service.engine.board.estimate import estimate
from service.engine.play.lookahead import MAX_ESTIMATE, MAX_PLIES, shallow_scores
from tests import reference
from tests.engine.conversion import geometry_of, own_and_other, position_of
from tests.engine.positions import (
    MEMO_3X3,
    UNFINISHED,
    Positions,
    both_games,
    random_positions,
)
from tests.reference import THREE_BY_THREE, Rules, a_ply_earlier, winning_cells

PLIES = [1, 2, 3, 4]

LARGER_RULES = both_games(
    [
        *[Rules(4, 3, 3), Rules(3, 4, 4), Rules(4, 4, 3), Rules(4, 4, 4), Rules(5, 3, 3)],
        *[Rules(5, 4, 3), Rules(4, 5, 4), Rules(5, 5, 5), Rules(6, 4, 4), Rules(6, 6, 4)],
        Rules(5, 6, 5),
    ]
)
CROWDED = [Rules(5, 5, 3, True), Rules(6, 5, 3, True), Rules(6, 6, 3, True)]

Scores = dict[int, int]


def seen(rules: Rules, board: str, side: str, plies: int, memo: dict[tuple[str, int], int]) -> int:
    """The score of a position if the game ends within these plies with best play, otherwise 0.

    By minimax over all moves. `memo` is for one position and the side to move in it.
    """
    other = reference.opponent(side)
    if reference.has_line(rules, board, other):
        return 100 if rules.misere else -100
    if plies == 0 or "." not in board:
        return 0
    if (board, plies) not in memo:
        following = [
            reference.play(board, side, cell) for cell, mark in enumerate(board) if mark == "."
        ]
        memo[board, plies] = max(
            a_ply_earlier(-seen(rules, after, other, plies - 1, memo)) for after in following
        )
    return memo[board, plies]


def all_seen(rules: Rules, board: str, side: str) -> Scores:
    """The score of every move after which the game ends within MAX_PLIES plies, otherwise 0."""
    memo: dict[tuple[str, int], int] = {}
    other = reference.opponent(side)
    following = {
        cell: reference.play(board, side, cell) for cell in reference.legal_moves(rules, board)
    }
    return {
        cell: a_ply_earlier(-seen(rules, after, other, MAX_PLIES - 1, memo))
        for cell, after in following.items()
    }


def ending_within(plies: int, scores: Scores) -> Scores:
    """The scores of the games won or lost within so many plies."""
    return {cell: score for cell, score in scores.items() if abs(score) >= 100 - plies}


def decided(found: Scores) -> Scores:
    """The scores that are no estimates."""
    return {cell: points for cell, points in found.items() if abs(points) > MAX_ESTIMATE}


def check(rules: Rules, board: str, side: str, scores: Scores) -> None:
    """Compare shallow scores with the moves' scores, as far as they end within the plies."""
    position = position_of(board, side, rules)
    for plies in PLIES:
        found = shallow_scores(position, plies)
        expected = ending_within(plies, scores)
        assert decided(found) == expected, (rules, board, side, plies)
        assert list(found) == list(scores)
        if board.count(".") == 1 and not expected:
            assert list(found.values()) == [0], (rules, board, side, plies)


@lru_cache(maxsize=None)
def larger_positions(rules: Rules) -> list[tuple[str, str]]:
    """Random positions with at most 12 empty cells, more of them in misère on crowded boards."""
    most = 12
    again = [12, 12, 11, 11, 10, 10, 9, 9, 9, 9] if rules in CROWDED else [8, 7, 6]
    drawn = random_positions(rules, [*range(1, most + 1), *again], seed=61)
    return [(board, side) for board, side in drawn if board.count(".") <= 12]


@UNFINISHED
@pytest.mark.parametrize("rules", both_games([THREE_BY_THREE]), ids=str)
def test_every_move_of_unfinished_3x3_positions_matches_the_reference(
    rules: Rules, unfinished: Positions
) -> None:
    for board, side in unfinished():
        check(rules, board, side, reference.move_scores(rules, board, side, MEMO_3X3))


@pytest.mark.parametrize("rules", [*LARGER_RULES, *CROWDED], ids=str)
def test_every_move_on_larger_boards_matches_the_reference(rules: Rules) -> None:
    positions = larger_positions(rules)
    assert len(positions) >= 5
    for board, side in positions:
        check(rules, board, side, all_seen(rules, board, side))


def lead_in_safe_cells(rules: Rules, board: str, side: str) -> int:
    """How many fewer cells complete a line for a side than for its opponent."""
    losing = [winning_cells(rules, board, each) for each in (reference.opponent(side), side)]
    return len(losing[0]) - len(losing[1])


@pytest.mark.parametrize(
    "rules", both_games([THREE_BY_THREE, Rules(4, 3, 3), Rules(5, 5, 4)]), ids=str
)
def test_with_one_ply_every_move_without_a_line_has_its_estimate(rules: Rules) -> None:
    for board, side in random_positions(rules, [2, 3, 4, 5, 6, 7, 8, 9] * 3, seed=62):
        for cell, points in shallow_scores(position_of(board, side, rules), 1).items():
            after = reference.play(board, side, cell)
            guess = estimate(geometry_of(rules), *own_and_other(after, side), misere=rules.misere)
            if rules.misere and "." in after:
                guess += 50 * lead_in_safe_cells(rules, after, side) // after.count(".")
            if reference.has_line(rules, after, side):
                assert points == (-99 if rules.misere else 99)
            elif "." in after:
                assert points == max(-95, min(95, guess))
