"""The review of a game, beside the reference's exact scores of every position and move."""

from functools import lru_cache
from random import Random

import pytest

from service.engine.board.position import Mark, Status
from service.engine.board.replay import positions_of
from service.engine.budget import MIN_NODES
from service.engine.errors import IllegalMove
from service.engine.explain.review import Review, ReviewedMove, ReviewProgress
from service.engine.explain.verdict import Verdict
from service.engine.score import UNKNOWN, Outcome, Score
from service.engine.search.analyze import analyze
from service.engine.search.review import review
from tests import reference
from tests.engine.support import MEMO_3X3, board_of, position_of, random_unfinished, seeded
from tests.reference import THREE_BY_THREE, Memo, Rules

SHARE = 20_000  # nodes for each ply, enough for 3x3 and the same for games of all lengths
FOOLS_GAME = (0, 1, 4, 2, 8)

Game = tuple[str, tuple[int, ...]]  # the side that starts and its moves and the other's in turn


def random_game(rules: Rules, board: str, side: str, random: Random) -> tuple[int, ...]:
    """Random moves from a position on, to the end or in half of the cases to some ply before."""
    cells: list[int] = []
    last = random.choice([len(board), random.randrange(len(board) + 1)])
    while len(cells) < last and reference.legal_moves(rules, board):
        cells.append(random.choice(reference.legal_moves(rules, board)))
        board, side = reference.play(board, side, cells[-1]), reference.opponent(side)
    return tuple(cells)


@lru_cache(maxsize=None)
def games_3x3(misere: bool) -> list[Game]:
    """1,000 random games from the empty board, with both starters."""
    rules = Rules(misere=misere)
    random = seeded(90)
    starters = [random.choice("XO") for _ in range(1000)]
    return [(side, random_game(rules, rules.empty_board, side, random)) for side in starters]


def reviewed(rules: Rules, board: str, side: str, cells: tuple[int, ...], share: int) -> Review:
    """The review with this many nodes for each ply."""
    return review(position_of(board, side, rules), cells, share)


def boards_of(board: str, side: str, cells: tuple[int, ...]) -> list[tuple[str, str]]:
    """The board and the side to move before the first move and after each."""
    boards = [(board, side)]
    for cell in cells:
        board, side = reference.play(board, side, cell), reference.opponent(side)
        boards.append((board, side))
    return boards


def sign(score: int) -> int:
    """1 for a win, 0 for a draw, -1 for a loss."""
    return (score > 0) - (score < 0)


def verdict_on(before: int, after: int) -> str:
    """What a move is called that is worth `after`, in a position whose best is worth `before`."""
    if after == before:
        return "best"
    return ["inaccuracy", "mistake", "blunder"][sign(before) - sign(after)]


def last_change(outcomes: list[int | None]) -> int | None:
    """The last ply that changed the outcome, if it is known what it changed; plies count from 1.

    A ply after which nothing changes any more has set the outcome that stood at the end.
    """
    plies = range(1, len(outcomes))
    changes = [ply for ply in plies if outcomes[ply - 1] != outcomes[ply]]
    if not changes or None in {outcomes[changes[-1] - 1], outcomes[changes[-1]]}:
        return None
    return changes[-1]


def outcomes_for_x(rules: Rules, boards: list[tuple[str, str]], memo: Memo) -> list[int]:
    """How each position ends with best play: 1 if X wins, 0 for a draw, -1 if O does."""
    scores = [(reference.score(rules, board, side, memo), side) for board, side in boards]
    return [sign(score) if side == "X" else -sign(score) for score, side in scores]


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


def known_outcomes(found: Review, outcomes: list[int]) -> list[int | None]:
    """The outcomes that a review has proved: by a move, by the next analysis, or by the end."""
    unproved = Outcome.UNKNOWN
    count = len(found.moves)
    proved = [ply.before.outcome is not unproved for ply in found.moves]
    proved.append(found.position.status is not Status.IN_PROGRESS)
    for played in range(1, count + 1):
        proved[played] |= found.moves[played - 1].move.score.outcome is not unproved
    return [outcome if known else None for outcome, known in zip(outcomes, proved, strict=True)]


