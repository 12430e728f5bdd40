"""Reviews of games: every verdict and the turning point, compared with the reference."""

from dataclasses import astuple

import pytest

from service.engine.board.position import Mark, Status
from service.engine.board.replay import positions_of
from service.engine.budget import MIN_NODES
from service.engine.errors import IllegalMove
from service.engine.explain.review import Review, ReviewProgress
from service.engine.explain.verdict import Verdict
from service.engine.score import Outcome
from service.engine.search.review import review
from tests import reference
from tests.engine.conversion import board_of, position_of
from tests.engine.explain import games
from tests.engine.positions import (
    EMPTY_3X3,
    MEMO_3X3,
    MISERE_3X3,
    both_games,
    random_positions,
    random_unfinished,
    seeded,
)
from tests.reference import THREE_BY_THREE, Memo, Rules

SHARE = 20_000  # nodes for each ply, enough for 3x3 and the same for games of all lengths


def check_proved(rules: Rules, start: games.Start, cells: tuple[int, ...], memo: Memo) -> Review:
    """Compare a review whose budget proves everything with the reference, ply by ply."""
    found = review(position_of(*start, rules), cells, SHARE)
    boards = games.boards_of(start, cells)
    assert [ply.move.cell for ply in found.moves] == list(cells)
    for ply, (board, side), cell in zip(found.moves, boards, cells, strict=False):
        before = reference.score(rules, board, side, memo)
        after = reference.score_of_move(rules, board, side, cell, memo)
        assert (ply.before.points, ply.move.score.points) == (before, after)
        assert (ply.verdict, ply.side) == (games.verdict_on(before, after), side)
    first = Mark(start[1])
    verdicts = [ply.verdict for ply in found.moves]
    assert found.verdicts_of(first) == verdicts[::2]
    assert found.verdicts_of(first.opponent) == verdicts[1::2]
    outcomes = games.outcomes_for_x(rules, boards, memo)
    assert found.turning_point == games.last_change([*outcomes]), (start, cells)
    assert (board_of(found.position), found.position.side_to_move) == boards[-1]
    return found


def test_fools_game_has_its_known_verdicts() -> None:
    found = review(EMPTY_3X3, (0, 1, 4, 2, 8), 100_000)
    assert [(ply.verdict, astuple(ply.move.score), ply.reason) for ply in found.moves] == [
        ("best", (Outcome.DRAW, 9), "corner"),
        ("mistake", (Outcome.LOSS, 6), "side"),
        ("best", (Outcome.WIN, 5), "center"),
        ("inaccuracy", (Outcome.LOSS, 2), "corner"),
        ("best", (Outcome.WIN, 1), "win"),
    ]
    assert found.turning_point == 2
    assert found.moves[1].best_moves == (4,)
    assert found.moves[3].text == "Loses in 2: X wins at the lower right"
    assert found.position.winner is Mark.X


@pytest.mark.parametrize(("rules", "count"), [(THREE_BY_THREE, 1_000), (MISERE_3X3, 100)], ids=str)
def test_random_3x3_games_match_the_reference(rules: Rules, count: int) -> None:
    random = seeded(90)
    starts = [(rules.empty_board, random.choice("XO")) for _ in range(count)]
    reviews = [
        check_proved(rules, start, games.random_game(rules, start, random), MEMO_3X3)
        for start in starts
    ]
    assert {found.position.status for found in reviews} == set(Status)
    assert {found.turning_point for found in reviews} >= {None, 2, 3, 4, 5, 6, 7, 8}
    verdicts = {ply.verdict for found in reviews for ply in found.moves}
    assert verdicts == set(Verdict) - {Verdict.UNKNOWN}


@pytest.mark.parametrize(
    "rules", both_games([Rules(4, 3, 3), Rules(3, 5, 3), Rules(4, 4, 4)]), ids=str
)
def test_last_plies_of_larger_boards_match_the_reference(rules: Rules) -> None:
    memo: Memo = {}
    random = seeded(91)
    for start in random_positions(rules, [1, 2, 3, 4, 5, 6, 7, 8], seed=91):
        check_proved(rules, start, games.random_game(rules, start, random), memo)


@pytest.mark.parametrize("rules", [THREE_BY_THREE, MISERE_3X3, Rules(6, 6, 5)], ids=str)
def test_game_without_moves_has_an_empty_review(rules: Rules) -> None:
    for board, side in [(rules.empty_board, "X"), random_unfinished(rules, 5, seeded(92))]:
        start = position_of(board, side, rules)
        found = review(start, (), MIN_NODES)
        assert found == Review((), start)
        assert (found.turning_point, found.nodes) == (None, 0)
        assert found.verdicts_of(Mark.X) == found.verdicts_of(Mark.O) == []


@pytest.mark.parametrize(
    ("rules", "cells", "index"),
    [
        (Rules(), (0, 0), 1),
        (Rules(), (4, 0, 1, 4, 9), 3),
        (Rules(), (9,), 0),
        (Rules(), (0, -1), 1),
        (Rules(), (0, 3, 1, 4, 2, 5), 5),
        (Rules(), (0, 3, 1, 4, 2, 5, 6), 5),
        (Rules(), (0, 1, 2, 4, 3, 5, 7, 6, 8, 0), 9),
        (MISERE_3X3, (0, 3, 1, 4, 2, 5), 5),
        (Rules(4, 3, 3), (11, 12), 1),
        (Rules(4, 3, 3), (0, 4, 1, 5, 3, 6, 2), 6),
    ],
)
def test_illegal_move_is_named_by_its_number(
    rules: Rules, cells: tuple[int, ...], index: int
) -> None:
    start = position_of(rules.empty_board, "X", rules)
    with pytest.raises(IllegalMove, match=rf"^Move {index + 1} is illegal. \w") as raised:
        review(start, cells, 10_000)
    assert raised.value.index == index
    assert len(positions_of(start, cells[:index])) == index + 1


def test_progress_counts_nodes_and_plies() -> None:
    rules = Rules(6, 5, 4)
    reports: list[ReviewProgress] = []
    start = position_of(rules.empty_board, "X", rules)
    found = review(start, (14, 15, 20), 30_000, reports.append)
    assert found == review(start, (14, 15, 20), 30_000)
    reviewed = [report.plies_reviewed for report in reports]
    assert reviewed == sorted(reviewed)
    assert {(report.plies, report.max_nodes) for report in reports} == {(3, 90_000)}
    nodes = [report.nodes for report in reports]
    assert nodes == sorted(nodes)
    assert nodes[0] == 1
    assert nodes[-1] <= found.nodes
