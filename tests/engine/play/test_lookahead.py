"""Shallow scores: what ends within a few plies exactly, else a guess, beside plain minimax."""

from functools import lru_cache

import pytest

from service.engine.board.estimate import estimate
from service.engine.play.lookahead import FEW_CELLS, MAX_ESTIMATE, MAX_PLIES, shallow_scores
from tests import reference
from tests.engine.support import (
    MEMO_3X3,
    UNFINISHED,
    Positions,
    all_legal,
    all_unfinished,
    bits,
    geometry_of,
    position_of,
    random_unfinished,
    seeded,
    swapped,
)
from tests.reference import Rules

PLIES = [1, 2, 3, 4]

LARGER_RULES = [
    Rules(4, 3, 3),
    Rules(3, 4, 4),
    Rules(4, 4, 3),
    Rules(4, 4, 4),
    Rules(5, 3, 3),
    Rules(5, 4, 3),
    Rules(4, 5, 4),
    Rules(5, 5, 5),
    Rules(6, 4, 4),
    Rules(6, 6, 4),
    Rules(5, 6, 5),
]
MISERE_RULES = [
    Rules(rules.columns, rules.rows, rules.in_a_row, misere=True) for rules in LARGER_RULES
]
MISERE_CROWDED = [Rules(5, 5, 3, True), Rules(6, 5, 3, True), Rules(6, 6, 3, True)]


def seen(rules: Rules, board: str, side: str, plies: int, memo: dict[tuple[str, int], int]) -> int:
    """The score of a position if the game ends within these plies with best play, and else 0.

    By minimax over all moves down to the horizon. The side to move follows from the board, as
    `memo` serves one position alone.
    """
    if reference.has_line(rules, board, reference.opponent(side)):
        return 100 if rules.misere else -100
    if plies == 0 or "." not in board:
        return 0
    key = board, plies
    if key not in memo:
        cells = [cell for cell, mark in enumerate(board) if mark == "."]
        memo[key] = max(seen_of_move(rules, board, side, cell, plies, memo) for cell in cells)
    return memo[key]


def seen_of_move(  # noqa: PLR0913, PLR0917
    rules: Rules, board: str, side: str, cell: int, plies: int, memo: dict[tuple[str, int], int]
) -> int:
    """The same for a move, itself one of the plies: what it leads to, but a ply earlier."""
    after = reference.play(board, side, cell)
    score = -seen(rules, after, reference.opponent(side), plies - 1, memo)
    return score - 1 if score > 0 else score + 1 if score < 0 else 0


def all_seen(rules: Rules, board: str, side: str) -> dict[int, int]:
    """The score of every move after which the game ends within MAX_PLIES plies, and else 0."""
    memo: dict[tuple[str, int], int] = {}
    moves = reference.legal_moves(rules, board)
    return {cell: seen_of_move(rules, board, side, cell, MAX_PLIES, memo) for cell in moves}


def ends_within(plies: int, score: int) -> bool:
    """Whether a game of this score is won or lost within so many plies."""
    return score != 0 and 100 - abs(score) <= plies


def check(rules: Rules, board: str, side: str, scores: dict[int, int]) -> None:
    """Compare the outlooks with the moves' scores, of which those within the plies count."""
    position = position_of(board, side, rules)
    for plies in PLIES:
        found = shallow_scores(position, plies)
        decided = {cell: points for cell, points in found.items() if abs(points) > 95}
        expected = {cell: score for cell, score in scores.items() if ends_within(plies, score)}
        assert decided == expected, (rules, board, side, plies)
        assert list(found) == list(scores)
        if board.count(".") == 1 and not expected:
            assert list(found.values()) == [0], (rules, board, side, plies)


@lru_cache(maxsize=None)
def larger_positions(rules: Rules) -> list[tuple[str, str]]:
    """Random positions with at most 12 empty cells; in misère with at most 9."""
    random = seeded(61)
    most = 9 if rules.misere else 12
    drawn = [random_unfinished(rules, number, random) for number in [*range(1, most + 1), 8, 7, 6]]
    return [(board, side) for board, side in drawn if board.count(".") <= most]


def test_what_is_guessed_is_less_than_what_is_seen() -> None:
    assert max(PLIES) == MAX_PLIES
    assert MAX_ESTIMATE == 95 < 100 - MAX_PLIES
    assert FEW_CELLS == 9


@UNFINISHED
@pytest.mark.parametrize("misere", [False, True])
def test_every_move_of_every_unfinished_3x3_position(misere: bool, unfinished: Positions) -> None:
    rules = Rules(misere=misere)
    for board, side in unfinished():
        scores = {
            cell: reference.score_of_move(rules, board, side, cell, MEMO_3X3)
            for cell in reference.legal_moves(rules, board)
        }
        check(rules, board, side, scores)


@pytest.mark.parametrize("rules", [*LARGER_RULES, *MISERE_RULES, *MISERE_CROWDED], ids=str)
def test_every_move_of_random_positions_of_larger_boards(rules: Rules) -> None:
    positions = larger_positions(rules)
    assert len(positions) >= 5
    for board, side in positions:
        check(rules, board, side, all_seen(rules, board, side))


