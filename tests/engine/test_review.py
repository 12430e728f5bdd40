"""Reviews of games, compared with the reference: what they prove is true, the rest is unknown."""

from random import Random

import pytest

from service.engine import review_game
from service.engine.board.position import Mark, Status, positions_of
from service.engine.board.symmetry import representatives
from service.engine.review import Review, ReviewedMove, Verdict
from service.engine.search.analyze import analyze
from service.engine.values import Outcome
from tests import reference
from tests.engine.conversion import board_of, position_of
from tests.engine.positions import MEMO_3X3, MISERE_3X3, both_games, random_positions
from tests.parameters import in_full, one_of
from tests.reference import THREE_BY_THREE, Memo, Rules, sign

PLENTY = 20_000  # nodes for each ply, enough for 3x3 and the same for games of all lengths

Start = tuple[str, str]  # the board and the side to move


def random_game(rules: Rules, start: Start, random: Random) -> tuple[int, ...]:
    """Random moves from a position on, to the end or in half of the cases to some earlier ply."""
    board, side = start
    cells: list[int] = []
    last = random.choice([len(board), random.randrange(len(board) + 1)])
    while len(cells) < last and reference.legal_moves(rules, board):
        cells.append(random.choice(reference.legal_moves(rules, board)))
        board, side = reference.play(board, side, cells[-1]), reference.opponent(side)
    return tuple(cells)


def verdict_on(before: int, after: int) -> str:
    """The verdict on a move that is worth `after`, in a position whose best is worth `before`."""
    if after == before:
        return "best"
    return ["inaccuracy", "mistake", "blunder"][sign(before) - sign(after)]


def last_change(outcomes: list[int | None]) -> int | None:
    """The last ply, from 1, that changed the outcome; None if there is none or it is unknown."""
    plies = range(1, len(outcomes))
    changes = [ply for ply in plies if outcomes[ply - 1] != outcomes[ply]]
    if not changes or None in {outcomes[changes[-1] - 1], outcomes[changes[-1]]}:
        return None
    return changes[-1]


def known_outcomes(found: Review, outcomes: list[int]) -> list[int | None]:
    """The outcomes that a review has proved: by a move, by the next analysis, or by the end."""
    proved = [ply.before.outcome is not Outcome.UNKNOWN for ply in found.moves]
    proved.append(found.position.status is not Status.IN_PROGRESS)
    for played, ply in enumerate(found.moves, 1):
        proved[played] |= ply.move.score.outcome is not Outcome.UNKNOWN
    return [outcome if known else None for outcome, known in zip(outcomes, proved, strict=True)]


def check_ply(ply: ReviewedMove, scores: dict[int, int], *, proved: bool) -> None:
    """Proved scores are true, and the verdict is unknown if a score is."""
    before, after = max(scores.values()), scores[ply.move.cell]
    known = ply.before.outcome, ply.move.score.outcome
    for outcome, score in zip(known, (before, after), strict=True):
        assert outcome is Outcome.UNKNOWN or outcome.sign == sign(score)
    assert ply.move.score.points in {None, after}
    if Outcome.UNKNOWN in known:
        assert ply.verdict is Verdict.UNKNOWN
    elif ply.verdict is Verdict.UNKNOWN:
        assert known[0] is known[1] is not Outcome.DRAW
    else:
        assert ply.verdict.value == verdict_on(before, after)
    assert (" not proved: " in ply.move.text) == (ply.verdict is Verdict.UNKNOWN)
    if proved:
        assert ply.verdict is not Verdict.UNKNOWN
        assert ply.best_moves == tuple(cell for cell in scores if scores[cell] == before)


