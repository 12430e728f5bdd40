"""Which boards are legal, and the errors of the others."""

from random import Random

import pytest

from service.engine.board.position import Mark, Position, legal_position
from service.engine.errors import PositionError, Unreachable
from tests import reference
from tests.engine.conversion import bits, geometry_of, position_of
from tests.engine.positions import SOME_RULES, seeded
from tests.reference import THREE_BY_THREE, Rules


def read(board: str, side: str | None, rules: Rules = THREE_BY_THREE) -> Position:
    mark = None if side is None else Mark(side)
    x, o = bits(board, "X"), bits(board, "O")
    return legal_position(geometry_of(rules), x, o, mark, rules.misere)


def check(rules: Rules, board: str) -> set[str | None]:
    """Compare the verdicts on a board, with either side to move and with none; its faults."""
    faults = {side: reference.fault(rules, board, side) for side in "XO"}
    default = None if None in faults.values() else faults["X"]
    for side, fault in [*faults.items(), (None, default)]:
        if fault is None:
            to_move = side or reference.default_side(rules, board)
            assert to_move
            assert read(board, side, rules) == position_of(board, to_move, rules)
        else:
            with pytest.raises(PositionError) as raised:
                read(board, side, rules)
            assert raised.value.code == fault, (board, side)
    return set(faults.values())


def random_board(rules: Rules, random: Random) -> str:
    """A board with about as many marks of each side, on any cells."""
    cells = rules.columns * rules.rows
    counts = random.choice(
        [(n, n + surplus) for n in range(cells // 2) for surplus in (-2, -1, 0, 1, 2)]
    )
    marks = "X" * max(0, counts[0]) + "O" * max(0, counts[1])
    marks = (marks + "." * cells)[:cells]
    return "".join(random.sample(marks, cells))


@pytest.mark.parametrize("rules", SOME_RULES)
def test_larger_boards_get_the_verdict_of_the_reference(rules: Rules) -> None:
    random = seeded(2)
    verdicts = set().union(*(check(rules, random_board(rules, random)) for _ in range(300)))
    assert verdicts >= {None, "wrong_turn", "wrong_counts"}


@pytest.mark.parametrize(
    ("board", "rules"),
    [
        ("XXX..OO.OOXXX..OO...", Rules(5, 4, 3)),  # two lines without a common mark
        ("XXX.OX.X.OXXX..OO..OOO.O.", Rules(5, 5, 3)),  # three that meet only in pairs
    ],
)
def test_lines_without_a_common_cell_are_unreachable(board: str, rules: Rules) -> None:
    assert reference.fault(rules, board, "X") == "unreachable"
    with pytest.raises(
        Unreachable, match=r"^No single move completes all lines of a side\. Remove a mark\.$"
    ):
        read(board, None, rules)
