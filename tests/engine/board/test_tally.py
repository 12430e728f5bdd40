"""Tallies: the marks on every line at once."""

from functools import lru_cache

import pytest

from service.engine.board.geometry import cells_of, lines
from service.engine.board.potential import potential
from service.engine.board.tally import MAX_WEIGHED, Tallies
from tests import reference
from tests.engine.conversion import bits, geometry_of
from tests.engine.positions import SOME_RULES, random_unfinished, seeded
from tests.reference import Rules

EVERY_RULES = pytest.mark.parametrize(
    "rules", [*SOME_RULES, Rules(9, 9, 9), Rules(9, 3, 9), Rules(6, 7, 5)], ids=str
)


@lru_cache(maxsize=None)
def boards(rules: Rules) -> list[str]:
    """Random boards without a line, from empty to nearly full."""
    random = seeded(20)
    cells = rules.columns * rules.rows
    empty = [cells, *(random.randrange(max(1, cells - 30), cells) for _ in range(15))]
    return [random_unfinished(rules, number, random)[0] for number in empty]


def tally_of(tallies: Tallies, board: str) -> bytes:
    x, o = (tallies.counts(bits(board, side)) for side in "XO")
    return tallies.tally(x, o)


def marks_on_lines(rules: Rules, board: str) -> list[tuple[int, int, int]]:
    """For each line of the engine its empty cells, and the number of marks of X and of O."""
    marks = [[board[cell] for cell in cells_of(line)] for line in lines(geometry_of(rules))]
    return [
        (line & bits(board, "."), on_line.count("X"), on_line.count("O"))
        for line, on_line in zip(lines(geometry_of(rules)), marks, strict=True)
    ]


@EVERY_RULES
def test_tally_counts_the_marks_on_each_line_and_is_updated_by_moves(rules: Rules) -> None:
    tallies = Tallies(geometry_of(rules))
    for board in boards(rules):
        expected = [own + 16 * other for _, own, other in marks_on_lines(rules, board)]
        assert list(tally_of(tallies, board)) == expected
        counts = tallies.counts(bits(board, "X"))
        for cell in reference.legal_moves(rules, board):
            after = bits(reference.play(board, "X", cell), "X")
            assert counts + tallies.steps[cell] == tallies.counts(after)


@EVERY_RULES
def test_missing_cells_of_threats_and_pairs_match_the_board(rules: Rules) -> None:
    tallies = Tallies(geometry_of(rules))
    for board in boards(rules):
        tally = tally_of(tallies, board)
        on_lines = marks_on_lines(rules, board)
        for byte, marks in [
            (tallies.own_threat, (rules.in_a_row - 1, 0)),
            (tallies.other_threat, (0, rules.in_a_row - 1)),
            (tallies.own_pair, (rules.in_a_row - 2, 0)),
            (tallies.other_pair, (0, rules.in_a_row - 2)),
        ]:
            expected = {lacking for lacking, *on_line in on_lines if tuple(on_line) == marks}
            assert tallies.missing(tally, byte, bits(board, ".")) == expected


@EVERY_RULES
def test_weights_of_moves_match_the_changes_of_the_potentials(rules: Rules) -> None:
    tallies = Tallies(geometry_of(rules))
    geometry, compared = geometry_of(rules), 0
    for board in boards(rules):
        x, o = bits(board, "X"), bits(board, "O")
        tally = tally_of(tallies, board)
        if all(max(byte & 15, byte >> 4) <= MAX_WEIGHED for byte in tally):
            weights = tallies.weights_of_moves(tally)
            assert len(weights) == len(board)
            for cell in reference.legal_moves(rules, board):
                gained = potential(geometry, x | 1 << cell, o) - potential(geometry, x, o)
                taken = potential(geometry, o, x) - potential(geometry, o, x | 1 << cell)
                assert weights[cell] == gained + taken
                compared += 1
    assert compared
