"""Scores as the API has them."""

from service.engine.score import UNKNOWN, Outcome, Score
from tests.reference import Worth


def test_points_follow_from_outcome_and_length() -> None:
    for plies in range(82):
        assert Score(Outcome.WIN, plies).points == 100 - plies == Worth("win", plies).score
        assert Score(Outcome.LOSS, plies).points == plies - 100 == Worth("loss", plies).score
        assert Score(Outcome.DRAW, plies).points == 0 == Worth("draw", plies).score


def test_unknown_score_has_neither_plies_nor_points() -> None:
    assert Score(Outcome.UNKNOWN, None) == UNKNOWN
    assert UNKNOWN.points is None


def test_search_value_gives_the_score() -> None:
    for plies_left in range(1, 20):
        assert Score.of_value(0, plies_left) == Score(Outcome.DRAW, plies_left)
        for left in range(plies_left):
            plies = plies_left - left
            assert Score.of_value(left + 1, plies_left) == Score(Outcome.WIN, plies)
            assert Score.of_value(-left - 1, plies_left) == Score(Outcome.LOSS, plies)
