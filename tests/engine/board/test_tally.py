"""Tallies: the marks on every line at once."""

import pytest

from service.engine.board.forks import cells_in_pairs
from service.engine.board.geometry import cells_of, lines
from service.engine.board.potential import potential
from service.engine.board.tally import MAX_WEIGHED, Tallies
from tests import reference
from tests.engine.support import SOME_RULES, bits, geometry_of, random_unfinished, seeded
from tests.reference import Rules

RULES = [*SOME_RULES, Rules(9, 9, 9), Rules(9, 3, 9), Rules(6, 7, 5)]


def cases(rules: Rules) -> list[str]:
    """Random boards without a line, from empty to nearly full."""
    random = seeded(20)
    cells = rules.columns * rules.rows
    empty = [cells, *(random.randrange(max(1, cells - 30), cells) for _ in range(15))]
    return [random_unfinished(rules, number, random)[0] for number in empty]


def tally_of(tallies: Tallies, board: str) -> bytes:
    """The tally for X."""
    x, o = (tallies.counts(bits(board, side)) for side in "XO")
    return tallies.tally(x, o)


def marks_on_lines(rules: Rules, board: str) -> list[tuple[set[int], int, int]]:
    """For each line of the engine its cells, the marks of X, and those of O."""
    on_lines = []
    for line in lines(geometry_of(rules)):
        marks = [board[cell] for cell in cells_of(line)]
        on_lines.append((set(cells_of(line)), marks.count("X"), marks.count("O")))
    return on_lines


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_tally_has_a_byte_for_each_line(rules: Rules) -> None:
    tallies = Tallies(geometry_of(rules))
    for board in cases(rules):
        expected = [own + 16 * other for _, own, other in marks_on_lines(rules, board)]
        assert list(tally_of(tallies, board)) == expected


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_move_adds_the_step_of_its_cell(rules: Rules) -> None:
    tallies = Tallies(geometry_of(rules))
    for board in cases(rules):
        counts = tallies.counts(bits(board, "X"))
        for cell in reference.legal_moves(rules, board):
            after = bits(reference.play(board, "X", cell), "X")
            assert counts + tallies.steps[cell] == tallies.counts(after)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_threats_and_pairs(rules: Rules) -> None:
    tallies = Tallies(geometry_of(rules))
    for board in cases(rules):
        empty = bits(board, ".")
        tally = tally_of(tallies, board)
        on_lines = marks_on_lines(rules, board)
        for missing, own_byte, other_byte in [
            (1, tallies.own_threat, tallies.other_threat),
            (2, tallies.own_pair, tallies.other_pair),
        ]:
            full = rules.in_a_row - missing
            own = {frozenset(line) for line, x, o in on_lines if (x, o) == (full, 0)}
            other = {frozenset(line) for line, x, o in on_lines if (x, o) == (0, full)}
            for byte, those in [(own_byte, own), (other_byte, other)]:
                expected = {sum(1 << c for c in line if board[c] == ".") for line in those}
                assert tallies.missing(tally, byte, empty) == expected


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_weights_add_up_to_the_potentials_where_there_is_no_threat(rules: Rules) -> None:
    tallies = Tallies(geometry_of(rules))
    all_lines = lines(geometry_of(rules))
    compared = 0
    for board in cases(rules):
        x, o = bits(board, "X"), bits(board, "O")
        tally = tally_of(tallies, board)
        if tallies.own_threat not in tally and tallies.other_threat not in tally:
            assert sum(tally.translate(tallies.own_weights)) == potential(all_lines, x, o)
            assert sum(tally.translate(tallies.other_weights)) == potential(all_lines, o, x)
            compared += 1
    assert compared


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_weight_of_a_move_is_what_it_changes(rules: Rules) -> None:
    tallies = Tallies(geometry_of(rules))
    all_lines = lines(geometry_of(rules))
    for board in cases(rules):
        tally = tally_of(tallies, board)
        if any(max(byte & 15, byte >> 4) > MAX_WEIGHED for byte in tally):
            continue
        weights = tallies.weights_of_moves(tally)
        assert len(weights) == rules.columns * rules.rows
        x, o = bits(board, "X"), bits(board, "O")
        for cell in reference.legal_moves(rules, board):
            gained = potential(all_lines, x | 1 << cell, o) - potential(all_lines, x, o)
            taken = potential(all_lines, o, x) - potential(all_lines, o, x | 1 << cell)
            assert weights[cell] == gained + taken


def test_the_table_of_weights_covers_every_byte() -> None:
    tallies = Tallies(geometry_of(Rules(9, 9, 9)))
    assert len(tallies.own_weights) == len(tallies.other_weights) == 256
    assert [tallies.own_weights[own] for own in range(9)] == [1, 2, 4, 8, 16, 32, 64, 128, 0]
    assert [tallies.other_weights[16 * other] for other in range(9)] == [
        *[1, 2, 4, 8, 16, 32, 64, 128, 0]
    ]
    assert tallies.own_weights[0x11] == tallies.other_weights[0x11] == 0


def test_joined() -> None:
    assert cells_in_pairs(set()) == (0, 0)
    assert cells_in_pairs({0b11}) == (0b11, 0)
    assert cells_in_pairs({0b0011, 0b1100}) == (0b1111, 0)
    assert cells_in_pairs({0b0011, 0b0110}) == (0b0111, 0b0010)
    assert cells_in_pairs({0b0011, 0b0110, 0b1100}) == (0b1111, 0b0110)
    assert cells_in_pairs({0b00011, 0b00101, 0b01001}) == (0b01111, 0b00001)
