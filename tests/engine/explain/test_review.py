"""Reviews of games: every verdict and the turning point against the reference."""

import pytest

from service.engine.board.position import Mark, Status
from service.engine.board.replay import positions_of
from service.engine.budget import MIN_NODES
from service.engine.errors import IllegalMove
from service.engine.explain.review import Review, ReviewProgress
from service.engine.explain.verdict import Verdict
from service.engine.score import Outcome, Score
from service.engine.search.review import review
from tests import reference
from tests.engine.explain.games import (
    boards_of,
    games_3x3,
    last_change,
    outcomes_for_x,
    random_game,
    reviewed,
    verdict_on,
)
from tests.engine.support import MEMO_3X3, board_of, position_of, random_unfinished, seeded
from tests.reference import THREE_BY_THREE, Memo, Rules

SHARE = 20_000  # nodes for each ply, enough for 3x3 and the same for games of all lengths
FOOLS_GAME = (0, 1, 4, 2, 8)


def check_proved(rules: Rules, start: tuple[str, str], cells: tuple[int, ...], memo: Memo) -> None:
    """Compare a review whose budget proves everything with the reference, ply by ply."""
    found = reviewed(rules, *start, cells, SHARE)
    boards = boards_of(*start, cells)
    assert [ply.move.cell for ply in found.moves] == list(cells)
    for ply, (board, side), cell in zip(found.moves, boards, cells, strict=False):
        before = reference.score(rules, board, side, memo)
        after = reference.score_of_move(rules, board, side, cell, memo)
        assert ply.before.points == before
        assert ply.move.score.points == after
        assert ply.verdict.value == verdict_on(before, after)
        assert ply.side.value == side
    outcomes = outcomes_for_x(rules, boards, memo)
    assert found.turning_point == last_change([*outcomes]), (start, cells)
    assert (board_of(found.position), found.position.side_to_move.value) == boards[-1]


def test_the_fools_game() -> None:
    found = review(position_of(THREE_BY_THREE.empty_board, "X"), FOOLS_GAME, 100_000)
    assert [ply.verdict for ply in found.moves] == [
        Verdict.BEST,
        Verdict.MISTAKE,
        Verdict.BEST,
        Verdict.INACCURACY,
        Verdict.BEST,
    ]
    assert found.turning_point == 2
    assert found.moves[1].best_moves == (4,)
    assert [ply.move.score for ply in found.moves] == [
        Score(Outcome.DRAW, 9),
        Score(Outcome.LOSS, 6),
        Score(Outcome.WIN, 5),
        Score(Outcome.LOSS, 2),
        Score(Outcome.WIN, 1),
    ]
    assert [ply.reason for ply in found.moves] == ["corner", "side", "center", "corner", "win"]
    assert found.moves[3].text == "Loses in 2: X wins at the lower right"
    assert found.position.winner is Mark.X
    assert found.verdicts_of(Mark.X) == [Verdict.BEST] * 3
    assert found.verdicts_of(Mark.O) == [Verdict.MISTAKE, Verdict.INACCURACY]


def test_1000_random_3x3_games() -> None:
    for side, cells in games_3x3(misere=False):
        check_proved(THREE_BY_THREE, (THREE_BY_THREE.empty_board, side), cells, MEMO_3X3)


def test_misere_games() -> None:
    rules = Rules(misere=True)
    for side, cells in games_3x3(misere=True)[:100]:
        check_proved(rules, (rules.empty_board, side), cells, MEMO_3X3)


@pytest.mark.parametrize("rules", [Rules(4, 3, 3), Rules(3, 5, 3), Rules(4, 4, 4)], ids=str)
@pytest.mark.parametrize("misere", [False, True])
def test_the_last_plies_of_larger_boards(rules: Rules, misere: bool) -> None:
    rules = Rules(rules.columns, rules.rows, rules.in_a_row, misere)
    memo: Memo = {}
    random = seeded(91)
    for empty_cells in [1, 2, 3, 4, 5, 6, 7, 8]:
        start = random_unfinished(rules, empty_cells, random)
        check_proved(rules, start, random_game(rules, *start, random), memo)


