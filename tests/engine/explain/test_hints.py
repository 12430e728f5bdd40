"""Hints: their sentences for moves, compared with sentences made from the reference."""

import pytest

from service.engine.analysis import Analysis
from service.engine.explain.hints import explained
from service.engine.score import UNKNOWN
from service.engine.search.analyze import analyze
from tests import reference
from tests.engine.conversion import drawn, position_of
from tests.engine.explain import plain
from tests.engine.positions import (
    MEMO_3X3,
    MISERE_3X3,
    UNFINISHED,
    Positions,
    all_unfinished,
    both_games,
    random_positions,
)
from tests.reference import THREE_BY_THREE, Memo, Rules


def sentences_of(analysis: Analysis) -> dict[int, str]:
    """The sentence of every move."""
    return {move.cell: move.text for move in explained(analysis).moves}


def check(rules: Rules, board: str, side: str, memo: Memo) -> set[str]:
    """Compare the sentences of all moves with the reference, and named replies with the truth."""
    scores = reference.move_scores(rules, board, side, memo)
    expected = {cell: plain.sentence(rules, board, side, cell, scores) for cell in scores}
    assert sentences_of(analyze(position_of(board, side, rules))) == expected, (rules, board, side)
    other = reference.opponent(side)
    for cell, score in scores.items():
        plies = 100 + score
        if score < 0 and (reply := plain.reply(rules, board, side, cell, plies)):
            after = reference.play(board, side, cell)
            won = reference.score_of_move(rules, after, other, reply[1], memo)
            assert won == 100 - (plies - 1), (rules, board, side, cell)
    return set(expected.values())


@UNFINISHED
def test_every_move_of_unfinished_3x3_positions_has_its_sentence(unfinished: Positions) -> None:
    pairs = unfinished()
    found = " ".join(set().union(*(check(THREE_BY_THREE, *pair, MEMO_3X3) for pair in pairs)))
    for part in ["Completes", "Blocks", "Creates", "Keeps", "Takes", "Loses", ", and wins in 3"]:
        assert part in found
    for part in [", and holds the draw", ", but gives up the win", ", but loses in 2: "]:
        assert part in found


def test_every_move_of_misere_3x3_positions_has_its_sentence() -> None:
    pairs = all_unfinished()[::8]
    found = " ".join(set().union(*(check(MISERE_3X3, *pair, MEMO_3X3) for pair in pairs)))
    for part in ["Completes a line and loses", "Takes", "Loses in", ", but gives up the win"]:
        assert part in found


@pytest.mark.parametrize(
    "rules", both_games([Rules(4, 3, 3), Rules(3, 4, 3), Rules(4, 4, 3), Rules(5, 4, 4)]), ids=str
)
def test_every_move_on_larger_boards_has_its_sentence(rules: Rules) -> None:
    memo: Memo = {}
    for board, side in random_positions(rules, [1, 2, 3, 4, 5, 6, 7, 8] * 2, seed=80):
        check(rules, board, side, memo)


def test_sentence_of_an_unknown_move_says_that_its_outcome_is_not_proved() -> None:
    rules = Rules(6, 6, 5)
    unknown = 0
    for board, side in random_positions(rules, [36, 34, 32, 30], seed=81):
        analysis = analyze(position_of(board, side, rules), 300)
        scores = {it.cell: it.score.points for it in analysis.moves if it.score != UNKNOWN}
        known = {cell: points for cell, points in scores.items() if points is not None}
        for cell, sentence in sentences_of(analysis).items():
            assert sentence == plain.sentence(rules, board, side, cell, known)
        unknown += len(analysis.moves) - len(known)
    assert unknown >= 100


@pytest.mark.parametrize(
    ("rows", "cell", "sentence"),
    [
        ("XX. OO. ...", 8, "Loses in 2: O wins at the right"),
        ("XOX XOO OX.", 8, "The only move"),
        ("XOX XOX OX.", 8, "Completes a line and wins"),
        ("XO. ... ...", 8, "Takes a corner, but gives up the win"),
        ("OO.. .X.. ...X", 2, "Blocks O's win at c1, and holds the draw"),
        ("O..O. .X... ..... ..X.. .....", 12, "Creates 3 threats at once, and wins in 3"),
    ],
)
def test_known_moves_have_their_sentences(rows: str, cell: int, sentence: str) -> None:
    rules, board = drawn(rows, 3)
    assert sentences_of(analyze(position_of(board, "X", rules)))[cell] == sentence
