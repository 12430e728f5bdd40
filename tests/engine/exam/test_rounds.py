"""Exams of players that are asked as long as positions are needed."""

import json
from dataclasses import replace
from functools import partial

import pytest

from service.engine.board.notation import read_position
from service.engine.board.position import Mark, Position
from service.engine.exam.exam import examine
from service.engine.exam.report import Exam, ExamVerdict
from service.engine.play.levels import Level
from service.engine.play.opponent import play_level
from service.engine.search.analyze import analyze
from tests.engine.exam.every_game import Player
from tests.engine.exam.players import (
    perfect,
)
from tests.engine.exam.support import plain, start_of
from tests.engine.support import position_of
from tests.reference import Rules


def driven(start: Position, side: str, player: Player, rounds: int) -> Exam:
    """Ask a player as long as positions are needed, so many times at most."""
    entries: dict[str, int] = {}
    for _ in range(rounds + 1):
        exam = examine(start, Mark(side), json.dumps(entries))
        if exam.verdict is not ExamVerdict.INCOMPLETE:
            return exam
        assert exam.needed
        assert not entries.keys() & set(exam.needed)
        assert exam.refutation is None
        entries |= {board: player(plain(board)) for board in exam.needed}
    raise AssertionError


@pytest.mark.parametrize(("side", "rounds"), [("X", 5), ("O", 4)])
def test_a_perfect_player_needs_at_most_five_rounds(side: str, rounds: int) -> None:
    exam = driven(start_of(Rules()), side, partial(perfect, side), rounds)
    assert exam == replace(exam, verdict=ExamVerdict.PERFECT, mistakes=(), needed=())


@pytest.mark.parametrize("level", Level)
def test_of_our_levels_only_perfect_is_perfect(level: Level) -> None:
    def player(board: str) -> int:
        return play_level(read_position(board, Mark.X), level, 0)

    exam = driven(start_of(Rules()), "X", player, 5)
    assert (exam.verdict is ExamVerdict.PERFECT) == (level is Level.PERFECT)


def test_the_perfect_level_is_perfect_as_the_second_side_and_on_4x3() -> None:
    for rules, side in [(Rules(), "O"), (Rules(4, 3, 3), "X")]:

        def player(board: str, rules: Rules = rules, side: str = side) -> int:
            return play_level(position_of(board, side, rules), Level.PERFECT, 0)

        exam = driven(start_of(rules), side, player, 6)
        assert exam.verdict is ExamVerdict.PERFECT


def test_from_a_lost_position_only_a_quicker_loss_is_a_mistake() -> None:
    rules = Rules(4, 3, 3)  # the first side wins

    def slowest(board: str) -> int:
        return analyze(position_of(board, "O", rules)).moves[0].cell

    def quickest(board: str) -> int:
        return analyze(position_of(board, "O", rules)).moves[-1].cell

    exam = driven(start_of(rules), "O", slowest, 6)
    assert exam.verdict is ExamVerdict.PERFECT
    hastened = driven(start_of(rules), "O", quickest, 6)
    assert hastened.verdict in {ExamVerdict.LOSES, ExamVerdict.UNBEATEN}
    first = hastened.mistakes[0]
    assert first.before.outcome == first.after.outcome == "loss"
