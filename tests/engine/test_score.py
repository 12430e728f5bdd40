"""Scores as the API states them."""

from dataclasses import FrozenInstanceError

import pytest

from service.engine.score import UNKNOWN, Outcome, Score
from tests.reference import Worth


def test_points_of_every_outcome_and_length() -> None:
    for plies in range(82):
        assert Score(Outcome.WIN, plies).points == 100 - plies
        assert Score(Outcome.LOSS, plies).points == plies - 100
        assert Score(Outcome.DRAW, plies).points == 0
        for outcome in ["win", "loss", "draw"]:
            assert Score(Outcome(outcome), plies).points == Worth(outcome, plies).score


def test_of_two_wins_the_faster_scores_more_and_of_two_losses_the_slower() -> None:
    wins = [Score(Outcome.WIN, plies).points or 0 for plies in range(82)]
    losses = [Score(Outcome.LOSS, plies).points or 0 for plies in range(82)]
    assert wins == sorted(wins, reverse=True)
    assert losses == sorted(losses)
    assert losses[-1] < 0 < wins[-1]


def test_a_score_is_immutable_and_compares_by_value() -> None:
    score = Score(Outcome.DRAW, 9)
    with pytest.raises(FrozenInstanceError):
        score.plies_to_end = 8  # type: ignore[misc]
    assert score == Score(Outcome.DRAW, 9)
    assert len({score, Score(Outcome.DRAW, 9), Score(Outcome.DRAW, 8), Score(Outcome.WIN, 9)}) == 3


def test_the_names_of_the_outcomes() -> None:
    assert [outcome.value for outcome in Outcome] == ["win", "draw", "loss", "unknown"]


def test_what_is_unknown_has_neither_plies_nor_points() -> None:
    assert (UNKNOWN.outcome, UNKNOWN.plies_to_end) == (Outcome.UNKNOWN, None)
    assert UNKNOWN.points is None


def test_the_score_of_a_value() -> None:
    for plies_left in range(1, 20):
        assert Score.of_value(0, plies_left) == Score(Outcome.DRAW, plies_left)
        for left in range(plies_left):
            score = Score.of_value(left + 1, plies_left)
            assert score == Score(Outcome.WIN, plies_left - left)
            assert Score.of_value(-left - 1, plies_left) == Score(Outcome.LOSS, plies_left - left)
