"""The reason of a move, beside the ladder of Newell and Simon written plainly on strings."""

from functools import lru_cache
from itertools import chain

import pytest

from service.engine.explain.reasons import Reason, reason_for
from tests import reference
from tests.engine.board.test_tactics import threatened_cells
from tests.engine.support import (
    all_unfinished,
    position_of,
    random_unfinished,
    seeded,
    swapped,
)
from tests.reference import THREE_BY_THREE, Rules, winning_cells

LARGER_RULES = [
    Rules(4, 3, 3),
    Rules(3, 4, 4),
    Rules(4, 4, 3),
    Rules(4, 4, 4),
    Rules(5, 3, 3),
    Rules(5, 4, 3),
    Rules(5, 5, 4),
    Rules(4, 6, 4),
    Rules(6, 6, 4),
    Rules(6, 5, 5),
]


def makes_fork(rules: Rules, board: str, side: str, cell: int) -> bool:
    """Whether a move makes new threats at two cells or more."""
    return len(threatened_cells(rules, board, side, cell)) > 1


def can_fork(rules: Rules, board: str, side: str) -> bool:
    """Whether this side could make a fork if it were its turn."""
    return any(
        makes_fork(rules, board, side, cell) for cell, mark in enumerate(board) if mark == "."
    )


@lru_cache(maxsize=None)
def forked_in_reply(rules: Rules, board: str, side: str) -> bool:
    """Whether the other side has an answer that forks and leaves this side nothing to win at."""
    other = reference.opponent(side)
    return any(
        makes_fork(rules, board, other, reply)
        and not winning_cells(rules, reference.play(board, other, reply), side)
        for reply, mark in enumerate(board)
        if mark == "."
    )


def is_in_the_middle(index: int, length: int) -> bool:
    """Whether no other index is nearer to the middle: one if the length is odd, two if even."""
    distances = [abs(2 * other + 1 - length) for other in range(length)]
    return distances[index] == min(distances)


def reason_of_place(rules: Rules, board: str, side: str, cell: int) -> str | None:
    """The reason that the place of a cell gives."""
    row, column = cell // rules.columns, cell % rules.columns
    bottom, right = rules.rows - 1, rules.columns - 1
    if is_in_the_middle(row, rules.rows) and is_in_the_middle(column, rules.columns):
        return "center"
    if row in {0, bottom} and column in {0, right}:
        opposite = (bottom - row) * rules.columns + right - column
        held = board[opposite] == reference.opponent(side)
        return "opposite_corner" if held else "corner"
    return "side" if row in {0, bottom} or column in {0, right} else None


def defined_reason(rules: Rules, board: str, side: str, cell: int) -> str | None:
    """The first reason of the ladder that holds for a move."""
    other = reference.opponent(side)
    if rules.misere:
        return None
    if cell in winning_cells(rules, board, side):
        return "win"
    if cell in winning_cells(rules, board, other):
        return "block"
    if makes_fork(rules, board, side, cell):
        return "fork"
    if (
        not winning_cells(rules, board, other)
        and can_fork(rules, board, other)
        and not forked_in_reply(rules, reference.play(board, side, cell), side)
    ):
        return "block_fork"
    return reason_of_place(rules, board, side, cell)


Case = tuple[str, str, int, str | None, str | None]


def wrong_reasons(rules: Rules, board: str, side: str) -> list[Case]:
    """The moves whose reason differs from its definition: board, side, cell, found, defined."""
    position = position_of(board, side, rules)
    reasons = [
        (cell, reason_for(position, cell), defined_reason(rules, board, side, cell))
        for cell in reference.legal_moves(rules, board)
    ]
    return [
        (board, side, cell, found, defined) for cell, found, defined in reasons if found != defined
    ]


def test_every_move_of_every_unfinished_3x3_position() -> None:
    wrong = (wrong_reasons(THREE_BY_THREE, board, side) for board, side in all_unfinished())
    assert list(chain.from_iterable(wrong)) == []


@pytest.mark.parametrize("rules", LARGER_RULES, ids=str)
def test_every_move_of_random_positions_of_larger_boards(rules: Rules) -> None:
    random = seeded(70)
    size = len(rules.empty_board)
    numbers = [random.randrange(1, size + 1) for _ in range(16)]
    positions = [random_unfinished(rules, number, random) for number in numbers]
    wrong = (wrong_reasons(rules, board, side) for board, side in positions)
    assert list(chain.from_iterable(wrong)) == []


