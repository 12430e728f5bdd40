"""The analysis: every move exactly, best play, and node counts that depend on nothing else."""

import subprocess
import sys
from dataclasses import replace

import pytest

from service.engine import geometry, symmetry
from service.engine.analysis import Analysis, analyze
from service.engine.geometry import Geometry
from service.engine.notation import read_position, write_board
from service.engine.position import Mark, Position, Status
from service.engine.score import Outcome, Score
from tests import reference
from tests.engine.support import (
    EMPTY_3X3,
    MEMO_3X3,
    SOME_RULES,
    all_legal,
    position_of,
    random_unfinished,
    seeded,
)
from tests.reference import THREE_BY_THREE, Memo, Rules, Worth

LARGER_RULES = [rules for rules in SOME_RULES if rules != THREE_BY_THREE]

# No more nodes than these: a change of the search that needs fewer may lower them.
MOST_NODES = [
    (".../.../...", 3, 210),
    ("X../.../...", 3, 121),
    ("XO./.X./..O", 3, 10),
    ("..../..../....", 3, 637),
    ("..../..../....", 4, 16),
    ("..../..../..../....", 3, 392),
    ("..../..../..../....", 4, 109),
    ("X.../..O./..../....", 4, 171),
    ("X..../...../...../....O", 4, 33_622),
    ("...../...../...../...../.....", 5, 62),
]


def worth_of(score: Score) -> Worth:
    """A score as the reference has it."""
    return Worth(score.outcome.value, score.plies_to_end)


def check(rules: Rules, board: str, side: str, memo: Memo) -> None:
    """Compare the analysis of a position with the reference, move by move."""
    analysis = analyze(position_of(board, side, rules))
    worths = reference.move_worths(rules, board, side, memo)
    ranks = reference.ranks(worths)
    order = sorted(worths, key=lambda cell: (ranks[cell], cell))
    assert [move.cell for move in analysis.moves] == order
    for move in analysis.moves:
        assert worth_of(move.score) == worths[move.cell], (rules, board, side, move)
        assert move.score.points == worths[move.cell].score
        assert move.rank == ranks[move.cell], (rules, board, side, move)
    worth = reference.worth(rules, board, side, memo)
    assert worth_of(analysis.score) == worth
    assert analysis.position == position_of(board, side, rules)
    assert [move.cell for move in analysis.best_moves] == [c for c in order if ranks[c] == 1]
    assert analysis.nodes >= 1
    assert analysis.principal_variation[:1] == tuple(order[:1])
    check_variation(rules, board, side, analysis, memo)


def check_variation(rules: Rules, board: str, side: str, analysis: Analysis, memo: Memo) -> None:
    """Play the principal variation out: the first best move each time, and the promised end."""
    worth = reference.worth(rules, board, side, memo)
    mover = side
    for cell in analysis.principal_variation:
        ranks = reference.ranks(reference.move_worths(rules, board, mover, memo))
        assert cell == min(cell for cell, rank in ranks.items() if rank == 1)
        board, mover = reference.play(board, mover, cell), reference.opponent(mover)
    assert len(analysis.principal_variation) == worth.plies_to_end
    assert reference.legal_moves(rules, board) == []
    winners = {"win": side, "loss": reference.opponent(side), "draw": None}
    assert reference.winner(rules, board) == winners[worth.outcome]


def test_every_legal_3x3_position() -> None:
    assert len(all_legal()) == 10_956
    for board, side in all_legal():
        check(THREE_BY_THREE, board, side, MEMO_3X3)


@pytest.mark.parametrize("rules", LARGER_RULES, ids=str)
def test_random_positions_of_larger_boards(rules: Rules) -> None:
    random = seeded(10)
    for empty_cells in [1, 2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 10]:
        board, side = random_unfinished(rules, empty_cells, random)
        check(rules, board, side, {})


def test_the_board_of_the_first_requirement() -> None:
    board = ["x", "o", "", "", "", "", "o", "", "x"]
    analysis = analyze(read_position(board, Mark.X))
    assert analysis.moves[0].cell == 4
    assert analysis.moves[0].score == Score(Outcome.WIN, 1)
    assert analysis.moves[0].score.points == analysis.score.points == 99
    assert [move.cell for move in analysis.best_moves] == [4]
    assert analyze(read_position(board, Mark.O)).moves[0].cell == 4
    assert [move.cell for move in analyze(read_position(board, Mark.O)).best_moves] == [4]


