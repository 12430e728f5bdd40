"""The analysis of 3x3 boards and of middle games: every move exactly, and best play."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from service.engine.score import UNKNOWN, Outcome
from service.engine.search.analyze import analyze
from tests.engine.conversion import position_of
from tests.engine.positions import MEMO_3X3, MISERE_3X3, all_legal
from tests.engine.search.support import check_analysis
from tests.parameters import in_full
from tests.reference import THREE_BY_THREE, Rules


@pytest.mark.parametrize(
    ("rules", "most"), [(THREE_BY_THREE, 77_130), *in_full((MISERE_3X3, 269_708))], ids=str
)
def test_every_legal_3x3_position_matches_the_reference(rules: Rules, most: int) -> None:
    """Within the recorded total of nodes."""
    assert len(all_legal()) == 10_956
    nodes = sum(check_analysis(rules, board, side, MEMO_3X3) for board, side in all_legal())
    assert nodes <= most


class MiddleGame(NamedTuple):
    """A position, and the scores of its legal moves in cell order."""

    rules: Rules
    board: str
    side: str
    scores: list[int]


def middle_games() -> Iterator[MiddleGame]:
    """Middle games of ten boards, with the scores that release 1.0.0 gave to all of their moves.

    Its search shares little with today's: no proofs by blocking, no wins looked for ply by ply, a
    table that never replaced an entry, and no symmetric keys in misère.
    """
    for line in Path(__file__).with_name("middle_games.txt").read_text().splitlines():
        columns, rows, in_a_row, game, board, side, scores = line.split()
        rules = Rules(int(columns), int(rows), int(in_a_row), game == "misere")
        yield MiddleGame(rules, board, side, [int(score) for score in scores.split(",")])


@pytest.mark.compiled
@pytest.mark.parametrize("step", [20, pytest.param(1, marks=pytest.mark.full)])
def test_every_move_of_500_middle_games_has_the_score_of_release_1_0_0(step: int) -> None:
    games = list(middle_games())
    assert len(games) == len({(game.rules, game.board, game.side) for game in games}) == 500
    for game in games[::step]:
        analysis = analyze(position_of(game.board, game.side, game.rules))
        scores = {move.cell: move.score.points for move in analysis.moves}
        assert [scores[cell] for cell in sorted(scores)] == game.scores, game


@pytest.mark.compiled
def test_win_is_exact_only_if_no_unproved_move_can_win_sooner() -> None:
    position = position_of(".....O.XO.X...O.", "X", Rules(4, 4, 3, misere=True))
    for max_nodes, exact in [(8_000, False), (2_000_000, True)]:
        analysis = analyze(position, max_nodes)
        unproved = [move for move in analysis.moves if move.score == UNKNOWN]
        assert analysis.score.outcome is Outcome.WIN
        assert analysis.exact is exact
        assert bool(unproved) is not exact
        assert all(move.at_most is None for move in unproved)
