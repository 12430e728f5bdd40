"""Shared helpers of the engine tests: conversion from and to the reference, and positions."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import count
from random import Random

import pytest

from service.engine.analysis import Analysis
from service.engine.board.geometry import Geometry
from service.engine.board.position import Mark, Position
from service.engine.budget import DEFAULT_NODES
from service.engine.score import Score
from service.engine.search.analyze import analyze
from tests import reference
from tests.reference import THREE_BY_THREE, Memo, Rules, Worth

EMPTY_3X3 = Position(Geometry(3, 3, 3), 0, 0, Mark.X)
MISERE_3X3 = Rules(misere=True)

SOME_RULES = [
    *[Rules(3, 3, 3), Rules(4, 3, 3), Rules(3, 4, 3), Rules(4, 3, 4), Rules(4, 4, 3)],
    *[Rules(4, 4, 4), Rules(5, 3, 3), Rules(3, 5, 4), Rules(5, 3, 5), Rules(5, 4, 3)],
    *[Rules(5, 4, 4), Rules(4, 5, 4)],
]
MANY_RULES = [
    *SOME_RULES,
    *[Rules(5, 5, 3), Rules(5, 5, 4), Rules(5, 5, 5), Rules(6, 3, 3), Rules(3, 6, 4)],
    *[Rules(6, 4, 4), Rules(4, 6, 5), Rules(6, 5, 4), Rules(5, 6, 5), Rules(6, 6, 3)],
    *[Rules(6, 6, 4), Rules(6, 6, 5), Rules(6, 6, 6)],
]


def both_games(all_rules: Iterable[Rules]) -> list[Rules]:
    """The normal game and misère on each of these boards."""
    return [replace(rules, misere=misere) for rules in all_rules for misere in (False, True)]


# Conversion


def geometry_of(rules: Rules) -> Geometry:
    """The engine's geometry for these rules."""
    return Geometry(rules.columns, rules.rows, rules.in_a_row)


def bits(board: str, side: str) -> int:
    """The cells of this side as the engine has them."""
    return sum(2**cell for cell, mark in enumerate(board) if mark == side)


def position_of(board: str, side: str, rules: Rules = THREE_BY_THREE) -> Position:
    """The engine's position for a board and a side to move, unchecked."""
    x, o = bits(board, "X"), bits(board, "O")
    return Position(geometry_of(rules), x, o, Mark(side), rules.misere)


def board_of(position: Position) -> str:
    """The reference's board for an engine position."""
    cells = range(position.geometry.size)
    return "".join(
        "X" if position.x >> cell & 1 else "O" if position.o >> cell & 1 else "." for cell in cells
    )


def drawn(rows: str, in_a_row: int) -> tuple[Rules, str]:
    """The rules and the board of rows with spaces between them, such as `XO. .X. ..O`."""
    first, *others = rows.split()
    return Rules(len(first), 1 + len(others), in_a_row), rows.replace(" ", "")


def own_and_other(board: str, side: str) -> tuple[int, int]:
    """The marks of the side to move and of its opponent."""
    return bits(board, side), bits(board, reference.opponent(side))


def value_of(worth: Worth, empty_cells: int) -> int:
    """A worth as a search value: for the winner, one more than the cells left empty."""
    left = empty_cells - worth.plies_to_end
    return {"win": left + 1, "draw": 0, "loss": -left - 1}[worth.outcome]


def worth_of(score: Score) -> Worth:
    """A proved score as the reference has it."""
    assert score.plies_to_end is not None
    return Worth(score.outcome.value, score.plies_to_end)


def swapped(board: str) -> str:
    """The board with the marks of the sides exchanged."""
    return board.translate(str.maketrans("XO", "OX"))


def copies(rules: Rules, board: str) -> list[tuple[str, dict[int, int]]]:
    """The symmetric copies of a board, each with the cell that every cell moves to."""
    names = "".join(chr(ord("a") + cell) for cell in range(len(board)))
    moved = reference.symmetric_copies(rules, names)
    return [
        (copy, {cell: where.index(name) for cell, name in enumerate(names)})
        for copy, where in zip(reference.symmetric_copies(rules, board), moved, strict=True)
    ]


# Positions

MEMO_3X3: Memo = {}  # the reference's, so that each 3x3 position is searched once


@lru_cache(maxsize=None)
def all_legal() -> list[tuple[str, str]]:
    """Every legal 3x3 (board, side to move), sorted."""
    return sorted(reference.reachable(THREE_BY_THREE))


