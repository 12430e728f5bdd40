"""Turns and reflections of the board."""

from collections import defaultdict
from itertools import product

import pytest

from service.engine.board.geometry import lines
from service.engine.board.symmetry import canonical, representatives, symmetries
from tests import reference
from tests.engine.support import (
    SOME_RULES,
    all_legal,
    bits,
    geometry_of,
    image,
    position_of,
    random_unfinished,
    seeded,
)
from tests.reference import THREE_BY_THREE, Rules


def moved(board: str, symmetry: tuple[int, ...]) -> str:
    """The board after every mark has gone from cell `i` to cell `symmetry[i]`."""
    cells = [""] * len(board)
    for cell, mark in enumerate(board):
        cells[symmetry[cell]] = mark
    return "".join(cells)


@pytest.mark.parametrize("rules", SOME_RULES)
def test_they_are_8_for_a_square_and_4_otherwise_the_identity_first(rules: Rules) -> None:
    found = symmetries(geometry_of(rules))
    assert len(found) == len(set(found)) == (8 if rules.columns == rules.rows else 4)
    assert found[0] == tuple(range(rules.columns * rules.rows))


@pytest.mark.parametrize("rules", SOME_RULES)
def test_they_form_a_group(rules: Rules) -> None:
    found = symmetries(geometry_of(rules))
    for first, second in product(found, repeat=2):
        assert tuple(second[cell] for cell in first) in found


@pytest.mark.parametrize("rules", SOME_RULES)
def test_they_send_lines_to_lines(rules: Rules) -> None:
    all_lines = set(lines(geometry_of(rules)))
    for symmetry in symmetries(geometry_of(rules)):
        assert {image(line, symmetry) for line in all_lines} == all_lines


@pytest.mark.parametrize("rules", SOME_RULES)
def test_they_are_those_of_the_reference(rules: Rules) -> None:
    cells = "".join(chr(ord("A") + cell) for cell in range(rules.columns * rules.rows))
    copies = [moved(cells, symmetry) for symmetry in symmetries(geometry_of(rules))]
    assert set(copies) == set(reference.symmetric_copies(rules, cells))


def test_canonical_tells_all_3x3_boards_apart_up_to_symmetry() -> None:
    geometry = geometry_of(THREE_BY_THREE)
    classes = defaultdict(set)
    for board in sorted({board for board, _ in all_legal()}):
        key = canonical(geometry, bits(board, "X"), bits(board, "O"))
        classes[key].add(min(reference.symmetric_copies(THREE_BY_THREE, board)))
    assert {len(boards) for boards in classes.values()} == {1}
    assert len(set.union(*classes.values())) == len(classes)


@pytest.mark.parametrize("rules", SOME_RULES)
def test_canonical_is_one_of_the_copies_and_the_same_for_all(rules: Rules) -> None:
    random = seeded(4)
    size = geometry_of(rules).size
    for _ in range(20):
        board, _ = random_unfinished(rules, random.randrange(1, 13), random)
        copies = reference.symmetric_copies(rules, board)
        keys = {canonical(geometry_of(rules), bits(copy, "X"), bits(copy, "O")) for copy in copies}
        assert len(keys) == 1
        assert keys <= {bits(copy, "X") | bits(copy, "O") << size for copy in copies}


def twins_by_trial(rules: Rules, board: str) -> dict[int, int]:
    """For each empty cell the first that looks the same once a mark is put on it and forgotten."""
    empty = [cell for cell, mark in enumerate(board) if mark == "."]
    looks = {
        cell: min(reference.symmetric_copies(rules, reference.play(board, "?", cell)))
        for cell in empty
    }
    return {cell: min(twin for twin in empty if looks[twin] == looks[cell]) for cell in empty}


def test_twins_of_every_3x3_position() -> None:
    for board, side in dict(all_legal()).items():  # one side to move of each board
        assert representatives(position_of(board, side)) == twins_by_trial(THREE_BY_THREE, board)


@pytest.mark.parametrize("rules", SOME_RULES)
def test_twins_of_larger_boards(rules: Rules) -> None:
    random = seeded(5)
    cells = rules.columns * rules.rows
    boards = [random_unfinished(rules, cells - random.randrange(5), random) for _ in range(20)]
    for board, side in [*boards, (rules.empty_board, "X")]:
        found = representatives(position_of(board, side, rules))
        assert found == twins_by_trial(rules, board)
        assert list(found) == sorted(found)
