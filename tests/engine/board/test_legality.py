"""Which boards are accepted, and with which error the others are declined."""

from itertools import product
from random import Random

import pytest

from service.engine.board.legality import legal_position
from service.engine.board.position import Mark, Position
from service.engine.errors import (
    BothWon,
    PositionError,
    Unreachable,
    WrongCounts,
    WrongTurn,
)
from tests import reference
from tests.engine.support import SOME_RULES, all_legal, bits, geometry_of, position_of, seeded
from tests.reference import THREE_BY_THREE, Rules


def read(board: str, side: str | None, rules: Rules = THREE_BY_THREE) -> Position:
    """The position that the engine makes of a board."""
    mark = None if side is None else Mark(side)
    x, o = bits(board, "X"), bits(board, "O")
    return legal_position(geometry_of(rules), x, o, mark, rules.misere)


def check(rules: Rules, board: str, side: str | None, expected: str | None) -> None:
    """Hold the engine to the reference's verdict on a board; a side of None is left out."""
    if expected is None:
        position = read(board, side, rules)
        to_move = side or reference.default_side(rules, board)
        assert to_move
        assert position == position_of(board, to_move, rules)
    else:
        with pytest.raises(PositionError) as raised:
            read(board, side, rules)
        assert raised.value.code == expected, (board, side)


def test_the_two_references_agree() -> None:
    boards = ["".join(marks) for marks in product("XO.", repeat=9)]
    legal = [(b, s) for b in boards for s in "OX" if reference.fault(THREE_BY_THREE, b, s) is None]
    assert sorted(legal) == all_legal()
    assert len(legal) == 10_956


def test_every_3x3_board_with_either_side_to_move_and_with_none() -> None:
    accepted = 0
    for marks in product("XO.", repeat=9):
        board = "".join(marks)
        faults = {side: reference.fault(THREE_BY_THREE, board, side) for side in "XO"}
        for side, fault in faults.items():
            check(THREE_BY_THREE, board, side, fault)
            accepted += fault is None
        check(THREE_BY_THREE, board, None, None if None in faults.values() else faults["X"])
    assert accepted == 10_956


def random_board(rules: Rules, random: Random) -> str:
    """A board with about as many marks of each side, in places that no game need lead to."""
    cells = rules.columns * rules.rows
    counts = random.choice([(n, n + surplus) for n in range(cells // 2) for surplus in (-1, 0, 1)])
    marks = "X" * max(0, counts[0]) + "O" * max(0, counts[1])
    marks = (marks + "." * cells)[:cells]
    return "".join(random.sample(marks, cells))


@pytest.mark.parametrize("rules", SOME_RULES)
def test_larger_boards(rules: Rules) -> None:
    random = seeded(2)
    verdicts = set()
    for _ in range(300):
        board = random_board(rules, random)
        faults = {side: reference.fault(rules, board, side) for side in "XO"}
        for side, fault in faults.items():
            check(rules, board, side, fault)
        check(rules, board, None, None if None in faults.values() else faults["X"])
        verdicts |= set(faults.values())
    assert verdicts >= {None, "wrong_turn"}


def test_misere_has_the_same_legal_positions() -> None:
    for board, side in all_legal():
        assert read(board, side, Rules(misere=True)).misere is True
        assert read(board, side).misere is False
    assert legal_position(geometry_of(THREE_BY_THREE), 0, 0).misere is False


def test_x_is_to_move_where_both_may_be() -> None:
    assert read(".........", None).side_to_move is Mark.X
    assert read("XO.......", None).side_to_move is Mark.X
    assert read("XO.......", "O").side_to_move is Mark.O


def test_the_side_that_completed_a_line_has_moved_last() -> None:
    assert read("XXXOO.O..", None).side_to_move is Mark.O
    with pytest.raises(WrongTurn, match="Here O is to move"):
        read("XXXOO.O..", "X")
    with pytest.raises(WrongTurn, match="Here X is to move"):
        read("OOOXX....", "O")


def test_two_lines_by_one_move_are_legal() -> None:
    assert read("XXXXOOXOO", None).winning_lines == [[0, 1, 2], [0, 3, 6]]


def test_two_lines_without_a_common_mark_are_unreachable() -> None:
    rules = Rules(5, 4, 3)
    board = "XXX.." + "OO.OO" + "XXX.." + "OO..."
    with pytest.raises(Unreachable) as raised:
        read(board, None, rules)
    assert str(raised.value) == "No single move completes all of these lines."


def test_three_lines_that_meet_only_in_pairs_are_unreachable() -> None:
    rules = Rules(5, 5, 3)
    board = "XXX.O" + "X.X.O" + "XXX.." + "OO..O" + "OO.O."
    assert reference.fault(rules, board, "X") == "unreachable"
    with pytest.raises(Unreachable):
        read(board, None, rules)


@pytest.mark.parametrize(
    ("board", "error", "message"),
    [
        (
            "XX.......",
            WrongCounts,
            "The sides take turns: their marks may differ by one at most.",
        ),
        (
            "OO.......",
            WrongCounts,
            "The sides take turns: their marks may differ by one at most.",
        ),
        ("XXXOOO...", BothWon, "Both sides have a line: the game ended with the first one."),
        ("XXXOO.OO.", Unreachable, "A side has moved after the other completed a line."),
    ],
)
def test_messages(board: str, error: type[PositionError], message: str) -> None:
    with pytest.raises(error) as raised:
        read(board, "X")
    assert str(raised.value) == message


def test_the_first_error_that_applies_is_raised() -> None:
    with pytest.raises(WrongCounts):
        read("XXXOOOXX.", "X")
    with pytest.raises(BothWon):
        read("XXXOOOX..", "X")


def test_wrong_turn_says_how_to_put_it_right() -> None:
    with pytest.raises(WrongTurn) as raised:
        read("X........", "X")
    assert str(raised.value) == "Here O is to move: correct side_to_move or leave it out."
    with pytest.raises(WrongTurn, match="Here X is to move"):
        read("O........", "O")
