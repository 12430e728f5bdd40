"""The analysis: every move exactly, best play, and node counts that depend on nothing else."""

import subprocess
import sys
from dataclasses import replace

import pytest

from service.engine.analysis import Analysis, Progress
from service.engine.board import geometry, symmetry
from service.engine.board.estimate import estimate
from service.engine.board.geometry import Geometry
from service.engine.board.notation import read_position, write_board
from service.engine.board.position import Mark, Position, Status
from service.engine.score import UNKNOWN, Outcome, Score
from service.engine.search.analyze import REPORT_INTERVAL, analyze, analyze_uncached
from tests import reference
from tests.engine.support import (
    EMPTY_3X3,
    MEMO_3X3,
    SOME_RULES,
    all_legal,
    check_analysis,
    position_of,
    random_unfinished,
    seeded,
    worth_of,
)
from tests.reference import THREE_BY_THREE, Memo, Rules

LARGER_RULES = [rules for rules in SOME_RULES if rules != THREE_BY_THREE]

# No more nodes than these: a change of the search that needs fewer may lower them.
MAX_NODES = [
    (".../.../...", 3, False, 86),
    ("X../.../...", 3, False, 53),
    ("XO./.X./..O", 3, False, 7),
    ("..../..../....", 3, False, 143),
    ("..../..../....", 4, False, 16),
    ("..../..../..../....", 3, False, 65),
    ("..../..../..../....", 4, False, 101),
    ("X.../..O./..../....", 4, False, 164),
    ("X..../...../...../....O", 4, False, 8_413),
    ("...../...../...../...../.....", 5, False, 54),
    (".../.../...", 3, True, 735),
]


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
    geometry.lines.cache_clear()
    symmetry.symmetries.cache_clear()
    assert {position: analyze(position) for position in positions} == expected
    assert {position: analyze(position) for position in positions} == expected

    seeded(12).shuffle(positions)
    assert everything(positions) == expected


def test_every_legal_3x3_position() -> None:
    assert len(all_legal()) == 10_956
    for board, side in all_legal():
        check_analysis(THREE_BY_THREE, board, side, MEMO_3X3)


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
        assert analysis == Analysis(position, score, True, True, (), (), nodes=1)
        assert analysis.best_moves == []
        points.add(analysis.score.points)
    assert points == ({0, 100} if misere else {0, -100})


def test_an_analysis_is_the_same_after_10_000_others() -> None:
    positions = some_positions()
    expected = everything(positions)
    for board, side in all_legal():
        analyze(position_of(board, side))
    assert everything(positions) == expected
    assert {position: analyze(position) for position in positions} == expected


