"""The analysis: every move exactly, and best play."""

from dataclasses import replace

import pytest

from service.engine.analysis import Analysis
from service.engine.board.geometry import Geometry
from service.engine.board.notation import read_position
from service.engine.board.position import Mark, Position, Status
from service.engine.score import Outcome, Score
from service.engine.search.analyze import analyze
from tests import reference
from tests.engine.support import (
    EMPTY_3X3,
    MEMO_3X3,
    all_legal,
    check_analysis,
    position_of,
)
from tests.reference import THREE_BY_THREE, Rules


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