def test_every_reason_is_among_them() -> None:
    found = {
        reason_for(position_of(board, side), cell)
        for board, side in all_unfinished()[::10]
        for cell in reference.legal_moves(THREE_BY_THREE, board)
    }
    assert found == set(Reason)
    assert [reason.value for reason in Reason] == [
        *["win", "block", "fork", "block_fork", "center", "opposite_corner", "corner", "side"]
    ]


@pytest.mark.parametrize("rules", [THREE_BY_THREE, *LARGER_RULES[::3]], ids=str)
def test_in_misere_there_is_none(rules: Rules) -> None:
    rules = Rules(rules.columns, rules.rows, rules.in_a_row, misere=True)
    random = seeded(71)
    for empty_cells in range(1, 10):
        board, side = random_unfinished(rules, empty_cells, random)
        position = position_of(board, side, rules)
        assert {reason_for(position, cell) for cell in position.legal_moves} == {None}


def test_with_the_sides_exchanged_the_reasons_are_the_same() -> None:
    for board, side in all_unfinished()[::10]:
        position = position_of(board, side)
        exchanged = position_of(swapped(board), reference.opponent(side))
        for cell in position.legal_moves:
            assert reason_for(exchanged, cell) == reason_for(position, cell)


W, B, F, K = Reason.WIN, Reason.BLOCK, Reason.FORK, Reason.BLOCK_FORK
M, P, C, S = Reason.CENTER, Reason.OPPOSITE_CORNER, Reason.CORNER, Reason.SIDE


@pytest.mark.parametrize(
    ("rows", "in_a_row", "reasons"),
    [
        (
            ["...", "...", "..."],
            3,
            [*[C, S, C], *[S, M, S], *[C, S, C]],
        ),
        (
            ["....", "....", "....", "...."],
            4,
            [*[C, S, S, C], *[S, M, M, S], *[S, M, M, S], *[C, S, S, C]],
        ),
        (
            ["....", "....", "...."],
            4,
            [*[C, S, S, C], *[S, M, M, S], *[C, S, S, C]],
        ),
        (
            ["...", "...", "...", "..."],
            4,
            [*[C, S, C], *[S, M, S], *[S, M, S], *[C, S, C]],
        ),
        (
            [".....", ".....", ".....", "....."],
            5,
            [
                *[C, S, S, S, C],
                *[S, None, M, None, S],
                *[S, None, M, None, S],
                *[C, S, S, S, C],
            ],
        ),
        (
            [".....", ".....", ".....", ".....", "....."],
            5,
            [
                *[C, S, S, S, C],
                *[S, None, None, None, S],
                *[S, None, M, None, S],
                *[S, None, None, None, S],
                *[C, S, S, S, C],
            ],
        ),
    ],
)
def test_an_empty_board_leaves_but_the_places(
    rows: list[str], in_a_row: int, reasons: list[Reason | None]
) -> None:
    rules = Rules(len(rows[0]), len(rows), in_a_row)
    position = position_of("".join(rows), "X", rules)
    assert [reason_for(position, cell) for cell in position.legal_moves] == reasons


@pytest.mark.parametrize(
    ("rows", "in_a_row", "side", "reasons"),
    [
        (["XX.", "OO.", "..."], 3, "X", {2: W, 5: B, 6: C, 7: S, 8: C}),
        (["X..", ".O.", "..X"], 3, "O", {1: K, 2: C, 3: K, 5: K, 6: C, 7: K}),
        (["X..", "...", "..."], 3, "O", {1: S, 2: C, 3: S, 4: M, 5: S, 6: C, 7: S, 8: P}),
        (["XO.", ".X.", "..O"], 3, "X", {2: C, 3: F, 5: S, 6: F, 7: S}),
        (["X..", ".O.", ".O.", "..."], 4, "X", {2: C, 9: C, 11: C}),
        (["....", "....", "...O"], 4, "X", {0: P, 3: C, 8: C}),
        ([".....", ".....", ".....", "....O"], 5, "X", {0: P, 4: C, 15: C, 6: None}),
    ],
)
def test_examples(
    rows: list[str], in_a_row: int, side: str, reasons: dict[int, Reason | None]
) -> None:
    position = position_of("".join(rows), side, Rules(len(rows[0]), len(rows), in_a_row))
    assert {cell: reason_for(position, cell) for cell in reasons} == reasons