IN_ANOTHER_PROCESS = """
import sys
from service.engine.search.analyze import analyze
from service.engine.board.notation import read_position
from service.engine.board.position import Mark
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


@pytest.mark.parametrize(("board", "in_a_row", "misere", "most"), MAX_NODES)
def test_the_search_needs_no_more_nodes_than_it_did(
    board: str, in_a_row: int, misere: bool, most: int
) -> None:
    assert 1 <= analyze(read_position(board, None, in_a_row, misere)).nodes <= most


def test_all_3x3_positions_together_need_no_more_nodes_than_they_did() -> None:
    assert sum(analyze(position_of(*pair)).nodes for pair in all_legal()) <= 53_418


def check_partial(rules: Rules, board: str, side: str, max_nodes: int, memo: Memo) -> Analysis:
    """Hold an analysis that may have run out of nodes to what it says is proved."""
    position = position_of(board, side, rules)
    analysis = analyze.__wrapped__(position, max_nodes)
    worths = reference.move_worths(rules, board, side, memo)
    keys = []
    for move in analysis.moves:
        if move.score == UNKNOWN:
            own, other = position.own | 1 << move.cell, position.other
            assert move.estimate == estimate(position.geometry, own, other, misere=rules.misere)
            keys.append((2, -move.estimate, move.cell))
        else:
            assert move.estimate is None
            assert worth_of(move.score) == worths[move.cell]
            group = {Outcome.WIN: 0, Outcome.DRAW: 1, Outcome.LOSS: 3}[move.score.outcome]
            keys.append((group, -(move.score.points or 0), move.cell))
    assert keys == sorted(keys)
    ahead = [[other[:2] < key[:2] for other in keys].count(True) for key in keys]
    assert [move.rank for move in analysis.moves] == [1 + number for number in ahead]
    assert analysis.solved is all(move.score != UNKNOWN for move in analysis.moves)
    assert 1 <= analysis.nodes <= max_nodes
    best = analysis.moves[0].score
    proved = analysis.solved or best.outcome is Outcome.WIN
    assert analysis.score == (best if proved else UNKNOWN)
    check_partial_variation(rules, board, side, analysis, memo)
    return analysis


def check_partial_variation(
    rules: Rules, board: str, side: str, analysis: Analysis, memo: Memo
) -> None:
    """The variation starts with the best move, and after it has the first best of each position."""
    best, *following = analysis.principal_variation
    assert best == analysis.moves[0].cell
    length = analysis.moves[0].score.plies_to_end
    assert len(following) < (1 if length is None else length)
    board, side = reference.play(board, side, best), reference.opponent(side)
    for cell in following:
        ranks = reference.ranks(reference.move_worths(rules, board, side, memo))
        assert cell == min(cell for cell, rank in ranks.items() if rank == 1)
        board, side = reference.play(board, side, cell), reference.opponent(side)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    "rules", [Rules(3, 3, 3), Rules(4, 3, 3), Rules(4, 4, 4), Rules(5, 4, 4)], ids=str
)
def test_within_a_small_budget_what_is_proved_is_true(rules: Rules, misere: bool) -> None:
    rules = replace(rules, misere=misere)
    random = seeded(16)
    memo: Memo = {}
    solved = set()
    for _ in range(4):
        board, side = random_unfinished(rules, 9, random)
        for max_nodes in [1, 2, 3, 5, 10, 20, 50, 100, 200, 500]:
            solved.add(check_partial(rules, board, side, max_nodes, memo).solved)
    assert False in solved


def test_every_budget_from_one_node_to_enough() -> None:
    for rules in [Rules(), Rules(misere=True)]:
        position = position_of("." * 9, "X", rules)
        enough = analyze(position)
        for max_nodes in range(1, enough.nodes, 1 + enough.nodes // 60):
            check_partial(rules, "." * 9, "X", max_nodes, MEMO_3X3)
        plenty = check_partial(rules, "." * 9, "X", 10 * enough.nodes, MEMO_3X3)
        assert (plenty.solved, plenty.moves) == (True, enough.moves)
        assert plenty.principal_variation == enough.principal_variation


def test_a_win_at_once_is_found_with_one_node() -> None:
    analysis = analyze(read_position("XX./OO./..."), 1)
    assert (analysis.moves[0].cell, analysis.score) == (2, Score(Outcome.WIN, 1))
    assert analysis.principal_variation == (2,)
    assert analysis.solved is False
    assert analysis.nodes == 1


def test_a_finished_game_needs_one_node_whatever_the_budget() -> None:
    assert analyze(read_position("XXX/OO./..."), 1).nodes == 1


def reported(position: Position, max_nodes: int) -> tuple[Analysis, list[Progress]]:
    """An analysis and what it reports."""
    reports: list[Progress] = []
    return analyze_uncached(position, max_nodes, reports.append), reports


@pytest.mark.parametrize("misere", [False, True])
def test_reports_on_the_way_change_nothing(misere: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.engine.search.analyze.REPORT_INTERVAL", 50)
    position = position_of("." * 12, "X", Rules(4, 3, 3, misere))
    for max_nodes in [30, 1_010]:
        expected = analyze.__wrapped__(position, max_nodes)
        analysis, reports = reported(position, max_nodes)
        assert analysis == expected
        nodes = [1, *range(50, analysis.nodes, 50)]
        assert [report.nodes for report in reports] == nodes
        assert {(report.max_nodes, report.moves) for report in reports} == {(max_nodes, 12)}
        proved = [report.moves_proved for report in reports]
        assert proved == sorted(proved)
        assert proved[0] == 0
        assert reports[0].best_move == min(
            (move for move in range(12)),
            key=lambda cell: (-estimate_of(position, cell), cell),
        )


def estimate_of(position: Position, cell: int) -> int:
    """The static guess at a move."""
    own, other = position.own | 1 << cell, position.other
    return estimate(position.geometry, own, other, misere=position.misere)


def test_the_interval_of_reports() -> None:
    assert REPORT_INTERVAL == 20_000
    analysis, reports = reported(position_of("." * 20, "X", Rules(5, 4, 4)), 300_000)
    assert analysis.solved
    assert [report.nodes for report in reports] == [1]
    assert reported(position_of("XXXOO....", "O"), 300_000)[1] == []


@pytest.mark.parametrize(
    ("board", "in_a_row", "score"),
    [
        ("..../..../....", 3, Score(Outcome.WIN, 7)),
        ("..../..../..../....", 3, Score(Outcome.WIN, 5)),
        ("..../..../..../....", 4, Score(Outcome.DRAW, 16)),
        ("...../...../...../.....", 4, Score(Outcome.DRAW, 20)),
        ("...../...../...../...../.....", 5, Score(Outcome.DRAW, 25)),
        ("......./......./......./......./......./......./.......", 7, Score(Outcome.DRAW, 49)),
    ],
)
def test_empty_boards_whose_value_is_known(board: str, in_a_row: int, score: Score) -> None:
    analysis = analyze(read_position(board, in_a_row=in_a_row))
    assert analysis.solved
    assert analysis.score == score


def test_the_analysis_is_a_value_of_the_position_asked_about() -> None:
    position = position_of("XO..X...O", "X")
    assert analyze(position) is analyze(replace(position))
    assert analyze(position).position.status is Status.IN_PROGRESS
    other_rules = Position(Geometry(3, 3, 3), position.x, position.o, Mark.O)
    assert analyze(other_rules).position.side_to_move is Mark.O