def test_games_of_all_kinds_are_among_them() -> None:
    for misere in [False, True]:
        games = games_3x3(misere)[:100]
        rules = Rules(misere=misere)
        reviews = [reviewed(rules, rules.empty_board, side, cells, SHARE) for side, cells in games]
        assert {found.position.status for found in reviews} == set(Status)
        assert {found.turning_point for found in reviews} >= {None, 2, 3, 4, 5, 6, 7, 8}
        verdicts = {ply.verdict for found in reviews for ply in found.moves}
        assert verdicts == set(Verdict) - {Verdict.UNKNOWN}
        assert {side for side, _ in games} == {"X", "O"}


def test_every_ply_has_one_verdict() -> None:
    for side, cells in games_3x3(misere=False)[:100]:
        found = reviewed(THREE_BY_THREE, THREE_BY_THREE.empty_board, side, cells, SHARE)
        first, second = found.verdicts_of(Mark(side)), found.verdicts_of(Mark(side).opponent)
        assert len(first) + len(second) == len(cells)
        assert len(first) - len(second) in {0, 1}
        assert first == [ply.verdict for ply in found.moves[::2]]
        assert second == [ply.verdict for ply in found.moves[1::2]]


@pytest.mark.parametrize("rules", [Rules(), Rules(misere=True), Rules(6, 6, 5)], ids=str)
def test_a_game_without_moves(rules: Rules) -> None:
    for board, side in [(rules.empty_board, "X"), random_unfinished(rules, 5, seeded(92))]:
        start = position_of(board, side, rules)
        found = review(start, (), MIN_NODES)
        assert found == Review((), start)
        assert found.turning_point is None
        assert found.nodes == 0
        assert found.verdicts_of(Mark.X) == found.verdicts_of(Mark.O) == []


@pytest.mark.parametrize(
    ("rules", "cells", "index"),
    [
        (Rules(), (0, 0), 1),
        (Rules(), (4, 0, 1, 4, 9), 3),
        (Rules(), (9,), 0),
        (Rules(), (0, 9, 9), 1),
        (Rules(), (0, -1), 1),
        (Rules(), (0, 3, 1, 4, 2, 5), 5),
        (Rules(), (0, 3, 1, 4, 2, 5, 6), 5),
        (Rules(), (0, 3, 1, 4, 2, 0), 5),
        (Rules(), (0, 1, 2, 4, 3, 5, 7, 6, 8, 0), 9),
        (Rules(misere=True), (0, 3, 1, 4, 2, 5), 5),
        (Rules(4, 3, 3), (11, 12), 1),
        (Rules(4, 3, 3), (0, 4, 1, 5, 3, 6, 2), 6),
    ],
)
def test_an_illegal_move_is_named_by_its_number(
    rules: Rules, cells: tuple[int, ...], index: int
) -> None:
    start = position_of(rules.empty_board, "X", rules)
    with pytest.raises(IllegalMove, match=rf"^Move {index + 1}: \w") as raised:
        review(start, cells, 10_000)
    assert raised.value.index == index
    assert len(positions_of(start, cells[:index])) == index + 1


def test_progress_of_a_review() -> None:
    rules = Rules(6, 5, 4)
    reports: list[ReviewProgress] = []
    start = position_of(rules.empty_board, "X", rules)
    found = review(start, (14, 15, 20), 30_000, reports.append)
    assert found == review(start, (14, 15, 20), 30_000)
    assert [report.plies_reviewed for report in reports] == sorted(
        report.plies_reviewed for report in reports
    )
    assert {(report.plies, report.max_nodes) for report in reports} == {(3, 90_000)}
    nodes = [report.nodes for report in reports]
    assert nodes == sorted(nodes)
    assert nodes[0] == 1
    assert nodes[-1] <= found.nodes
