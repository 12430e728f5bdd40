"""Positions and moves."""

from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace

import pytest

from service.engine.board.geometry import Geometry, cells_of
from service.engine.board.position import Mark, Position, Status
from service.engine.errors import IllegalMove
from tests import reference
from tests.engine.support import (
    EMPTY_3X3,
    SOME_RULES,
    all_legal,
    all_unfinished,
    board_of,
    position_of,
    random_unfinished,
    seeded,
)
from tests.reference import THREE_BY_THREE, Rules


def test_marks() -> None:
    assert [mark.value for mark in Mark] == ["X", "O"]
    assert Mark.X.opponent is Mark.O
    assert Mark.O.opponent is Mark.X


def test_the_drawing_in_the_docstring() -> None:
    position = position_of("XO..X...O", "X")
    assert (position.x, position.o) == (0b000010001, 0b100000010)
    assert list(cells_of(position.x)) == [0, 4]
    assert list(cells_of(position.o)) == [1, 8]
    assert list(cells_of(position.empty)) == [2, 3, 5, 6, 7]
    assert position.plies_left == 5


def test_own_and_other_follow_the_side_to_move() -> None:
    for board, side in all_legal():
        position = position_of(board, side)
        own, other = (position.x, position.o) if side == "X" else (position.o, position.x)
        assert (position.own, position.other) == (own, other)
        assert (position.marks_of(Mark.X), position.marks_of(Mark.O)) == (position.x, position.o)


def check(rules: Rules, board: str, side: str) -> None:
    """Compare all that a position says of itself with the reference."""
    position = position_of(board, side, rules)
    assert position.status == reference.status(rules, board)
    assert position.winner == reference.winner(rules, board)
    assert position.legal_moves == reference.legal_moves(rules, board)
    assert position.plies_left == board.count(".")
    completed = {side: reference.completed_lines(rules, board, side) for side in Mark}
    assert position.winning_lines == sorted(completed[Mark.X] + completed[Mark.O])
    assert position.completer == next((side for side in Mark if completed[side]), None)
    for mark in Mark:
        lines = [list(cells_of(line)) for line in position.lines_of(mark)]
        assert sorted(lines) == completed[mark]


@pytest.mark.parametrize("misere", [False, True])
def test_every_legal_3x3_position(misere: bool) -> None:
    assert len(all_legal()) == 10_956
    for board, side in all_legal():
        check(Rules(misere=misere), board, side)


@pytest.mark.parametrize("misere", [False, True])
def test_positions_of_larger_boards(misere: bool) -> None:
    random = seeded(1)
    for rules in SOME_RULES:
        for _ in range(20):
            cells = rules.columns * rules.rows
            board, side = random_unfinished(rules, random.randrange(1, cells), random)
            check(replace(rules, misere=misere), board, side)
            for cell in reference.legal_moves(rules, board):
                after = reference.play(board, side, cell)
                check(replace(rules, misere=misere), after, reference.opponent(side))


def test_a_run_of_four_is_two_lines_of_three() -> None:
    position = position_of("XXXX" + "OOO." + "O...", "O", Rules(4, 3, 3))
    assert position.lines_of(Mark.X) == (0b0111, 0b1110)
    won = position_of("XXXX" + "OO.O" + "....", "O", Rules(4, 3, 3))
    assert won.winning_lines == [[0, 1, 2], [1, 2, 3]]
    assert won.status is Status.WON


def test_a_line_may_end_the_game_on_a_full_board() -> None:
    position = position_of("XOXOXOXOX", "O")
    assert (position.status, position.winner) == (Status.WON, Mark.X)
    assert position_of("XOXXOOOXX", "O").status is Status.DRAWN


def test_in_misere_the_other_side_wins() -> None:
    position = position_of("XXXOO....", "O", Rules(misere=True))
    assert position.completer is Mark.X
    assert position.winner is Mark.O
    assert position.winning_lines == [[0, 1, 2]]


def test_play_returns_the_next_position_and_leaves_the_first_as_it_was() -> None:
    for board, side in all_unfinished():
        position = position_of(board, side)
        for cell in reference.legal_moves(THREE_BY_THREE, board):
            after = reference.play(board, side, cell)
            assert position.play(cell) == position_of(after, reference.opponent(side))
        assert board_of(position) == board


def test_play_keeps_the_rules() -> None:
    start = position_of("." * 12, "O", Rules(4, 3, 4, misere=True))
    assert start.play(11) == position_of("." * 11 + "O", "X", Rules(4, 3, 4, misere=True))


@pytest.mark.parametrize(
    ("board", "cell", "message"),
    [
        ("XO.......", 0, "The cell already holds a mark."),
        ("XO.......", 1, "The cell already holds a mark."),
        ("XO.......", -1, "Cells of this board are 0 to 8."),
        ("XO.......", 9, "Cells of this board are 0 to 8."),
        ("XO.......", 10**30, "Cells of this board are 0 to 8."),
        ("XXXOO....", 8, "The game is over before this move."),
        ("XOXXOOOXX", 8, "The cell already holds a mark."),
    ],
)
def test_illegal_moves(board: str, cell: int, message: str) -> None:
    side = reference.default_side(THREE_BY_THREE, board)
    assert side
    with pytest.raises(IllegalMove) as raised:
        position_of(board, side).play(cell)
    assert str(raised.value) == message


def test_the_last_cell_of_a_larger_board_may_be_played() -> None:
    position = Position(Geometry(5, 4, 4), 0, 0, Mark.O)
    assert position.play(19) == Position(Geometry(5, 4, 4), 0, 1 << 19, Mark.X)
    with pytest.raises(IllegalMove, match="0 to 19"):
        position.play(20)


def test_a_position_is_immutable_and_hashable() -> None:
    with pytest.raises(FrozenInstanceError):
        EMPTY_3X3.x = 1  # type: ignore[misc]
    same = Position(Geometry(3, 3, 3), 0, 0, Mark.X)
    assert same == EMPTY_3X3
    assert hash(same) == hash(EMPTY_3X3)


@pytest.mark.parametrize(
    "change",
    [
        lambda position: replace(position, geometry=Geometry(4, 3, 3)),
        lambda position: replace(position, x=1),
        lambda position: replace(position, o=1),
        lambda position: replace(position, side_to_move=Mark.O),
        lambda position: replace(position, misere=True),
    ],
)
def test_positions_that_differ_are_different(change: Callable[[Position], Position]) -> None:
    assert change(EMPTY_3X3) != EMPTY_3X3


def test_all_legal_positions_are_distinct_keys() -> None:
    assert len({position_of(board, side) for board, side in all_legal()}) == 10_956