def test_the_empty_board_is_a_draw_and_every_opening_holds_it() -> None:
    analysis = analyze(EMPTY_3X3)
    assert analysis.score == Score(Outcome.DRAW, 9)
    assert [move.cell for move in analysis.best_moves] == list(range(9))
    assert len(analysis.principal_variation) == 9


@pytest.mark.parametrize("misere", [False, True])
def test_a_finished_game(misere: bool) -> None:
    rules = Rules(misere=misere)
    finished = [pair for pair in all_legal() if not reference.legal_moves(rules, pair[0])]
    points = set()
    for board, side in finished:
        position = position_of(board, side, rules)
        analysis = analyze(position)
        score = Score(Outcome(reference.worth(rules, board, side, {}).outcome), 0)
        assert analysis == Analysis(position, score, (), (), nodes=1)
        assert analysis.best_moves == []
        points.add(analysis.score.points)
    assert points == ({0, 100} if misere else {0, -100})


def everything(positions: list[Position]) -> dict[Position, Analysis]:
    """The analyses, each computed anew."""
    return {position: analyze.__wrapped__(position) for position in positions}


def some_positions() -> list[Position]:
    """Positions of several boards, with some of 3x3 among them."""
    random = seeded(11)
    some = [position_of(*pair) for pair in random.sample(all_legal(), 300)]
    for rules in [Rules(4, 3, 3), Rules(4, 4, 4), Rules(5, 4, 4)]:
        some += [position_of(*random_unfinished(rules, n, random), rules) for n in range(1, 12)]
    return [*some, EMPTY_3X3]


def test_an_analysis_depends_on_the_position_alone() -> None:
    positions = some_positions()
    expected = everything(positions)
    assert all(analysis.nodes >= 1 for analysis in expected.values())

    analyze.cache_clear()
    for cached in [geometry.lines, geometry.central_first, symmetry.symmetries]:
        cached.cache_clear()
    assert {position: analyze(position) for position in positions} == expected
    assert {position: analyze(position) for position in positions} == expected

    seeded(12).shuffle(positions)
    assert everything(positions) == expected


def test_an_analysis_is_the_same_after_10_000_others() -> None:
    positions = some_positions()
    expected = everything(positions)
    analyze.cache_clear()
    for board, side in all_legal():
        analyze(position_of(board, side))
    assert everything(positions) == expected
    assert {position: analyze(position) for position in positions} == expected


IN_ANOTHER_PROCESS = """
import sys
from service.engine.analysis import analyze
from service.engine.notation import read_position
from service.engine.position import Mark
for line in sys.stdin.read().splitlines():
    board, side, in_a_row = line.split()
    analysis = analyze(read_position(board, Mark(side), int(in_a_row)))
    print(analysis.nodes, *analysis.principal_variation, *(move.cell for move in analysis.moves))
"""


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_an_analysis_is_the_same_in_another_process(hash_seed: str) -> None:
    positions = some_positions()
    asked = [
        f"{write_board(position)} {position.side_to_move} {position.geometry.in_a_row}"
        for position in positions
    ]
    answered = subprocess.run(
        [sys.executable, "-c", IN_ANOTHER_PROCESS],
        input="\n".join(asked),
        env={"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    expected = [
        [analysis.nodes, *analysis.principal_variation, *(move.cell for move in analysis.moves)]
        for analysis in map(analyze, positions)
    ]
    assert [list(map(int, line.split())) for line in answered.splitlines()] == expected


@pytest.mark.parametrize(("board", "in_a_row", "most"), MOST_NODES)
def test_the_search_needs_no_more_nodes_than_it_did(board: str, in_a_row: int, most: int) -> None:
    assert 1 <= analyze(read_position(board, in_a_row=in_a_row)).nodes <= most


def test_nodes_of_all_3x3_positions_together() -> None:
    nodes = sum(analyze(position_of(board, side)).nodes for board, side in all_legal())
    assert nodes <= 73_424


def test_the_analysis_is_a_value_of_the_position_asked_about() -> None:
    position = position_of("XO..X...O", "X")
    assert analyze(position) is analyze(replace(position))
    assert analyze(position).position.status is Status.IN_PROGRESS
    other_rules = Position(Geometry(3, 3, 3), position.x, position.o, Mark.O)
    assert analyze(other_rules).position.side_to_move is Mark.O