def check_verdict(ply: ReviewedMove, before: int, after: int) -> None:
    """A verdict is unknown where a score is, and what is proved is so."""
    if ply.before_is_exact:
        assert ply.before.points == before
    else:
        assert ply.before == UNKNOWN or (ply.before.outcome is Outcome.WIN and before > 0)
    assert ply.move.score.points in {None, after}
    unsure = ply.move.rank == 1 and not ply.before_is_exact
    if unsure or ply.before.points is None or ply.move.score.points is None:
        assert ply.verdict is Verdict.UNKNOWN
    else:
        assert ply.verdict.value == verdict_on(before, after)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("rules", [Rules(4, 3, 3), Rules(5, 3, 3), Rules(4, 4, 4)], ids=str)
def test_what_a_small_budget_proves_is_so_and_the_rest_is_unknown(
    rules: Rules, misere: bool
) -> None:
    rules = Rules(rules.columns, rules.rows, rules.in_a_row, misere)
    memo: Memo = {}
    random = seeded(93)
    verdicts, turning_points = set(), set()
    for empty_cells in [5, 6, 7, 8, 8, 8, 8, 8]:
        start = random_unfinished(rules, empty_cells, random)
        cells = random_game(rules, *start, random)
        boards = boards_of(*start, cells)
        for share in [1, 3, 10, 30, 100]:
            found = reviewed(rules, *start, cells, share)
            for ply, (board, side), cell in zip(found.moves, boards, cells, strict=False):
                before = reference.score(rules, board, side, memo)
                after = reference.score_of_move(rules, board, side, cell, memo)
                check_verdict(ply, before, after)
                assert ply.nodes <= share
            outcomes = outcomes_for_x(rules, boards, memo)
            assert found.turning_point == last_change(known_outcomes(found, outcomes))
            assert found.turning_point in {None, last_change([*outcomes])}
            verdicts |= {ply.verdict for ply in found.moves}
            turning_points.add(found.turning_point is None)
    assert Verdict.UNKNOWN in verdicts
    assert len(verdicts) > 2
    assert turning_points == {True, False}


def check_against_analyses(rules: Rules, cells: tuple[int, ...], max_nodes: int) -> int:
    """Hold a review against the analysis of each position; the moves that it proves beyond them."""
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
    "rules",
    [
        Rules(5, 5, 4),
        Rules(4, 4, 4, misere=True),
        pytest.param(Rules(6, 6, 5), marks=pytest.mark.full),
        pytest.param(Rules(7, 5, 4), marks=pytest.mark.full),
    ],
    ids=str,
)
@pytest.mark.parametrize("max_nodes", [MIN_NODES, pytest.param(3_000, marks=pytest.mark.full)])
def test_a_review_proves_what_the_analyses_prove_and_more(rules: Rules, max_nodes: int) -> None:
    random = seeded(94)
    games = [random_game(rules, rules.empty_board, "X", random) for _ in range(3)]
    assert sum(check_against_analyses(rules, game, max_nodes) for game in games if game)


@pytest.mark.full
@pytest.mark.parametrize(
    "rules",
    [Rules(5, 5, 4), Rules(6, 6, 5), Rules(7, 5, 4), Rules(4, 4, 3, misere=True)],
    ids=str,
)
def test_75_reviews_of_each_board_contradict_no_analysis(rules: Rules) -> None:
    random = seeded(95)
    for _ in range(75):
        game = random_game(rules, rules.empty_board, "X", random)
        if game:
            check_against_analyses(rules, game, 10_000)


def test_progress_of_a_review() -> None:
    rules = Rules(6, 6, 4)
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


def test_without_a_verdict_the_sentence_begins_with_what_is_not_proved() -> None:
    rules = Rules(6, 6, 4)
    found = review(position_of(rules.empty_board, "X", rules), (0, 1, 2), MIN_NODES)
    for ply in found.moves:
        if ply.verdict is Verdict.UNKNOWN:
            assert " not proved: " in ply.text
    assert Verdict.UNKNOWN in {ply.verdict for ply in found.moves}


def test_the_turning_point_is_null_where_it_is_not_proved() -> None:
    start = position_of(Rules(4, 3, 3).empty_board, "X", Rules(4, 3, 3))
    cells = (4, 5, 3, 6, 0, 7)
    proved = review(start, cells, 1_000_000)
    assert proved.turning_point == 1
    guessed = review(start, cells, 3)
    assert guessed.moves[0].verdict is Verdict.UNKNOWN
    assert guessed.turning_point is None
    assert guessed.position == proved.position
    assert guessed.position.winner is Mark.O
