"""Reviews of games: every verdict and the turning point, compared with the reference."""

import pytest

from service.engine.board.position import Mark, Status
from service.engine.review import Review, ReviewProgress, Verdict, review
from tests import reference
from tests.engine.conversion import board_of, position_of
from tests.engine.explain import games
from tests.engine.positions import (
    MEMO_3X3,
    MISERE_3X3,
    both_games,
    random_positions,
    seeded,
)
from tests.parameters import in_full
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


@pytest.mark.parametrize("empty_cells", [9, 10])
def test_progress_is_reported_only_with_many_empty_cells(empty_cells: int) -> None:
    rules = Rules(4, 3, 4)
    board = "XOX"[: 12 - empty_cells].ljust(12, ".")
    reports: list[ReviewProgress] = []
    review(position_of(board, "XO"[empty_cells % 2], rules), (11,), SHARE, reports.append)
    assert bool(reports) == (empty_cells > 9)


@pytest.mark.parametrize(
    ("rules", "count"),
    [(THREE_BY_THREE, 100), (MISERE_3X3, 50), *in_full((THREE_BY_THREE, 300), (MISERE_3X3, 100))],
    ids=str,
)
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
