"""The puzzles of the playground: each has one winning move; they are sorted and all different."""

import json

from service.engine.analysis import Outcome
from service.engine.board.notation import read_position
from service.engine.search.analyze import analyze
from tests import reference
from tests.engine.conversion import board_of
from tests.live import ROOT
from tests.reference import Rules

PLAYGROUND = ROOT / "service" / "static" / "playground"
ENTRIES = json.loads((PLAYGROUND / "puzzles.json").read_text())


def test_every_puzzle_has_one_winning_move_and_its_distance() -> None:
    for entry in ENTRIES:
        analysis = analyze(read_position(entry["board"], None, entry["in_a_row"]))
        assert analysis.solved
        assert analysis.position.side_to_move == "X"
        [win] = [move for move in analysis.moves if move.score.outcome is Outcome.WIN]
        assert win.score.plies_to_end == entry["plies_to_end"], entry


def test_puzzles_are_sorted_by_difficulty_and_distance() -> None:
    names = ["easy", "medium", "hard"]
    order = [(names.index(entry["difficulty"]), entry["plies_to_end"]) for entry in ENTRIES]
    assert order == sorted(order)
    assert {difficulty for difficulty, _ in order} == {0, 1, 2}


def test_no_two_puzzles_are_the_same() -> None:
    seen = set()
    for entry in ENTRIES:
        position = read_position(entry["board"], None, entry["in_a_row"])
        size, board = position.geometry, board_of(position)
        rules = Rules(size.columns, size.rows, size.in_a_row)
        assert (rules, board) not in seen
        seen |= {(rules, copy) for copy in reference.symmetric_copies(rules, board)}
