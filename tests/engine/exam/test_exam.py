"""The exam: its verdicts, the positions that it needs, and what is too large."""

from functools import partial
from itertools import pairwise

import pytest

from service.engine.errors import ExamTooLarge
from service.engine.exam import walk
from service.engine.exam.report import ExamVerdict
from tests.engine.exam.every_game import table_of
from tests.engine.exam.players import (
    FAULTY,
    Faulty,
    fooled_by_one_fork,
    illegal_on_one_position,
    perfect,
    random_perfect,
    takes_a_slow_win,
)
from tests.engine.exam.support import exam_of
from tests.reference import Rules

PERFECT = {side: table_of(Rules(), side, partial(perfect, side)) for side in "XO"}


@pytest.mark.parametrize("faulty", FAULTY, ids=lambda faulty: faulty.__name__)
def test_no_fault_is_perfect(faulty: Faulty) -> None:
    verdicts = {
        exam_of(table_of(Rules(), side, partial(faulty, side)), side).verdict for side in "XO"
    }
    assert verdicts != {ExamVerdict.PERFECT}


def test_the_verdicts_on_faults() -> None:
    tables = {
        faulty: table_of(Rules(), side, partial(faulty, side))
        for faulty, side in [
            (takes_a_slow_win, "X"),
            (fooled_by_one_fork, "O"),
            (illegal_on_one_position, "X"),
        ]
    }
    assert exam_of(tables[takes_a_slow_win], "X").verdict is ExamVerdict.UNBEATEN
    assert exam_of(tables[fooled_by_one_fork], "O").verdict is ExamVerdict.LOSES
    assert exam_of(tables[illegal_on_one_position], "X").verdict is ExamVerdict.ILLEGAL


def examine_random_players(seeds: range) -> None:
    for seed in seeds:
        player = random_perfect(seed)
        for side in "XO":
            exam = exam_of(table_of(Rules(), side, partial(player, side)), side)
            assert exam.verdict is ExamVerdict.PERFECT, (seed, side)


def test_random_perfect_players_are_never_refused() -> None:
    examine_random_players(range(4))


@pytest.mark.full
def test_a_thousand_random_perfect_players_are_never_refused() -> None:
    examine_random_players(range(1_000))


def test_the_first_question_is_the_empty_board() -> None:
    exam = exam_of({}, "X")
    assert (exam.verdict, exam.needed) == (ExamVerdict.INCOMPLETE, (".../.../...",))
    assert (exam.positions, exam.games, exam.mistakes) == (1, 0, ())
    assert len(exam_of({}, "O").needed) == 9


def test_entries_that_are_never_reached_are_ignored() -> None:
    assert exam_of(PERFECT["X"], "X") == exam_of(PERFECT["X"] | {"OX.......": 2}, "X")


def test_what_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ExamTooLarge, match="at most 16 cells"):
        exam_of({}, "X", Rules(5, 5, 4))
    monkeypatch.setattr(walk, "MAX_POSITIONS", 8)
    with pytest.raises(ExamTooLarge, match="more than 8 positions"):
        exam_of({}, "O")
    monkeypatch.setattr(walk, "MAX_NODES", 10)
    with pytest.raises(ExamTooLarge, match="The searches enter more than 10 positions"):
        exam_of({".........": 4}, "X")


def test_the_layers_go_ply_by_ply() -> None:
    exam = exam_of({}, "O")
    assert all(first < second for first, second in pairwise(sorted(exam.needed)))
