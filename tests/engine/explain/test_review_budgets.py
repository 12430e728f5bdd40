"""Reviews that run out of nodes: proved scores are true, and the rest is unknown."""

import pytest

from service.engine.board.position import Status, positions_of
from service.engine.budget import MIN_NODES
from service.engine.review import Review, ReviewedMove, Verdict, review
from service.engine.score import UNKNOWN, Outcome
from service.engine.search.analyze import analyze
from tests import reference
from tests.engine.conversion import position_of
from tests.engine.explain import games
from tests.engine.positions import both_games, random_positions, seeded
from tests.parameters import in_full
from tests.reference import Memo, Rules


def known_outcomes(found: Review, outcomes: list[int]) -> list[int | None]:
    """The outcomes that a review has proved: by a move, by the next analysis, or by the end."""
    proved = [ply.before.outcome is not Outcome.UNKNOWN for ply in found.moves]
    proved.append(found.position.status is not Status.IN_PROGRESS)
    for played, ply in enumerate(found.moves, 1):
        proved[played] |= ply.move.score.outcome is not Outcome.UNKNOWN
    return [outcome if known else None for outcome, known in zip(outcomes, proved, strict=True)]


def check_verdict(ply: ReviewedMove, before: int, after: int) -> None:
    """Proved scores are true, and the verdict is unknown if a score is."""
    if ply.before_is_exact:
        assert ply.before.points == before
    else:
        assert ply.before == UNKNOWN or (ply.before.outcome is Outcome.WIN and before > 0)
    assert ply.move.score.points in {None, after}
    unsure = ply.move.rank == 1 and not ply.before_is_exact
    if unsure or None in {ply.before.points, ply.move.score.points}:
        assert ply.verdict is Verdict.UNKNOWN
    else:
        assert ply.verdict.value == games.verdict_on(before, after)


@pytest.mark.parametrize(
    "rules", both_games([Rules(4, 3, 3), Rules(5, 3, 3), Rules(4, 4, 4)]), ids=str
)
def test_scores_proved_within_a_small_budget_are_true_and_the_rest_is_unknown(rules: Rules) -> None:
    memo: Memo = {}
    random = seeded(93)
    verdicts, turning_points = set(), set()
    for start in random_positions(rules, [5, 6, 7, 8, 8, 8, 8, 8], seed=93):
        cells = games.random_game(rules, start, random)
        boards = games.boards_of(start, cells)
        outcomes = games.outcomes_for_x(rules, boards, memo)
        for share in [1, 3, 10, 30, 100]:
            found = review(position_of(*start, rules), cells, share)
            for ply, (board, side), cell in zip(found.moves, boards, cells, strict=False):
                before = reference.score(rules, board, side, memo)
                after = reference.score_of_move(rules, board, side, cell, memo)
                check_verdict(ply, before, after)
                assert ply.nodes <= share
            assert found.turning_point == games.last_change(known_outcomes(found, outcomes))
            assert found.turning_point in {None, games.last_change([*outcomes])}
            verdicts |= {ply.verdict for ply in found.moves}
            turning_points.add(found.turning_point is None)
    assert Verdict.UNKNOWN in verdicts
    assert len(verdicts) > 2
    assert turning_points == {True, False}


def check_against_analyses(rules: Rules, cells: tuple[int, ...], max_nodes: int) -> int:
    """Compare a review with the analysis of each position; the moves that it proves beyond them."""
    start = position_of(rules.empty_board, "X", rules)
    found = review(start, cells, max_nodes)
    beyond = 0
    for ply, position in zip(found.moves, positions_of(start, cells[:-1]), strict=True):
        analysis = analyze(position, max_nodes)
        played = next(move for move in analysis.moves if move.cell == ply.move.cell)
        if played.score != UNKNOWN:
            assert ply.move.score == played.score
        beyond += ply.move.score != played.score
        if analysis.solved:
            assert ply.before == analysis.score
            assert ply.best_moves == tuple(move.cell for move in analysis.best_moves)
        elif analysis.score != UNKNOWN:
            assert ply.before.outcome is analysis.score.outcome
        assert ply.nodes == analysis.nodes <= max_nodes
    for one, two in zip(found.moves, found.moves[1:], strict=False):
        if UNKNOWN not in (one.move.score, two.before):
            assert one.move.score.outcome is two.before.of_the_move_before.outcome
    return beyond


@pytest.mark.parametrize(
    ("rules", "count", "max_nodes"),
    [
        (Rules(5, 5, 4), 3, MIN_NODES),
        (Rules(4, 4, 4, misere=True), 3, MIN_NODES),
        *in_full(*((Rules(*each), 75, 10_000) for each in ((5, 5, 4), (6, 6, 5), (7, 5, 4)))),
        *in_full((Rules(4, 4, 3, misere=True), 75, 10_000)),
        *in_full((Rules(4, 4, 4, misere=True), 75, 3_000)),
    ],
    ids=str,
)
def test_review_proves_at_least_as_much_as_the_analyses(
    rules: Rules, count: int, max_nodes: int
) -> None:
    random = seeded(94)
    played = [games.random_game(rules, (rules.empty_board, "X"), random) for _ in range(count)]
    assert sum(check_against_analyses(rules, game, max_nodes) for game in played if game)