def lengths(rules: Rules, positions: list[tuple[str, str]]) -> set[int]:
    """In how many plies the moves of these positions win or lose, up to MAX_PLIES."""
    scores = [all_seen(rules, board, side).values() for board, side in positions]
    return {100 - abs(score) for score in set().union(*scores) - {0}}


def test_wins_and_losses_of_all_lengths_are_among_them() -> None:
    for all_rules in [[Rules(4, 3, 3), Rules(4, 4, 3)], MISERE_CROWDED]:
        found = [lengths(rules, larger_positions(rules)) for rules in all_rules]
        assert set().union(*found) == {1, 2, 3, 4}


@pytest.mark.parametrize("rules", [Rules(), Rules(4, 3, 3), Rules(5, 5, 4)], ids=str)
@pytest.mark.parametrize("misere", [False, True])
def test_with_one_ply_all_that_is_no_line_is_worth_its_estimate(rules: Rules, misere: bool) -> None:
    rules = Rules(rules.columns, rules.rows, rules.in_a_row, misere)
    random = seeded(62)
    for empty_cells in [2, 3, 4, 5, 6, 7, 8, 9] * 3:
        board, side = random_unfinished(rules, empty_cells, random)
        other = reference.opponent(side)
        for cell, points in shallow_scores(position_of(board, side, rules), 1).items():
            after = reference.play(board, side, cell)
            marks = bits(after, side), bits(after, other)
            guess = estimate(geometry_of(rules), *marks, misere=misere)
            if reference.has_line(rules, after, side):
                assert points == (-99 if misere else 99)
            elif "." in after:
                assert points == max(-95, min(95, guess))


@pytest.mark.parametrize("rules", [*LARGER_RULES[::2], *MISERE_RULES[::2]], ids=str)
def test_mirrored_positions_have_mirrored_outlooks(rules: Rules) -> None:
    names = "".join(chr(ord("a") + cell) for cell in range(len(rules.empty_board)))
    moved = reference.symmetric_copies(rules, names)
    for board, side in larger_positions(rules)[::3]:
        copies = reference.symmetric_copies(rules, board)
        for plies in PLIES:
            expected = shallow_scores(position_of(board, side, rules), plies)
            for copy, where in zip(copies, moved, strict=True):
                found = shallow_scores(position_of(copy, side, rules), plies)
                assert found == {where.index(names[cell]): expected[cell] for cell in expected}


@pytest.mark.parametrize("rules", [*LARGER_RULES[1::2], *MISERE_RULES[1::2]], ids=str)
def test_with_the_sides_exchanged_the_outlook_is_the_same(rules: Rules) -> None:
    for board, side in larger_positions(rules):
        exchanged = position_of(swapped(board), reference.opponent(side), rules)
        for plies in PLIES:
            assert shallow_scores(exchanged, plies) == shallow_scores(
                position_of(board, side, rules), plies
            )


@pytest.mark.parametrize("rules", MISERE_CROWDED, ids=str)
def test_in_misere_with_more_than_9_empty_cells_only_two_plies_are_seen(rules: Rules) -> None:
    random = seeded(63)
    drawn = [random_unfinished(rules, number, random) for number in [10, 11] * 5]
    positions = [pair for pair in drawn if pair[0].count(".") in {10, 11, 12}]
    assert lengths(rules, positions) >= {1, 4}
    for board, side in positions:
        position = position_of(board, side, rules)
        scores = all_seen(rules, board, side)
        within_two = {cell: points for cell, points in scores.items() if ends_within(2, points)}
        for plies in [2, 3, 4]:
            found = shallow_scores(position, plies)
            assert {cell: found[cell] for cell in found if abs(found[cell]) > 95} == within_two
            assert found == shallow_scores(position, 2)


@pytest.mark.parametrize("rules", MISERE_CROWDED, ids=str)
def test_in_misere_with_9_empty_cells_four_plies_are_seen(rules: Rules) -> None:
    random = seeded(64)
    drawn = [random_unfinished(rules, 9, random) for _ in range(15)]
    nine = [pair for pair in drawn if pair[0].count(".") == 9]
    assert lengths(rules, nine) >= {1, 3}
    for board, side in nine:
        check(rules, board, side, all_seen(rules, board, side))


@pytest.mark.parametrize("plies", PLIES)
def test_a_finished_game_has_no_moves(plies: int) -> None:
    finished = sorted(set(all_legal()) - set(all_unfinished()))
    for board, side in finished[::50]:
        assert shallow_scores(position_of(board, side), plies) == {}


@pytest.mark.parametrize(
    ("board", "cell", "decided"),
    [
        ("XX.OO....", 2, {1: 99, 2: 99, 3: 99, 4: 99}),
        ("XX.OO....", 8, {2: -98, 3: -98, 4: -98}),
        ("XO.......", 4, {}),
        ("XO..X...O", 3, {3: 97, 4: 97}),
        ("OX....X.O", 2, {2: -98, 3: -98, 4: -98}),
        ("O...X...O", 2, {4: -96}),
    ],
)
def test_examples(board: str, cell: int, decided: dict[int, int]) -> None:
    position = position_of(board, "X")
    found = {plies: shallow_scores(position, plies)[cell] for plies in PLIES}
    assert {plies: points for plies, points in found.items() if abs(points) > 95} == decided
