"""Traps, compared with expected scores computed from the rules alone."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from random import Random

import pytest

from service.engine.analysis import Trap
from service.engine.board.notation import read_position
from service.engine.board.position import Mark, Position, Status
from service.engine.budget import Budget, estimate_nodes, turn_nodes
from service.engine.explain import explain
from service.engine.play.choice import best_traps, choose, play_level
from service.engine.play.levels import Level
from service.engine.play.traps import MAX_CELLS, with_traps
from service.engine.search.analyze import analyze
from service.engine.search.compiled.interface import estimate_moves
from service.engine.values import Outcome
from tests import reference
from tests.engine.conversion import position_of
from tests.engine.positions import MISERE_3X3, all_unfinished, random_unfinished
from tests.parameters import in_full, in_release
from tests.reference import Memo, Rules

BUDGET = 1_000_000
MEMO: Memo = {}


def full_budget(position: Position) -> Budget:
    """All nodes that BUDGET has for estimates."""
    return Budget(estimate_nodes(position.geometry, BUDGET))


@lru_cache(maxsize=None)
def gain(rules: Rules, board: str, side: str, trapper: str) -> Fraction:
    """The expected score of the side that sets traps."""
    moves = reference.legal_moves(rules, board)
    if not moves:
        won = reference.winner(rules, board)
        return Fraction(1, 2) if won is None else Fraction(won == trapper)
    after = {
        cell: gain(rules, reference.play(board, side, cell), reference.opponent(side), trapper)
        for cell in (reference.best_moves(rules, board, side, MEMO) if side == trapper else moves)
    }
    if side == trapper:
        return max(after.values())
    noticed = [after[cell] for cell in noticed_by(rules, board, side)]
    expected = [sum(each, Fraction()) / len(each) for each in (list(after.values()), noticed)]
    return sum(expected, Fraction()) / 2


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
    for cell in reference.best_moves(rules, board, side, MEMO):
        after, other = reference.play(board, side, cell), reference.opponent(side)
        replies = reference.move_scores(rules, after, other, MEMO).values()
        outcomes = [reference.sign(score) for score in replies]
        safe = outcomes.count(max(outcomes, default=0))
        gained = gain(rules, after, other, side)
        yield cell, Trap(gained, safe, len(outcomes)) if outcomes else None


def check(rules: Rules, board: str, side: str) -> None:
    position = position_of(board, side, rules)
    analysis = with_traps(explain(analyze(position)), BUDGET)
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


@pytest.mark.parametrize("step", [97, *in_release(1)])
def test_traps_on_all_3x3_positions(step: int) -> None:
    for board, side in all_unfinished()[::step]:
        check(Rules(), board, side)


@pytest.mark.parametrize(
    "rules", [Rules(4, 4, 4), *in_full(MISERE_3X3, Rules(4, 3, 3), Rules(4, 3, 4, misere=True))]
)
def test_traps_on_other_boards(rules: Rules) -> None:
    random = Random(24)
    for empty_cells in (3, 4, 5, 6, 7) * 3:
        board, side = random_unfinished(rules, empty_cells, random)
        if board.count(".") <= MAX_CELLS:
            check(rules, board, side)


@pytest.mark.parametrize(
    ("board", "text"),
    [
        (".........", "Sets a trap: leaves O one safe reply of eight"),
        ("O...X....", "Sets a trap: leaves O two safe replies of six"),
        ("XX.OO....", "Completes a line and wins"),
        ("XO./.X./..O", "Creates two threats at once, and wins in 3"),
        ("XOX/XOO/OX.", "The only move"),
    ],
)
def test_text_names_the_safe_replies(board: str, text: str) -> None:
    analysis = with_traps(explain(analyze(read_position(board))), BUDGET)
    assert best_traps(analysis)[0].text == text


@pytest.mark.compiled
def test_text_says_at_most_unless_every_reply_is_proved() -> None:
    board = "OXXO.....OX...XXX.O.O....O.X.XO.O..X"
    analysis = explain(analyze(position_of(board, "O", Rules(6, 6, 4)), 1_000))
    expected = [(300, False, "at most"), (5_000, True, "two safe replies of 18")]
    for max_nodes, proved, safe in expected:
        trapped = with_traps(analysis, analysis.nodes + max_nodes).best_moves
        assert {move.trap.proved for move in trapped if move.trap} == {proved}
        assert any(f". Leaves X {safe}" in move.text for move in trapped)
        assert all(move.text.startswith(("Loses in 2", "Blocks X")) for move in trapped)


@pytest.mark.compiled
def test_with_many_empty_cells_the_best_estimate_among_draws_is_played() -> None:
    random, several = Random(25), 0
    for _ in range(6):
        board, side = random_unfinished(Rules(5, 5, 5), random.randrange(10, 16), random)
        position = position_of(board, side, Rules(5, 5, 5))
        analysis = analyze(position, BUDGET)
        cells = [move.cell for move in analysis.best_moves]
        found = with_traps(analysis, BUDGET)
        if analysis.score.outcome is not Outcome.DRAW:
            continue
        estimates = estimate_moves(position, cells, full_budget(position), traps=True)
        best = [cell for cell in cells if estimates[cell] == max(estimates.values())]
        assert [move.cell for move in best_traps(found)] == best
        assert [move.cell for move in found.moves if move.trap] == best
        several += len(best) < len(cells)
    assert several > 1


def greedy(position: Position, blocking: int) -> int:
    """Play the first cell that completes, blocks, or weighs most on the lines of one side only."""
    worth = dict.fromkeys(position.legal_moves, 0)
    for line in reference.lines(Rules(5, 5, 4)):
        both = (position.own, position.other)
        own, other = (sum(marks >> cell & 1 for cell in line) for marks in both)
        if not own * other:
            urgent = {(3, 0): 10**9, (0, 3): 10**8}.get((own, other), 0)
            for cell in set(line) & worth.keys():
                worth[cell] += urgent + 4 ** (own + other) * (blocking if other else 1)
    return max(worth, key=worth.__getitem__)


@pytest.mark.compiled
@pytest.mark.parametrize("blocking", [1, 64])
def test_traps_beat_a_simple_player_from_a_drawn_position(blocking: int) -> None:
    position = position_of("." * 25, "X", Rules(5, 5, 4))
    for traps, is_won in [(False, False), (True, True)]:
        moves = position.legal_moves
        estimates = estimate_moves(position, moves, full_budget(position), traps=traps)
        assert (max(estimates.values()) == 98) is is_won
    while position.status is Status.IN_PROGRESS:
        if position.side_to_move is Mark.X:
            cell = play_level(position, Level.PERFECT, 1, traps=True)
        else:
            cell = greedy(position, blocking)
        position = position.play(cell)
    assert position.winner is Mark.X


@pytest.mark.compiled
def test_best_play_of_a_draw_leaves_the_estimates_their_nodes() -> None:
    board = "..X......O.O.......XO.X......OX.O.....OOXXOXX..XXOX.O.....OXX.......X.O......O..."
    position = position_of(board, "O", Rules(9, 9, 5))
    budget = turn_nodes(position)
    analysis = analyze(position, budget)
    assert analysis.score.outcome is Outcome.DRAW
    assert budget - analysis.nodes >= estimate_nodes(position.geometry, budget) * 3 // 4


def test_gain_with_ten_empty_cells_is_the_share_of_mistakes() -> None:
    rules = Rules(4, 3, 3, misere=True)
    position = position_of(*random_unfinished(rules, 10, Random(26)), rules)
    traps = [move.trap for move in with_traps(analyze(position, BUDGET), BUDGET).best_moves]
    assert traps
    for trap in traps:
        assert trap
        assert trap.gain == 1 - Fraction(trap.safe_replies, trap.replies)


@pytest.mark.compiled
def test_replies_get_what_the_analysis_has_left_of_the_budget() -> None:
    position = position_of("XO.X.O.XO.......", "X", Rules(4, 4, 4))
    analysis = analyze(position, BUDGET)
    assert analysis.solved
    none_left, enough = (
        with_traps(analysis, nodes).best_moves for nodes in (analysis.nodes, 2 * analysis.nodes)
    )
    traps = [move.trap for move in none_left if move.trap]
    assert traps
    assert not any(trap.proved for trap in traps)
    assert all(trap.safe_replies == trap.replies for trap in traps)
    assert all(move.trap.proved for move in enough if move.trap)
