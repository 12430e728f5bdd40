"""Traps, compared with expected scores computed from the rules alone."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from random import Random

import pytest

from service.engine.analysis import Trap
from service.engine.board.notation import read_position
from service.engine.explain.hints import explained
from service.engine.play.choice import best_traps, choose
from service.engine.play.levels import Level
from service.engine.play.opponent import play_level
from service.engine.play.traps import MAX_CELLS, with_traps
from service.engine.search.analyze import analyze
from tests import reference
from tests.engine.conversion import position_of
from tests.engine.positions import all_unfinished, random_unfinished
from tests.parameters import in_full
from tests.reference import Memo, Rules

BUDGET = 1_000_000
MEMO: Memo = {}
MISERE = Rules(misere=True)


def outcome_of(score: int) -> int:
    return (score > 0) - (score < 0)


@lru_cache(maxsize=None)
def gain(rules: Rules, board: str, side: str, trapper: str) -> Fraction:
    """The expected score of the side that sets traps."""
    moves = reference.legal_moves(rules, board)
    if not moves:
        won = reference.winner(rules, board)
        return Fraction(1, 2) if won is None else Fraction(won == trapper)
    after = {
        cell: gain(rules, reference.play(board, side, cell), reference.opponent(side), trapper)
        for cell in (best(rules, board, side) if side == trapper else moves)
    }
    if side == trapper:
        return max(after.values())
    noticed = [after[cell] for cell in noticed_by(rules, board, side)]
    expected = [sum(each, Fraction()) / len(each) for each in (list(after.values()), noticed)]
    return sum(expected, Fraction()) / 2


def best(rules: Rules, board: str, side: str) -> list[int]:
    scores = reference.move_scores(rules, board, side, MEMO)
    return [cell for cell in scores if scores[cell] == max(scores.values())]


def noticed_by(rules: Rules, board: str, side: str) -> list[int]:
    """The moves of an opponent that looks at one move of each side."""
    moves = reference.legal_moves(rules, board)
    own, other = (
        [cell for cell in moves if cell in reference.winning_cells(rules, board, mark)]
        for mark in (side, reference.opponent(side))
    )
    if rules.misere:
        return [cell for cell in moves if cell not in own] or moves
    return own or other or moves


def expected_traps(rules: Rules, board: str, side: str) -> Iterator[tuple[int, Trap | None]]:
    """For each best move, what it leaves to the opponent."""
    for cell in best(rules, board, side):
        after, other = reference.play(board, side, cell), reference.opponent(side)
        replies = reference.move_scores(rules, after, other, MEMO).values()
        outcomes = [outcome_of(score) for score in replies]
        safe = outcomes.count(max(outcomes, default=0))
        gained = gain(rules, after, other, side)
        yield cell, Trap(gained, safe, len(outcomes)) if outcomes else None


def check(rules: Rules, board: str, side: str) -> None:
    position = position_of(board, side, rules)
    analysis = with_traps(explained(analyze(position)), BUDGET)
    expected = dict(expected_traps(rules, board, side))
    assert {move.cell: move.trap for move in analysis.best_moves} == expected
    assert all(move.trap is None for move in analysis.moves if move.rank > 1)
    gains = {cell: trap.gain if trap else Fraction(1) for cell, trap in expected.items()}
    most = [cell for cell in gains if gains[cell] == max(gains.values())]
    assert [move.cell for move in best_traps(analysis)] == most
    chosen = choose(analysis, Level.PERFECT, None)
    assert chosen
    assert chosen.cell == most[0]
    for seed in (0, 7):
        assert play_level(position, Level.PERFECT, seed, traps=True) in most


@pytest.mark.parametrize("step", [97, *in_full(1)])
def test_traps_on_all_3x3_positions(step: int) -> None:
    for board, side in all_unfinished()[::step]:
        check(Rules(), board, side)


@pytest.mark.parametrize(
    "rules", [Rules(4, 4, 4), *in_full(MISERE, Rules(4, 3, 3), Rules(4, 3, 4, misere=True))]
)
def test_traps_on_other_boards(rules: Rules) -> None:
    random = Random(24)
    for empty_cells in (3, 4, 5, 6, 7) * 3:
        board, side = random_unfinished(rules, empty_cells, random)
        if board.count(".") <= MAX_CELLS:
            check(rules, board, side)


@pytest.mark.full
def test_an_even_choice_among_equal_traps_depends_on_the_seed() -> None:
    position = read_position(".........")
    chosen = {play_level(position, Level.PERFECT, seed, traps=True) for seed in range(40)}
    assert chosen == {0, 2, 6, 8}


@pytest.mark.parametrize(
    ("board", "text"),
    [
        (".........", "Takes a corner. Leaves O one safe reply of eight"),
        ("X...O....", "Takes a side. Leaves O four safe replies of six"),
        ("XX.OO....", "Completes a line and wins"),
        ("XO./.X./..O", "Creates two threats at once, and wins in 3"),
    ],
)
def test_text_names_the_safe_replies(board: str, text: str) -> None:
    analysis = with_traps(explained(analyze(read_position(board))), BUDGET)
    assert best_traps(analysis)[0].text == text


@pytest.mark.full
def test_on_a_large_board_the_share_of_unsafe_replies_counts() -> None:
    position = read_position("...../...../...../...../.....", in_a_row=4)
    analysis = with_traps(analyze(position), BUDGET)
    chosen, *_ = best_traps(analysis)
    assert chosen.trap == Trap(Fraction(23, 24), 1, 24)
    child = analyze(position.play(chosen.cell), BUDGET)
    assert [move.score.outcome for move in child.moves].count(child.score.outcome) == 1


def test_without_a_budget_every_reply_counts_as_safe() -> None:
    position = read_position("/".join(["........."] * 9), in_a_row=5)
    analysis = analyze(position, 1_000)
    for move in with_traps(analysis, 1_000).best_moves:
        assert move.trap == Trap(Fraction(0), 80, 80)


def test_search_that_has_spent_its_budget_leaves_none_for_traps() -> None:
    position = position_of("." * 49, "X", Rules(7, 7, 5))
    analysis = analyze(position, 1_000)
    found = with_traps(analysis, analysis.nodes)
    assert {move.trap for move in found.best_moves} == {Trap(Fraction(0), 48, 48)}
