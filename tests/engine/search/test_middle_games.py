"""Analyses of middle games beside the recorded ones of another search."""

import pytest

from service.engine.search.analyze import analyze
from tests.engine.search.middle_games import BOARDS, COUNT, middle_games
from tests.engine.support import position_of


def test_500_are_recorded() -> None:
    games = list(middle_games())
    assert len(games) == len({(game.rules, game.board, game.side) for game in games}) == 500
    assert {rules: sum(game.rules == rules for game in games) for rules in BOARDS} == (
        dict.fromkeys(BOARDS, COUNT)
    )


@pytest.mark.parametrize("step", [10, pytest.param(1, marks=pytest.mark.full)])
def test_every_move_has_the_score_that_release_1_0_0_gave_it(step: int) -> None:
    for game in list(middle_games())[::step]:
        analysis = analyze(position_of(game.board, game.side, game.rules))
        scores = {move.cell: move.score.points for move in analysis.moves}
        assert [scores[cell] for cell in sorted(scores)] == game.scores, game
