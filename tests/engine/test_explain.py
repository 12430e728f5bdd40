"""Reasons and sentences for moves: a position for each, on boards of all kinds."""

from dataclasses import replace

import pytest

from service.engine.analysis import Reason
from service.engine.board.geometry import Geometry
from service.engine.explain import explain, place, reason_for
from service.engine.search.analyze import analyze
from tests import reference
from tests.engine.conversion import drawn, position_of
from tests.engine.positions import MEMO_3X3, all_unfinished
from tests.parameters import in_full
from tests.reference import THREE_BY_THREE, Rules, winning_cells

# The board, with X to move and three in a row; the cell, its reason, and its sentence.
MOVES = [
    ("XX. OO. ...", 2, "win", "Completes a line and wins"),
    ("XX. OO. ...", 5, "block", "Blocks O on the right, but gives up the win"),
    ("O.O. .X.. O.X.", 1, "block", "Blocks O at b1, but loses in 2: O plays at a2 and wins"),
    ("XX. OO. ...", 8, "corner", "Loses in 2: O plays on the right and wins"),
    ("O.. .OX X..", 8, "block", "Blocks O in the lower right, and wins in 3"),
    ("XO. .X. ..O", 3, "fork", "Creates two threats at once, and wins in 3"),
    ("XO. .X. ..O", 2, "corner", "Takes a corner, but gives up the win"),
    ("X.. .O. ..X", 1, "side", None),
    ("O.. .X. ..O", 1, "block_fork", "Keeps O from making two threats at once, and holds the draw"),
    ("... ..X OOX", 0, "block_fork", None),  # with a second threat, which O cannot answer as well
    ("O.. .X. ..O", 2, "corner", "Loses in 4: O answers in the lower left"),
    ("O.. ... ...", 4, "center", "Takes the center, and holds the draw"),
    ("O.. ... ...", 8, "opposite_corner", "Loses in 6"),
    ("... ... ...", 3, "side", "Takes an edge"),
    ("XOX XOO OX.", 8, "corner", "The only move"),
    ("XOX XOX OX.", 8, "win", "Completes a line and wins"),
    (".... .X.. OO.X", 10, "block", "Blocks O at c3, and holds the draw"),
    ("X..X OX.O ..O.", 1, "fork", "Creates two threats at once, and wins in 3"),  # c1 once
    ("O..O. .X... ..... ..X.. .....", 12, "fork", "Creates 3 threats at once, and wins in 3"),
]
PLACES = {place(Geometry(3, 3, 3), cell): cell for cell in range(9)}


@pytest.mark.parametrize(("rows", "cell", "reason", "sentence"), MOVES)
def test_move_has_its_reason_and_its_sentence(
    rows: str, cell: int, reason: str, sentence: str | None
) -> None:
    rules, board = drawn(rows, 3)
    move = explain(analyze(position_of(board, "X", rules))).move(cell)
    assert move.reason == reason
    assert sentence in {None, move.text}


@pytest.mark.parametrize("step", [7, *in_full(1)])
def test_wins_blocks_and_replies_that_are_named_are_true(step: int) -> None:
    for board, side in all_unfinished()[::step]:
        wins = winning_cells(THREE_BY_THREE, board, side)
        threats = winning_cells(THREE_BY_THREE, board, reference.opponent(side))
        for move in explain(analyze(position_of(board, side))).moves:
            assert (move.reason is Reason.WIN) is (move.cell in wins)
            assert (move.reason is Reason.BLOCK) is (move.cell in threats - wins)
            if ": " in move.text:
                assert f"oses in {move.score.plies_to_end}: " in move.text
                after = reference.play(board, side, move.cell)
                rival = reference.opponent(side)
                replies = reference.move_scores(THREE_BY_THREE, after, rival, MEMO_3X3)
                said = move.text.rpartition(": ")[2].removesuffix(" and wins")
                reply = PLACES[said.split(" ", 2)[2]]
                assert replies[reply] == max(replies.values()) > 0


def test_line_loses_in_misere() -> None:
    [first, *_] = explain(analyze(position_of("XX.OO....", "X", Rules(misere=True)))).moves[::-1]
    assert (first.cell, first.reason, first.text) == (2, None, "Completes a line and loses")


@pytest.mark.parametrize(
    ("rows", "places"),
    [
        ("... ... ...", "CSC SMS CSC"),
        (".... .... .... ....", "CSSC SMMS SMMS CSSC"),
        (".... .... ....", "CSSC SMMS CSSC"),
        ("... ... ... ...", "CSC SMS SMS CSC"),
        ("..... ..... ..... .....", "CSSSC S-M-S S-M-S CSSSC"),
        ("..... ..... ..... ..... .....", "CSSSC S---S S-M-S S---S CSSSC"),
    ],
)
def test_moves_on_an_empty_board_have_the_reasons_of_their_places(rows: str, places: str) -> None:
    rules, board = drawn(rows, 3)
    rules = replace(rules, in_a_row=max(rules.columns, rules.rows))
    letters = {"C": Reason.CORNER, "S": Reason.SIDE, "M": Reason.CENTER, "-": None}
    position = position_of(board, "X", rules)
    found = [reason_for(position, cell) for cell in position.legal_moves]
    assert found == [letters[letter] for letter in places.replace(" ", "")]