def check(
    rules: Rules, start: Start, cells: tuple[int, ...], memo: Memo, max_nodes: int = PLENTY
) -> Review:
    """Compare a review with the reference, ply by ply."""
    found = review_game(position_of(*start, rules), cells, max_nodes)
    board, side = start
    first, scores_for_x = Mark(side), []
    assert [ply.move.cell for ply in found.moves] == list(cells)
    for ply in found.moves:
        assert (ply.side, ply.nodes <= max_nodes) == (side, True)
        scores = reference.move_scores(rules, board, side, memo)
        check_ply(ply, scores, proved=max_nodes == PLENTY)
        scores_for_x.append(max(scores.values()) * (1 if side == "X" else -1))
        board, side = reference.play(board, side, ply.move.cell), reference.opponent(side)
    assert (board_of(found.position), found.position.side_to_move) == (board, side)
    scores_for_x.append(reference.score(rules, board, side, memo) * (1 if side == "X" else -1))
    outcomes = list(map(sign, scores_for_x))
    assert found.turning_point == last_change(known_outcomes(found, outcomes)), (start, cells)
    assert found.turning_point in {None, last_change([*outcomes])}
    verdicts = [ply.verdict for ply in found.moves]
    assert found.verdicts_of(first) == verdicts[::2]
    assert found.verdicts_of(first.opponent) == verdicts[1::2]
    return found


@pytest.mark.parametrize(
    ("rules", "count"),
    [(THREE_BY_THREE, 40), (MISERE_3X3, 40), *in_full((THREE_BY_THREE, 300), (MISERE_3X3, 100))],
    ids=str,
)
def test_random_3x3_games_match_the_reference(rules: Rules, count: int) -> None:
    random = Random(90)
    starts = [(rules.empty_board, random.choice("XO")) for _ in range(count)]
    games = [(start, random_game(rules, start, random)) for start in starts]
    reviews = [check(rules, *game, MEMO_3X3) for game in games]
    assert {found.position.status for found in reviews} == set(Status)
    assert {found.turning_point for found in reviews} >= {None, 2, 3, 4, 5, 6, 7, 8}
    verdicts = {ply.verdict for found in reviews for ply in found.moves}
    assert verdicts == set(Verdict) - {Verdict.UNKNOWN}


@pytest.mark.parametrize(
    "rules", both_games([Rules(4, 3, 3), Rules(5, 3, 3), Rules(4, 4, 4)]), ids=str
)
def test_larger_boards_match_the_reference_within_every_budget(rules: Rules) -> None:
    memo: Memo = {}
    random = Random(93)
    verdicts, turning_points = set(), set()
    for start in random_positions(rules, [1, 3, 5, 6, 7, 8, 8, 8, 8, 8], seed=93):
        cells = random_game(rules, start, random)
        for max_nodes in [1, 3, 10, 30, 100, PLENTY]:
            found = check(rules, start, cells, memo, max_nodes)
            verdicts |= {ply.verdict for ply in found.moves}
            turning_points.add(found.turning_point is None)
    assert Verdict.UNKNOWN in verdicts
    assert len(verdicts) > 2
    assert turning_points == {True, False}


@pytest.mark.parametrize(
    ("rules", "max_nodes"),
    one_of(2, [(Rules(5, 5, 4), 1_000), (Rules(4, 4, 4, True), 1_000), (Rules(4, 3, 3), 30)]),
    ids=str,
)
def test_bounds_of_the_position_after_a_move_are_those_of_the_move(
    rules: Rules, max_nodes: int
) -> None:
    start, beyond = position_of(rules.empty_board, "X", rules), 0
    for seed in range(20):
        cells = random_game(rules, (rules.empty_board, "X"), Random(seed))
        found = review_game(start, cells, max_nodes)
        positions = positions_of(start, cells)
        for ply, position in zip(found.moves[:-1], positions, strict=False):
            alone = analyze(position, max_nodes)
            after = analyze(position.play(ply.move.cell), max_nodes)
            both = alone.move(ply.move.cell).bounds & -after.bounds
            assert ply.move.bounds & both == ply.move.bounds
            beyond += both != alone.move(ply.move.cell).bounds
            first_of = representatives(position)
            same = {cell for cell in first_of if first_of[cell] == first_of[ply.move.cell]}
            assert same <= set(ply.best_moves) or not same & set(ply.best_moves)
    assert beyond