@lru_cache(maxsize=None)
def all_unfinished() -> list[tuple[str, str]]:
    """Those in which the game is in progress."""
    return [pair for pair in all_legal() if reference.legal_moves(THREE_BY_THREE, pair[0])]


@lru_cache(maxsize=None)
def all_finished() -> list[tuple[str, str]]:
    """Those in which the game is over."""
    return [pair for pair in all_legal() if not reference.legal_moves(THREE_BY_THREE, pair[0])]


@lru_cache(maxsize=None)
def different_unfinished() -> list[tuple[str, str]]:
    """The first of all symmetric copies of each unfinished position."""
    return [
        (board, side)
        for board, side in all_unfinished()
        if board == min(reference.symmetric_copies(THREE_BY_THREE, board))
    ]


Positions = Callable[[], list[tuple[str, str]]]

# For tests of all unfinished 3x3 positions: the different ones in `make test`, otherwise all.
UNFINISHED = pytest.mark.parametrize(
    "unfinished",
    [different_unfinished, pytest.param(all_unfinished, marks=pytest.mark.full)],
    ids=lambda positions: positions.__name__,
)


def seeded(seed: int) -> Random:
    """A source of the same random numbers in every run."""
    return Random(seed)


def random_positions(
    rules: Rules, all_empty_cells: Iterable[int], seed: int
) -> Iterator[tuple[str, str]]:
    """A `random_unfinished` position for each number of empty cells."""
    random = seeded(seed)
    return (random_unfinished(rules, empty_cells, random) for empty_cells in all_empty_cells)


def random_unfinished(rules: Rules, empty_cells: int, random: Random) -> tuple[str, str]:
    """A legal, unfinished (board, side to move) with this many empty cells or a few more.

    More if nearly every order of moves completes a line: one more after every five attempts.
    """
    for attempt in count():
        board, side = random_game(rules, empty_cells, random)
        if board.count(".") <= empty_cells + attempt // 5:
            return board, side
    raise AssertionError


def random_game(rules: Rules, empty_cells: int, random: Random) -> tuple[str, str]:
    """Random moves from the empty board until few cells are empty or each completes a line."""
    board, side = rules.empty_board, random.choice("XO")
    while board.count(".") > empty_cells:
        cells = reference.legal_moves(rules, board)
        boards = (reference.play(board, side, cell) for cell in random.sample(cells, len(cells)))
        after = next((after for after in boards if not reference.has_line(rules, after, side)), "")
        if not after:
            break
        board, side = after, reference.opponent(side)
    return board, side


# Checks


def check_analysis(rules: Rules, board: str, side: str, memo: Memo) -> None:
    """Compare the analysis of a position with the reference, move by move."""
    position = position_of(board, side, rules)
    analysis = analyze(position)
    worths = reference.move_worths(rules, board, side, memo)
    ranks = reference.ranks(worths)
    order = sorted(worths, key=lambda cell: (ranks[cell], cell))
    assert [move.cell for move in analysis.moves] == order
    for move in analysis.moves:
        assert worth_of(move.score) == worths[move.cell], (rules, board, side, move)
        assert move.score.points == worths[move.cell].score
        assert move.rank == ranks[move.cell], (rules, board, side, move)
        assert move.estimate is None
    assert analysis.solved
    assert worth_of(analysis.score) == reference.worth(rules, board, side, memo)
    assert analysis.position == position
    assert [move.cell for move in analysis.best_moves] == [c for c in order if ranks[c] == 1]
    assert 1 <= analysis.nodes <= DEFAULT_NODES
    assert analysis.principal_variation[:1] == tuple(order[:1])
    check_variation(rules, board, side, analysis, memo)


def check_variation(rules: Rules, board: str, side: str, analysis: Analysis, memo: Memo) -> None:
    """Play the principal variation: always the first best move, to the promised end."""
    worth = reference.worth(rules, board, side, memo)
    mover = side
    for cell in analysis.principal_variation:
        scores = reference.move_scores(rules, board, mover, memo)
        assert cell == max(scores, key=scores.__getitem__)  # the first of the best
        board, mover = reference.play(board, mover, cell), reference.opponent(mover)
    assert len(analysis.principal_variation) == worth.plies_to_end
    assert reference.legal_moves(rules, board) == []
    winners = {"win": side, "loss": reference.opponent(side), "draw": None}
    assert reference.winner(rules, board) == winners[worth.outcome]
