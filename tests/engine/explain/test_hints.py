"""Hints: what their sentences say of a move is true."""

import re

import pytest

from service.engine.budget import DEFAULT_NODES
from service.engine.explain.hints import PLACES_3X3, hint, place
from service.engine.score import Outcome
from service.engine.search.analyze import analyze
from tests.engine.explain.sentences import (
    CELL_AT,
    MISERE_3X3,
    Case,
    parsed,
    sentences_of,
    true_actions,
    untrue,
)
from tests.engine.support import (
    MEMO_3X3,
    UNFINISHED,
    Positions,
    all_unfinished,
    geometry_of,
    position_of,
    random_unfinished,
    seeded,
)
from tests.reference import THREE_BY_THREE, Memo, Rules


@UNFINISHED
def test_every_move_of_every_unfinished_3x3_position(unfinished: Positions) -> None:
    wrong: list[tuple[str, str, int, str]] = []
    for board, side in unfinished():
        wrong += untrue(THREE_BY_THREE, board, side, MEMO_3X3)
    assert wrong == []


def test_every_move_of_many_3x3_positions_in_misere() -> None:
    for board, side in all_unfinished()[::8]:
        assert untrue(MISERE_3X3, board, side, MEMO_3X3) == []


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    "rules", [Rules(4, 3, 3), Rules(3, 4, 3), Rules(4, 4, 3), Rules(5, 4, 4)], ids=str
)
def test_every_move_of_random_positions_of_larger_boards(rules: Rules, misere: bool) -> None:
    rules = Rules(rules.columns, rules.rows, rules.in_a_row, misere)
    memo: Memo = {}
    random = seeded(80)
    for empty_cells in [1, 2, 3, 4, 5, 6, 7, 8] * 2:
        board, side = random_unfinished(rules, empty_cells, random)
        assert untrue(rules, board, side, memo) == []


def test_sentences_of_all_kinds_are_among_them() -> None:
    for rules, kinds in [
        (THREE_BY_THREE, {"Completes", "Blocks", "Creates", "Keeps", "Takes", None}),
        (MISERE_3X3, {"Completes", "Plays", None}),
    ]:
        actions, ends = set(), set()
        for board, side in all_unfinished()[::8]:
            for sentence in sentences_of(
                analyze(position_of(board, side, rules), DEFAULT_NODES)
            ).values():
                found = parsed(sentence)
                actions.add(found["action"] and found["action"].split(" ")[0])
                ends.add(re.sub(r"\d", "N", found["end"]))
        assert actions == kinds
        blocked = set() if rules.misere else {", but loses in N"}
        assert ends == blocked | {
            "",
            ", and wins in N",
            ", and holds the draw",
            ", but gives up the win",
            "Loses in N",
        }


def test_places_are_in_words_on_3x3_and_coordinates_elsewhere() -> None:
    assert {place(geometry_of(Rules()), cell): cell for cell in range(9)} == CELL_AT
    assert dict(zip(PLACES_3X3, range(9), strict=True)) == CELL_AT
    assert place(geometry_of(Rules(4, 3, 3)), 0) == "at a1"
    assert place(geometry_of(Rules(4, 3, 3)), 11) == "at d3"
    assert place(geometry_of(Rules(3, 4, 3)), 4) == "at b2"
    assert place(geometry_of(Rules(9, 9, 5)), 72) == "at a9"


def test_with_too_small_a_budget_it_says_what_is_not_proved() -> None:
    rules = Rules(6, 6, 5)
    random = seeded(81)
    not_proved = 0
    for empty_cells in [36, 34, 32, 30]:
        board, side = random_unfinished(rules, empty_cells, random)
        analysis = analyze(position_of(board, side, rules), 300)
        for move in analysis.moves:
            found = parsed(hint(analysis, move))
            assert found["action"] in {None, *true_actions(Case(rules, board, side, move.cell, {}))}
            unknown = move.score.outcome is Outcome.UNKNOWN
            assert (found["end"] == "; the outcome is not proved") is unknown
            not_proved += unknown
    assert not_proved > 100


@pytest.mark.parametrize(
    ("board", "side", "cell", "sentence"),
    [
        (".........", "X", 4, "Takes the centre"),
        (".........", "O", 8, "Takes a corner"),
        ("X........", "O", 4, "Takes the centre, and holds the draw"),
        ("X........", "O", 1, "Loses in 6"),
        ("XX.OO....", "X", 2, "Completes a line and wins"),
        ("XX.OO....", "X", 8, "Loses in 2: O wins at the right"),
        ("XX..O....", "O", 2, "Blocks X's win at the upper right, and holds the draw"),
        ("XX..O....", "O", 8, "Loses in 2: X wins at the upper right"),
        ("XO..X...O", "X", 3, "Creates two threats at once, and wins in 3"),
        ("X...O...X", "O", 1, "Keeps X from making two threats at once, and holds the draw"),
        ("X...O...X", "O", 2, "Loses in 4: X answers at the lower left"),
        (
            "XOO.O...X",
            "X",
            6,
            "Blocks O's win at the lower left, but loses in 2: O wins at the bottom",
        ),
        ("XO.......", "X", 8, "Takes a corner, but gives up the win"),
        ("XO.......", "X", 4, "Takes the centre, and wins in 5"),
        ("....O...X", "O", 0, "Takes the corner opposite X's"),
        ("....O...X", "O", 2, "Takes a corner"),
    ],
)
def test_examples_on_3x3(board: str, side: str, cell: int, sentence: str) -> None:
    assert sentences_of(analyze(position_of(board, side)))[cell] == sentence


@pytest.mark.parametrize(
    ("board", "side", "cell", "sentence"),
    [
        (".........", "X", 4, "Plays in the centre, and holds the draw"),
        ("XX.OO....", "X", 2, "Completes a line and loses"),
        ("XOXOX.OXO", "O", 5, "Plays at the right"),
    ],
)
def test_examples_in_misere(board: str, side: str, cell: int, sentence: str) -> None:
    assert sentences_of(analyze(position_of(board, side, MISERE_3X3)))[cell] == sentence


@pytest.mark.parametrize(
    ("rows", "in_a_row", "cell", "sentence"),
    [
        (["OO..", "XX..", "...."], 3, 6, "Completes a line and wins"),
        (["OO..", ".X..", "...X"], 3, 2, "Blocks O's win at c1, and holds the draw"),
        (["OO..", ".X..", "...X"], 3, 6, "Loses in 2: O wins at c1"),
        (
            ["O..O.", ".X...", ".....", "..X..", "....."],
            3,
            12,
            "Creates 3 threats at once, and wins in 3",
        ),
    ],
)
def test_examples_on_other_boards(rows: list[str], in_a_row: int, cell: int, sentence: str) -> None:
    rules = Rules(len(rows[0]), len(rows), in_a_row)
    assert sentences_of(analyze(position_of("".join(rows), "X", rules)))[cell] == sentence
