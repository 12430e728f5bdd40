"""The puzzles of the site: proved by a plain search, all different, and sorted."""

import json
from functools import lru_cache
from typing import Any

import pytest

from tests import reference
from tests.live import ROOT
from tests.parameters import one_of
from tests.reference import Rules

ENTRIES = json.loads((ROOT / "service" / "static" / "puzzles" / "puzzles.json").read_text())
SIDE, OTHER = "X", "O"  # the solver's side in the file, and its opponent

Entry = dict[str, Any]


def rules_of(entry: Entry) -> tuple[Rules, str]:
    first, *others = rows = entry["board"].split("/")
    return Rules(len(first), 1 + len(others), entry["in_a_row"]), "".join(rows)


@lru_cache(maxsize=None)
def wins(rules: Rules, board: str, side: str, plies: int) -> bool:
    """Whether X completes a line first, within this many plies, against every defense.

    A line is completed if possible, otherwise a threat is blocked: nothing else can be better.
    """
    if reference.winning_cells(rules, board, side):
        return side == SIDE and plies > 0
    if plies <= 0 or is_hopeless(rules, board, side):
        return False
    threats = reference.winning_cells(rules, board, reference.opponent(side))
    after = (
        wins(rules, reference.play(board, side, cell), reference.opponent(side), plies - 1)
        for cell in sorted(threats) or by_weight(rules, board)
    )
    return any(after) if side == SIDE else all(after)


def is_hopeless(rules: Rules, board: str, side: str) -> bool:
    """Whether X cannot win, by the theorem of Erdős and Selfridge; always so on a full board."""
    on_lines = [board[line] for line in reference.slices(rules)]
    potential = sum(1 << marks.count(SIDE) for marks in on_lines if OTHER not in marks)
    return potential * (2 if side == SIDE else 1) < 1 << rules.in_a_row


def by_weight(rules: Rules, board: str) -> list[int]:
    """The empty cells; those with the most marks on their open lines are most likely to decide."""
    weights = {cell: 0 for cell, mark in enumerate(board) if mark == reference.EMPTY}
    for line in reference.lines(rules):
        marks = {board[cell] for cell in line} - {reference.EMPTY}
        if len(marks) < 2:
            empty = [cell for cell in line if cell in weights]
            for cell in empty:
                weights[cell] += 4 ** (len(line) - len(empty))
    return sorted(weights, key=weights.__getitem__, reverse=True)


def winning_moves(rules: Rules, board: str, plies: int) -> list[int]:
    return [
        cell
        for cell in reference.legal_moves(rules, board)
        if wins(rules, reference.play(board, SIDE, cell), OTHER, plies - 1)
    ]


@pytest.mark.parametrize("entry", one_of(4, ENTRIES), ids=lambda entry: entry["board"])
def test_plain_search_finds_one_winning_move(entry: Entry) -> None:
    wins.cache_clear()
    rules, board = rules_of(entry)
    found = winning_moves(rules, board, board.count("."))
    assert len(found) == 1
    assert winning_moves(rules, board, entry["plies_to_end"]) == found
    assert winning_moves(rules, board, entry["plies_to_end"] - 1) == []


def test_puzzles_are_sorted_by_difficulty_and_distance() -> None:
    names = ["easy", "medium", "hard"]
    order = [(names.index(entry["difficulty"]), entry["plies_to_end"]) for entry in ENTRIES]
    assert order == sorted(order)
    assert {difficulty for difficulty, _ in order} == {0, 1, 2}


def test_no_two_puzzles_are_the_same() -> None:
    seen = set()
    for entry in ENTRIES:
        rules, board = rules_of(entry)
        assert reference.is_legal(rules, board, SIDE)
        assert (rules, board) not in seen
        seen |= {(rules, copy) for copy in reference.symmetric_copies(rules, board)}
